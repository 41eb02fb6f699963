/** The processes around an alert's events; those of the alert are marked. */
import { Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { call, mayCall } from '../api/call.ts'
import { ApiProblem, type Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Section } from '../parts/page.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Failure, Waiting } from '../parts/states.tsx'
import { distinctTrees } from '../processes/process-rows.ts'
import { ProcessTree } from '../processes/process-tree.tsx'

type Step = Schemas['AlertDetail']['evidence'][number]

/** Maximum number of steps with a process tree, because the lake answers these requests one after the other. */
const STEPS_MAX = 4

/** Renders nothing if the alert names no host, or if the account may not read events. */
export function Processes({ steps }: { readonly steps: readonly Step[] }) {
  const mayRead = mayCall(useSession(), 'GET /api/v1/events/process-tree')
  // Several rules may have fired on one event, whose tree is requested once.
  const onHosts = [...new Set(steps.flatMap(({ host, event_uids: [uid] }) => (host === '' ? [] : (uid ?? []))))]
  const eventUids = onHosts.slice(0, STEPS_MAX)
  const found = useQueries({
    queries: eventUids.map((uid) => ({
      queryKey: ['process-tree', uid],
      enabled: mayRead,
      queryFn: () => treeOrNone(uid),
    })),
  })
  if (!mayRead || eventUids.length === 0) return null
  const trees = found.flatMap(({ data }) => data ?? [])
  const distinct = distinctTrees(trees)
  const failed = found.find(({ error }) => error !== null)
  const marked = new Set([
    ...steps.flatMap(({ event_uids: uids }) => uids),
    ...trees.map(({ focus_uid: uid }) => uid ?? ''),
  ])
  return (
    <Section title="Process tree">
      {found.some(({ isPending }) => isPending) && <Waiting lines={3} />}
      {failed && <Failure error={failed.error} retry={() => void failed.refetch()} />}
      {distinct.map((tree, at) => (
        <div key={tree.nodes[0]?.event_uid}>
          {tree.host !== distinct[at - 1]?.host && (
            <Text size="xs" fw={600} className="quiet" component="h3" mb={4}>
              <Shown text={tree.host} lengthMax={120} />
            </Text>
          )}
          <ProcessTree tree={tree} marked={marked} mark="in this alert" />
        </div>
      ))}
      {distinct.length === 0 && !failed && found.every(({ isPending }) => !isPending) && (
        <Text size="sm">{withoutTrees(trees)}</Text>
      )}
      {onHosts.length > eventUids.length && (
        <Text size="xs" className="quiet" mt="xs">
          Of {onHosts.length} events on hosts the first {eventUids.length} were asked for.
        </Text>
      )}
    </Section>
  )
}

/** Explains an empty list. An event that has left the lake has no tree, although it may have had processes. */
function withoutTrees(trees: readonly Pick<Schemas['ProcessTree'], 'not_shown'>[]): string {
  if (trees.length === 0) return 'Its events are no longer in the lake, so the processes around them are unknown.'
  const missing = [...new Set(trees.flatMap(({ not_shown: reasons }) => reasons))]
  return `No start of a process is known for its events${missing.length === 0 ? '' : `: ${missing.map((one) => shown(one, 300)).join('; ')}`}.`
}

/** Null when the event has left the lake. */
async function treeOrNone(uid: string): Promise<Schemas['ProcessTree'] | null> {
  try {
    return await call('GET /api/v1/events/process-tree', { query: { event_uid: uid } })
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  }
}
