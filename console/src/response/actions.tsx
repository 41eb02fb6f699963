import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { mayCall } from '../api/call.ts'
import { bodyOf, GET, POST, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { State } from '../parts/columns.tsx'
import { More } from '../parts/more.tsx'
import { None } from '../parts/none.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty, Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { wordOf } from '../parts/words.ts'

type Action = Schemas['ResponseAction']

const PAGE_SIZE = 100

export function Actions() {
  const session = useSession()
  const queries = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: ['actions'],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(GET('/api/v1/actions', { params: { query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  const undo = useMutation({
    mutationFn: (id: string) =>
      bodyOf(POST('/api/v1/actions/{action_id}/undo', { params: { path: { action_id: id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['actions'] }),
  })
  return (
    <Loaded query={query} lines={8}>
      {({ pages }) => {
        const actions = pages.flatMap(({ items }) => items)
        if (actions.length === 0) return <Empty title="No actions yet">People and playbooks request actions.</Empty>
        return (
          <>
            {undo.error && <Failure error={undo.error} />}
            <Table
              name="Actions"
              isCard
              rows={actions}
              keyOf={({ id }) => id}
              columns={[
                { head: 'When', isShort: true, cell: ({ created_at: at }) => <Time at={at} /> },
                { head: 'Action', isShort: true, cell: ({ action_type: type }) => wordOf(type) },
                { head: 'Target', cell: ({ target }) => <Shown text={target} lengthMax={160} /> },
                { head: 'State', isShort: true, cell: ({ status }) => <State of={status} /> },
                { head: 'Effect', isShort: true, cell: (row) => <Effect action={row} /> },
                {
                  head: 'By',
                  cell: ({ executor }) => (executor === null ? <None /> : <Shown text={executor} lengthMax={80} />),
                },
                {
                  head: 'Detail',
                  cell: ({ detail }) => (detail === null ? null : <Shown text={detail} lengthMax={200} />),
                },
                {
                  head: 'Do',
                  isShort: true,
                  isActions: true,
                  cell: ({ id, status, target, action_type: type }) =>
                    status === 'completed' && mayCall(session, 'POST /api/v1/actions/{action_id}/undo') ? (
                      <Button
                        variant="subtle"
                        loading={undo.isPending && undo.variables === id}
                        onClick={() => undo.mutate(id)}
                        aria-label={`Take back ${wordOf(type)} of ${target.slice(0, 60)}`}
                      >
                        Take back
                      </Button>
                    ) : null,
                },
              ]}
            >
              <More query={query} />
            </Table>
          </>
        )
      }}
    </Loaded>
  )
}

/** Distinguishes an action that the executor reported as done from one whose effect was verified. */
function Effect({ action: { outcome } }: { readonly action: Action }) {
  if (outcome === null) return <None />
  return <span className={outcome === 'contradicted' ? 'late' : undefined}>{outcome.replaceAll('_', ' ')}</span>
}
