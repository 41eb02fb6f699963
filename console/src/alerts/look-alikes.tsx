/** Lists the similar alerts that would get the same verdict, before they get it; one action undoes all of them. */
import { Button, Group, Modal, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { useTakeVerdictBack } from './queries.ts'

export type LookAlikes = Schemas['VerdictOverridden']

type LookAlikesDialogProps = {
  readonly lookAlikes: LookAlikes | null
  readonly close: () => void
  readonly notify: (text: string, undo: () => Promise<string>) => void
}

export function LookAlikesDialog({ lookAlikes, close, notify: tell }: LookAlikesDialogProps) {
  const queries = useQueryClient()
  const takeBack = useTakeVerdictBack()
  const changed = () => {
    void queries.invalidateQueries({ queryKey: ['alerts'] })
    void queries.invalidateQueries({ queryKey: ['alert'] })
  }
  const confirm = useMutation({
    mutationFn: ({ alert, confirmation_token: token, look_alikes: alike }: LookAlikes) =>
      bodyOf(
        POST('/api/v1/alerts/{id}/verdict-override/look-alikes', {
          params: { path: { id: alert.id } },
          body: { confirmation_token: token ?? '', alert_ids: alike.map(({ id }) => id) },
        }),
      ),
    onSuccess: ({ verdicts }, { alert, verdict }) => {
      changed()
      close()
      tell(`Verdict set on ${verdicts.length + 1} alerts`, async () => {
        const restored = await takeBack(alert.id, verdict.id)
        return `${restored.length} have the verdict they had before`
      })
    },
  })
  if (lookAlikes === null) return null
  const { look_alikes: alerts, look_alikes_total: total, verdict } = lookAlikes
  return (
    <Modal
      opened
      onClose={close}
      title={`${total} ${total === 1 ? 'alert is' : 'alerts are'} of its kind and without this verdict`}
      size="lg"
    >
      <Text size="sm" mb="sm">
        The listed alerts get the verdict {verdict.corrected_verdict.replaceAll('_', ' ')} for the same reason, each
        with a record of its own, and the verdicts can be undone together.
        {total > alerts.length && ` They are the newest ${alerts.length}.`}
      </Text>
      <ul className="plain alike">
        {alerts.map(({ id, title, severity, affected_hosts: hosts, affected_users: users, last_seen: at }) => (
          <li key={id}>
            <Severity level={severity} /> <Shown text={title} lengthMax={160} />{' '}
            <span className="quiet">
              <Shown text={[...hosts, ...users].slice(0, 2).join(' · ')} lengthMax={120} /> <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
      {confirm.error && <Failure error={confirm.error} />}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={close}>
          Leave them
        </Button>
        <Button loading={confirm.isPending} onClick={() => confirm.mutate(lookAlikes)}>
          Same verdict for {alerts.length}
        </Button>
      </Group>
    </Modal>
  )
}
