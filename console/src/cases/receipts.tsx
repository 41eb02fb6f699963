import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'

const SHOWN_MAX = 100

type Props = { readonly detail: Schemas['CaseDetail']; readonly mayWrite: boolean }

/** The notifications of the case with their outcomes, and the button that stops its escalation. */
export function Receipts({ detail, mayWrite }: Props) {
  const { id, acknowledged_at: acknowledgedAt } = detail
  const queries = useQueryClient()
  const receipts = useQuery({
    queryKey: ['case', id, 'notifications'],
    queryFn: () =>
      bodyOf(GET('/api/v1/cases/{id}/notifications', { params: { path: { id }, query: { limit: SHOWN_MAX } } })),
  })
  const acknowledge = useMutation({
    mutationFn: () => bodyOf(POST('/api/v1/cases/{id}/acknowledge', { params: { path: { id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['case', id] }),
  })
  const isWaiting = acknowledgedAt === null
  if (!isWaiting && receipts.data?.items.length === 0) return null
  return (
    <Section title="Notified">
      <Loaded query={receipts} lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">Nobody was notified of this case yet.</Text>
          ) : (
            <ul className="plain">
              {items.map((receipt) => (
                <Receipt key={receipt.id} of={receipt} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isWaiting && mayWrite && (
        <Group mt="sm">
          <Button variant="default" loading={acknowledge.isPending} onClick={() => acknowledge.mutate()}>
            Acknowledge
          </Button>
        </Group>
      )}
      {acknowledge.error && <Failure error={acknowledge.error} />}
    </Section>
  )
}

function Receipt({
  of: { receiver, channel, status, reason, sent_at: sentAt },
}: {
  of: Schemas['NotificationReceipt']
}) {
  return (
    <li>
      <Text size="sm">
        <Shown text={receiver} lengthMax={120} />
        {channel !== 'none' && ` by ${channel}`}:{' '}
        <span className={status === 'failed' ? 'late' : undefined}>{status}</span>
        {sentAt !== null && (
          <>
            , sent <Time at={sentAt} />
          </>
        )}
      </Text>
      {reason !== null && (
        <Text size="xs" className="quiet">
          <Shown text={reason} lengthMax={300} />
        </Text>
      )}
    </li>
  )
}
