import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../api/client.ts'
import { Shown } from '../parts/shown.tsx'

type Entity = Schemas['AlertDetail']['related_entities'][number]

const SHOWN_MAX = 40

/** By group; each leads to the other alerts that name it. */
export function Entities({ entities }: { readonly entities: readonly Entity[] }) {
  if (entities.length === 0) return <Text size="sm">The alert names nobody and nothing.</Text>
  const groups = Map.groupBy(entities.slice(0, SHOWN_MAX), ({ group }) => group)
  return (
    <>
      {[...groups].map(([group, members]) => (
        <div key={group}>
          <Text size="xs" fw={600} className="quiet" mt="xs">
            {group}
          </Text>
          {members.map(({ kind, value }) => (
            <div key={`${kind} ${value}`}>
              <span className="quiet">{kind}</span>{' '}
              <Link to="/alerts" search={{ search: value.slice(0, 200), status: 'all' }} className="mono">
                <Shown text={value} lengthMax={120} />
              </Link>
            </div>
          ))}
        </div>
      ))}
      {entities.length > SHOWN_MAX && <Text size="sm">and {entities.length - SHOWN_MAX} more</Text>}
    </>
  )
}
