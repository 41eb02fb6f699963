import { Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type AnswerOf, mayCall } from '../api/call.ts'
import { bodyOf, GET, POST } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { actions } from '../parts/columns.tsx'
import { More } from '../parts/more.tsx'
import { ActButton, Lacks } from '../parts/operation-form.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure, Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { wordOf } from '../parts/words.ts'
import { Enabled } from './playbook-switch.tsx'

const PAGE_SIZE = 100
const TRIGGERS: Readonly<Record<string, string>> = {
  manual: 'by hand',
  alert: 'with an alert',
  case: 'with a case',
  schedule: 'on a schedule',
  webhook: 'with a web hook',
}

type Playbook = AnswerOf<'GET /api/v1/playbooks'>['items'][number]

export function Playbooks() {
  const session = useSession()
  const query = useInfiniteQuery({
    queryKey: ['playbooks'],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(GET('/api/v1/playbooks', { params: { query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  const dryRun = useDryRun()
  const problem = dryRun.error
  return (
    <Loaded query={query} lines={8}>
      {({ pages }) => (
        <>
          <Lacks operation="POST /api/v1/playbooks" />
          {mayCall(session, 'POST /api/v1/playbooks') && (
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
              { head: 'Playbook', cell: (playbook) => <Title playbook={playbook} /> },
              {
                head: 'Begins',
                isShort: true,
                cell: ({ trigger }) => TRIGGERS[trigger] ?? wordOf(trigger),
              },
              { head: 'Version', isNumber: true, isShort: true, cell: ({ version }) => version },
              { head: 'Made by', isShort: true, cell: ({ is_builtin: isOurs }) => (isOurs ? 'svc' : 'this tenant') },
              { head: 'Enabled', isShort: true, cell: (playbook) => <Enabled playbook={playbook} /> },
              actions<Playbook>((playbook) => <Actions playbook={playbook} dryRun={dryRun} />),
            ]}
          >
            <More query={query} />
          </Table>
        </>
      )}
    </Loaded>
  )
}

function useDryRun() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      bodyOf(POST('/api/v1/playbooks/{id}/execute', { params: { path: { id } }, body: { dry_run: true } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['runs'] }),
  })
}

function Title({ playbook: { id, name, description } }: { readonly playbook: Playbook }) {
  return (
    <>
      <Link to="/playbooks/$id" params={{ id }}>
        <Shown text={name} lengthMax={200} />
      </Link>
      <Text size="xs" className="quiet">
        <Shown text={description} lengthMax={240} />
      </Text>
    </>
  )
}

type ActionsProps = { readonly playbook: Playbook; readonly dryRun: ReturnType<typeof useDryRun> }

function Actions({ playbook: { id, name, is_builtin: isOurs }, dryRun }: ActionsProps) {
  return (
    <>
      {mayCall(useSession(), 'POST /api/v1/playbooks/{id}/execute') && (
        <Button
          variant="subtle"
          loading={dryRun.isPending && dryRun.variables === id}
          onClick={() => dryRun.mutate(id)}
          aria-label={`Dry run of ${name.slice(0, 80)}`}
        >
          Dry run
        </Button>
      )}
      {!isOurs && (
        <ActButton
          operation="DELETE /api/v1/playbooks/{id}"
          path={{ id }}
          label="Delete"
          ariaLabel={`Delete ${name.slice(0, 80)}`}
          variant="subtle"
          confirm="Runs in progress are stopped, and their requests withdrawn."
        />
      )}
    </>
  )
}
