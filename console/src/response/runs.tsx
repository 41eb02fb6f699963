import { Button, Drawer } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bodyOf, GET } from '../api/client.ts'
import { useChoices } from '../parts/choices.ts'
import { State } from '../parts/columns.tsx'
import { More } from '../parts/more.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { RunSteps } from './run-steps.tsx'

const PAGE_SIZE = 100

export function Runs() {
  const [opened, setOpened] = useState<string | null>(null)
  const names = useChoices('GET /api/v1/playbooks', ({ items }) =>
    items.map(({ id, name }) => ({ value: id, label: name })),
  )
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
        if (runs.length === 0) return <Empty title="No playbook has run">Enable one, or run one manually.</Empty>
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
                  cell: ({ playbook_id: id, dry_run: isDry, version }) => {
                    const name = names?.find(({ value }) => value === id)?.label ?? id
                    const kind = version === 0 ? ' (dry run of a draft)' : isDry ? ' (dry run)' : ''
                    return <Shown text={`${name}${kind}`} lengthMax={160} />
                  },
                },
                {
                  head: 'Status',
                  isShort: true,
                  cell: ({ status }) => <State of={status} />,
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
                  head: 'Actions',
                  isShort: true,
                  isActions: true,
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
  return (
    <Drawer opened={id !== null} onClose={close} position="right" size="xl" title="Run">
      {id !== null && <RunSteps id={id} />}
    </Drawer>
  )
}
