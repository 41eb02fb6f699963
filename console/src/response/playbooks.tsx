import { Button, Group, Switch, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bodyOf, GET, POST, PUT } from '../api/client.ts'
import { may, useSession } from '../api/session.ts'
import { More } from '../parts/more.tsx'
import { ActButton } from '../parts/operation-form.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'

const PAGE_SIZE = 100

export function Playbooks() {
  const session = useSession()
  const queries = useQueryClient()
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
          {may(session, 'playbooks:write') && (
            <Group justify="flex-end">
              <Button component={Link} to="/playbooks/new">
                New playbook
              </Button>
            </Group>
          )}
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
                    <Link to="/playbooks/$id" params={{ id: row.id }}>
                      <Shown text={row.name} lengthMax={200} />
                    </Link>
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
              { head: 'Made by', isShort: true, cell: ({ is_builtin: isOurs }) => (isOurs ? 'svc' : 'this tenant') },
              {
                head: 'Enabled',
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
                head: 'Actions',
                isShort: true,
                isActions: true,
                cell: (row) => (
                  <>
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
                    {!row.is_builtin && (
                      <ActButton
                        operation="DELETE /api/v1/playbooks/{id}"
                        path={{ id: row.id }}
                        label="Delete"
                        ariaLabel={`Delete ${row.name.slice(0, 80)}`}
                        variant="subtle"
                        confirm="Runs that are under way end, and what they asked for is withdrawn."
                      />
                    )}
                  </>
                ),
              },
            ]}
          >
            <More query={query} />
          </Table>
        </>
      )}
    </Loaded>
  )
}
