/** The alerts of a case, which can be linked, unlinked, moved and split off. */
import { Button, Checkbox, Group, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { State } from '../parts/columns.tsx'
import { ActButton, Dialog } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { UUIDS } from '../parts/uuid.ts'
import { ListedAlerts, MoveAlerts } from './move-alerts.tsx'

type Props = { readonly id: string; readonly mayWrite: boolean }
type Alert = Schemas['Alert']

const LIST_MAX = 200

export function LinkedAlerts({ id, mayWrite }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const alerts = useQuery({
    queryKey: ['case', id, 'alerts'],
    queryFn: () => call('GET /api/v1/cases/{id}/alerts', { path: { id }, query: { limit: LIST_MAX } }),
  })
  const items = alerts.data?.items ?? []
  const picked = items.filter((one) => chosen.has(one.id))
  const toggle = (alert: string) =>
    setChosen((now) => {
      const next = new Set(now)
      if (!next.delete(alert)) next.add(alert)
      return next
    })
  return (
    <Section title="Alerts" aside={mayWrite && <LinkAlerts id={id} />}>
      {picked.length > 0 && (
        <Group gap="xs" mb="sm" role="toolbar" aria-label="Chosen alerts">
          <Text size="sm">{picked.length} chosen</Text>
          <MoveAlerts id={id} alerts={picked} done={() => setChosen(new Set())} />
          <ActButton
            operation="POST /api/v1/cases/{id}/alerts/unlink"
            path={{ id }}
            body={{ alert_ids: picked.map((one) => one.id) }}
            label="Unlink"
            confirm={<ListedAlerts alerts={picked} text="The alerts stay in the queue, without a case." />}
            done={() => setChosen(new Set())}
          />
        </Group>
      )}
      <Loaded query={alerts} lines={2}>
        {() =>
          items.length === 0 ? (
            <Text size="sm">No alert is linked.</Text>
          ) : (
            <Table
              name="Alerts of the case"
              rows={items}
              keyOf={(one) => one.id}
              columns={[
                ...(mayWrite
                  ? [
                      {
                        head: 'Choose',
                        isPick: true,
                        cell: (one: Alert) => (
                          <Checkbox
                            size="xs"
                            aria-label={`Choose ${one.title.slice(0, 80)}`}
                            checked={chosen.has(one.id)}
                            onChange={() => toggle(one.id)}
                          />
                        ),
                      },
                    ]
                  : []),
                { head: 'Severity', isShort: true, cell: ({ severity }: Alert) => <Severity level={severity} /> },
                {
                  head: 'Alert',
                  cell: (one: Alert) => (
                    <Link to="/alerts/$id" params={{ id: one.id }}>
                      <Shown text={one.title} lengthMax={160} />
                    </Link>
                  ),
                },
                { head: 'Status', isShort: true, cell: ({ status }: Alert) => <State of={status} /> },
                {
                  head: 'Hosts',
                  cell: ({ affected_hosts: hosts }: Alert) => (
                    <Shown text={hosts.slice(0, 3).join(', ')} lengthMax={120} />
                  ),
                },
                {
                  head: 'Seen',
                  isShort: true,
                  cell: ({ event_time: at, created_at: made }: Alert) => <Time at={at ?? made} />,
                },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  )
}

/** Links alerts by ids or by URLs of their pages; several can be pasted at once. */
function LinkAlerts({ id }: { readonly id: string }) {
  const queries = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const ids = [...new Set(text.match(UUIDS) ?? [])]
  const link = useMutation({
    mutationFn: () => call('POST /api/v1/cases/{id}/alerts', { path: { id }, body: { alert_ids: ids } }),
    onSuccess: async () => {
      setIsOpen(false)
      setText('')
      await queries.invalidateQueries()
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Link alerts
      </Button>
      <Dialog title="Link alerts" isOpen={isOpen} close={() => setIsOpen(false)}>
        <Textarea
          label="Alerts"
          description="Their ids, or the addresses of their pages. To add several at once, choose them in the queue."
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={3}
        />
        {link.error && <Failure error={link.error} />}
        <Group justify="flex-end" mt="sm">
          <Button disabled={ids.length === 0} loading={link.isPending} onClick={() => link.mutate()}>
            Link {ids.length}
          </Button>
        </Group>
      </Dialog>
    </>
  )
}
