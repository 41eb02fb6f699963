import { Button, Drawer, Group, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bodyOf, GET, POST } from '../api/client.ts'
import { may, useSession } from '../api/session.ts'
import { More } from '../parts/more.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'

const PAGE_SIZE = 100
const BAD: ReadonlySet<string> = new Set(['failed', 'denied', 'expired'])

export function Runs() {
  const [opened, setOpened] = useState<string | null>(null)
  const query = useInfiniteQuery({
    queryKey: ['runs'],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(GET('/api/v1/playbook-runs', { params: { query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  return (
    <Loaded query={query} lines={8}>
      {({ pages }) => {
        const runs = pages.flatMap(({ items }) => items)
        if (runs.length === 0) return <Empty title="No playbook has run">Switch one on, or run one by hand.</Empty>
        return (
          <>
            <Table
              name="Runs"
              isCard
              rows={runs}
              keyOf={({ run_id: id }) => id}
              columns={[
                { head: 'Begun', isShort: true, cell: ({ started_at: at }) => <Time at={at} /> },
                {
                  head: 'Playbook',
                  cell: ({ playbook_id: id, dry_run: isDry }) => (
                    <Shown text={`${id}${isDry ? ' (dry run)' : ''}`} lengthMax={120} />
                  ),
                },
                {
                  head: 'Status',
                  isShort: true,
                  cell: ({ status }) => <span className={BAD.has(status) ? 'late' : undefined}>{status}</span>,
                },
                { head: 'Waits for', isShort: true, cell: ({ waits_for: what }) => what ?? '–' },
                {
                  head: 'Steps',
                  isNumber: true,
                  isShort: true,
                  cell: ({ steps_executed: done, steps_total: all }) => `${done} of ${all}`,
                },
                { head: 'Why', cell: ({ error }) => (error === null ? null : <Shown text={error} lengthMax={200} />) },
                {
                  head: 'Do',
                  isShort: true,
                  cell: ({ run_id: id }) => (
                    <Button variant="subtle" onClick={() => setOpened(id)} aria-label={`Steps of run ${id}`}>
                      Steps
                    </Button>
                  ),
                },
              ]}
            >
              <More query={query} />
            </Table>
            <RunDrawer id={opened} close={() => setOpened(null)} />
          </>
        )
      }}
    </Loaded>
  )
}

function RunDrawer({ id, close }: { readonly id: string | null; readonly close: () => void }) {
  const session = useSession()
  const queries = useQueryClient()
  const run = useQuery({
    queryKey: ['run', id],
    queryFn: () => bodyOf(GET('/api/v1/playbook-runs/{run_id}', { params: { path: { run_id: id ?? '' } } })),
    enabled: id !== null,
  })
  const cancel = useMutation({
    mutationFn: () => bodyOf(POST('/api/v1/playbook-runs/{run_id}/cancel', { params: { path: { run_id: id ?? '' } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['run', id] }),
  })
  return (
    <Drawer
      opened={id !== null}
      onClose={close}
      position="right"
      size="lg"
      title="Run"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded query={run} lines={6}>
        {(given) => (
          <>
            <Group justify="space-between" mb="sm">
              <Text size="sm">
                {given.status}, {given.steps_executed} of {given.steps_total} steps
              </Text>
              {given.completed_at === null && may(session, 'playbooks:execute') && (
                <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
                  Cancel run
                </Button>
              )}
            </Group>
            {cancel.error && <Failure error={cancel.error} />}
            <ol className="chain">
              {given.step_results.map(({ seq, step_id: step, type, outcome, verification, detail, at }) => (
                <li key={seq} data-at={seq}>
                  <Text size="sm" fw={600}>
                    {step} <span className="quiet">{type}</span>
                  </Text>
                  <Text size="sm" className={BAD.has(outcome) ? 'late' : undefined}>
                    {outcome.replaceAll('_', ' ')}
                    {verification !== null && `, ${verification.replaceAll('_', ' ')}`}
                  </Text>
                  {detail !== null && (
                    <Text size="sm" className="quiet wrap">
                      <Shown text={detail} lengthMax={600} />
                    </Text>
                  )}
                  <Text size="xs" className="quiet">
                    <Time at={at} />
                  </Text>
                </li>
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </Drawer>
  )
}
