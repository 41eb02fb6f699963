/** The end of a shift: its open work, the next person on shift, and a note for them. */
import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { OPEN } from '../alerts/filter.ts'
import { call, lacking } from '../api/call.ts'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Dialog, OperationForm } from '../parts/operation-form.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { counted } from '../parts/words.ts'
import { alertsAlong } from './alerts-along.ts'

const CREATE = 'POST /api/v1/cases/handoffs'
const CASES_MAX = 100
/** Maximum number of alerts in one change. */
const ALERTS_MAX = 200

export function HandOver() {
  const session = useSession()
  const [isOpen, setIsOpen] = useState(false)
  if (lacking(session, CREATE) !== null) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Hand over</Button>
      <Dialog title="Hand over your shift" isOpen={isOpen} close={() => setIsOpen(false)}>
        {isOpen && <Form close={() => setIsOpen(false)} />}
      </Dialog>
    </>
  )
}

async function openWork() {
  const [cases, alerts] = await Promise.all([
    call('GET /api/v1/cases', { query: { assigned_to_me: true, status: 'open,in_progress', limit: CASES_MAX } }),
    bodyOf(GET('/api/v1/alerts', { params: { query: { assigned_to_me: true, status: OPEN, limit: ALERTS_MAX } } })),
  ])
  return {
    ...{ cases: cases.items, hasMoreCases: cases.next_cursor !== undefined },
    ...{ alerts: alerts.items, hasMoreAlerts: alerts.next_cursor !== undefined },
  }
}

function Form({ close }: { readonly close: () => void }) {
  const work = useQuery({ queryKey: ['open-work'], queryFn: openWork, staleTime: 0 })
  const [withAlerts, setWithAlerts] = useState(true)
  const alerts = work.data?.alerts ?? []
  const assign = useMutation({
    mutationFn: (body: Schemas['AlertBulkChange']) => bodyOf(POST('/api/v1/alerts/bulk', { body })),
    onSuccess: close,
  })
  const finish = (to: string) => {
    const along = alertsAlong(alerts, withAlerts, to)
    if (along === null) close()
    else assign.mutate(along)
  }
  if (assign.error !== null)
    return (
      <Stack gap="sm">
        <Text size="sm">The cases are handed over. Your alerts are still assigned to you:</Text>
        <Failure error={assign.error} />
        <Button variant="default" onClick={close}>
          Close
        </Button>
      </Stack>
    )
  return (
    <Stack gap="md">
      <Loaded query={work} lines={3}>
        {(found) => <OpenWork {...found} />}
      </Loaded>
      <OperationForm operation={CREATE} submit="Hand over" cancel={close} done={({ to_user_id: to }) => finish(to)}>
        {alerts.length > 0 && (
          <Checkbox
            checked={withAlerts}
            onChange={(event) => setWithAlerts(event.currentTarget.checked)}
            label={`Assign your ${counted(alerts.length, 'open alert', 'open alerts')} to them at once`}
            size="sm"
          />
        )}
        <Text size="xs" className="quiet">
          The cases are reassigned when the other person accepts. If you choose a queue, all of its open cases are
          handed over instead of yours.
        </Text>
      </OperationForm>
    </Stack>
  )
}

type OpenWorkProps = Awaited<ReturnType<typeof openWork>>

function OpenWork({ cases, hasMoreCases, alerts, hasMoreAlerts }: OpenWorkProps) {
  return (
    <section aria-label="Your open work" className="open-work">
      <Text size="sm" fw={600}>
        {cases.length === 0 ? 'You have no open case' : counted(cases.length, 'open case', 'open cases')}
        {hasMoreCases && ' and more'}
        {`, ${counted(alerts.length, 'open alert', 'open alerts')}`}
        {hasMoreAlerts && ' and more, which stay assigned to you'}
      </Text>
      <ul className="plain">
        {cases.map((one) => (
          <li key={one.id}>
            <CaseLine one={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function CaseLine({ one }: { readonly one: Schemas['Case'] }) {
  return (
    <Text size="sm" component="div" className="case-line">
      <Severity level={one.severity} />
      <Link to="/cases/$id" params={{ id: one.id }}>
        <Shown text={one.title} lengthMax={120} />
      </Link>
    </Text>
  )
}
