/** The tenant's baselines: their number by state, and each of them. */
import { Group, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { count, State, when } from '../parts/columns.tsx'
import { Figures } from '../parts/figures.tsx'
import { Listing } from '../parts/listing.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { wordOf } from '../parts/words.ts'

const STATS = 'GET /api/v1/ueba/stats'
const BASELINES = 'GET /api/v1/ueba/baselines'
const DIGITS = 2

const KINDS = ['user', 'host', 'ip', 'domain']
const STATES = ['learning', 'ready', 'stale']
const choices = (all: string, values: readonly string[]) => [
  { value: '', label: all },
  ...values.map((value) => ({ value, label: wordOf(value) })),
]

export function BaselineStats() {
  const found = useQuery({ queryKey: [STATS], queryFn: () => call(STATS) })
  return (
    <Loaded query={found} lines={2}>
      {({ entities, baselines_by_state: states, anomalies_24h: anomalies, entities_refused_on: refusedOn }) => (
        <>
          <Figures
            of={[
              { name: 'Entities with a baseline', value: entities.toLocaleString() },
              { name: 'Baselines that judge', value: states.ready.toLocaleString() },
              { name: 'Still learning', value: states.learning.toLocaleString(), note: 'too few hours are known' },
              { name: 'Stale', value: states.stale.toLocaleString(), note: 'nothing was learned for two weeks' },
              { name: 'Anomalies of the last day', value: anomalies.toLocaleString(), isBad: anomalies > 0 },
            ]}
          />
          {refusedOn !== null && (
            <Text size="sm" className="late">
              There are more entities than are learned: new ones were last left out on <Time at={refusedOn} />.
            </Text>
          )}
        </>
      )}
    </Loaded>
  )
}

export function Baselines() {
  const [kind, setKind] = useState('')
  const [state, setState] = useState('')
  return (
    <Listing<typeof BASELINES>
      title="Baselines"
      about="How often something happens in an hour of the week, learned from the events of each entity."
      list={BASELINES}
      query={{ ...(kind ? { entity_type: kind } : {}), ...(state ? { state } : {}) }}
      keyOf={({ entity_id: id, entity_type: type, metric }) => `${type}/${id}/${metric}`}
      aside={
        <Group gap="xs">
          <NativeSelect
            size="xs"
            aria-label="Kind of the entities"
            data={choices('Every kind', KINDS)}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value)}
          />
          <NativeSelect
            size="xs"
            aria-label="State of the baselines"
            data={choices('Every state', STATES)}
            value={state}
            onChange={(event) => setState(event.currentTarget.value)}
          />
        </Group>
      }
      empty={{ title: 'No baseline', next: 'Events that name users, hosts or addresses are learned by the hour.' }}
      columns={[
        {
          head: 'Entity',
          cell: ({ entity_id: entity }) => (
            <Link to="/entities/$entity" params={{ entity }}>
              <Shown text={entity} lengthMax={160} />
            </Link>
          ),
        },
        { head: 'Kind', isShort: true, cell: ({ entity_type: type }) => wordOf(type) },
        { head: 'What', isShort: true, cell: ({ metric }) => wordOf(metric) },
        { head: 'State', isShort: true, cell: ({ state: own }) => <State of={own} /> },
        {
          ...{ head: 'Usual in an hour', isNumber: true, isShort: true },
          cell: ({ mean, stddev }) => `${mean.toFixed(DIGITS)} ± ${stddev.toFixed(DIGITS)}`,
        },
        count('Hours known', 'samples'),
        when('Learned until', 'learned_until'),
      ]}
    />
  )
}
