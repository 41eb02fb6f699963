import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../api/client.ts'
import { Shown } from '../parts/shown.tsx'

type Entity = Schemas['AlertDetail']['related_entities'][number]

const SHOWN_MAX = 40
/** Entities of these kinds are among the facts above, with their names. */
const SHOWN_ELSEWHERE: readonly Entity['kind'][] = ['assignee', 'tenant', 'rule', 'case']

/** Entities by group; each links to the other alerts that name it. */
type EntitiesProps = {
  readonly entities: readonly Entity[]
  /** Names of techniques by their ids. */
  readonly names: Readonly<Record<string, string>>
}

export function Entities({ entities, names }: EntitiesProps) {
  if (entities.length === 0) return <Text size="sm">The alert names no entities.</Text>
  const known = entities.filter(({ kind }) => !SHOWN_ELSEWHERE.includes(kind))
  const groups = Map.groupBy(known.slice(0, SHOWN_MAX), ({ group }) => group)
  return (
    <>
      {[...groups].map(([group, members]) => (
        <div key={group}>
          <Text size="xs" fw={600} className="quiet" mt="xs">
            {group}
          </Text>
          {[...Map.groupBy(members, ({ kind }) => kind)].map(([kind, same]) => (
            <div key={kind} className="named">
              <span className="quiet">{kind === 'mitre' ? 'technique' : kind}</span>
              <span>
                {same.map(({ value }) => (
                  <span key={value} className={kind === 'mitre' ? 'own-line' : undefined}>
                    <EntityLink kind={kind} value={value} /> {kind === 'mitre' && names[value]}
                  </span>
                ))}
              </span>
            </div>
          ))}
        </div>
      ))}
      {known.length > SHOWN_MAX && <Text size="sm">and {known.length - SHOWN_MAX} more</Text>}
    </>
  )
}

function EntityLink({ kind, value }: Pick<Entity, 'kind' | 'value'>) {
  const text = <Shown text={value} lengthMax={120} />
  if (kind === 'user' || kind === 'host' || kind === 'ip')
    return (
      <Link to="/entities/$entity" params={{ entity: value }} className="mono">
        {text}
      </Link>
    )
  if (kind === 'mitre')
    return (
      <Link to="/alerts" search={{ technique: value, status: 'all' }} className="mono">
        {text}
      </Link>
    )
  return <span className="mono">{text}</span>
}
