import { Text } from '@mantine/core'
import type { Schemas } from '../api/client.ts'
import { namesById, useAssignees } from '../parts/people.ts'
import { Shown } from '../parts/shown.tsx'
import { Time } from '../parts/time.tsx'

export function History({ entries }: { readonly entries: readonly Schemas['AlertHistoryEntry'][] }) {
  const names = namesById(useAssignees())
  if (entries.length === 0) return <Text size="sm">No changes yet.</Text>
  return (
    <ol className="plain">
      {entries.map(({ id, ts, summary, actor_id: actor, actor_kind: kind, reason }) => (
        <li key={id}>
          <Text size="xs" className="quiet">
            <Time at={ts} /> · <Shown text={names.get(actor) ?? kind} lengthMax={60} />
          </Text>
          <Text size="sm">
            <Shown text={summary} lengthMax={300} />
          </Text>
          {reason !== null && (
            <Text size="xs" className="quiet">
              <Shown text={reason} lengthMax={500} />
            </Text>
          )}
        </li>
      ))}
    </ol>
  )
}
