import { Button, Modal, Switch, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bodyOf, GET, POST, PUT, type Schemas } from '../api/client.ts'
import { may, useSession } from '../api/session.ts'
import { More } from '../parts/more.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'

type Playbook = Schemas['Playbook']

const PAGE_SIZE = 100

export function Playbooks() {
  const session = useSession()
  const queries = useQueryClient()
  const [shownOne, setShownOne] = useState<Playbook | null>(null)
  const query = useInfiniteQuery({
    queryKey: ['playbooks'],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(GET('/api/v1/playbooks', { params: { query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  const turn = useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
      bodyOf(PUT('/api/v1/playbooks/{id}', { params: { path: { id } }, body: { enabled } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['playbooks'] }),
  })
  const dryRun = useMutation({
    mutationFn: (id: string) =>
      bodyOf(POST('/api/v1/playbooks/{id}/execute', { params: { path: { id } }, body: { dry_run: true } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['runs'] }),
  })
  const problem = turn.error ?? dryRun.error
  return (
    <Loaded query={query} lines={8}>
      {({ pages }) => (
        <>
          {problem && <Failure error={problem} />}
          {dryRun.data && <Text size="sm">The dry run is under Runs.</Text>}
          <Table
            name="Playbooks"
            isCard
            rows={pages.flatMap(({ items }) => items)}
            keyOf={({ id }) => id}
            columns={[
              {
                head: 'Playbook',
                cell: (row) => (
                  <>
                    <Shown text={row.name} lengthMax={200} />
                    <Text size="xs" className="quiet">
                      <Shown text={row.description} lengthMax={240} />
                    </Text>
                  </>
                ),
              },
              {
                head: 'Begins',
                isShort: true,
                cell: ({ trigger }) => (trigger === 'alert' ? 'with an alert' : 'by hand'),
              },
              { head: 'Version', isNumber: true, isShort: true, cell: ({ version }) => version },
              { head: 'From', isShort: true, cell: ({ is_builtin: isOurs }) => (isOurs ? 'svc' : 'this tenant') },
              {
                head: 'On',
                isShort: true,
                cell: ({ id, enabled, name }) =>
                  may(session, 'playbooks:write') ? (
                    <Switch
                      checked={enabled}
                      onChange={(event) => turn.mutate({ id, enabled: event.currentTarget.checked })}
                      aria-label={`On: ${name.slice(0, 80)}`}
                    />
                  ) : enabled ? (
                    'on'
                  ) : (
                    'off'
                  ),
              },
              {
                head: 'Do',
                isShort: true,
                cell: (row) => (
                  <>
                    <Button
                      variant="subtle"
                      onClick={() => setShownOne(row)}
                      aria-label={`Steps of ${row.name.slice(0, 80)}`}
                    >
                      Steps
                    </Button>
                    {may(session, 'playbooks:execute') && (
                      <Button
                        variant="subtle"
                        loading={dryRun.isPending && dryRun.variables === row.id}
                        onClick={() => dryRun.mutate(row.id)}
                        aria-label={`Dry run of ${row.name.slice(0, 80)}`}
                      >
                        Dry run
                      </Button>
                    )}
                  </>
                ),
              },
            ]}
          >
            <More query={query} />
          </Table>
          <Modal
            opened={shownOne !== null}
            onClose={() => setShownOne(null)}
            title={shownOne && shown(shownOne.name, 120)}
            size="lg"
            closeButtonProps={{ 'aria-label': 'Close' }}
          >
            <pre>{shownOne && shown(JSON.stringify(shownOne.document, null, 2), 40_000)}</pre>
          </Modal>
        </>
      )}
    </Loaded>
  )
}
