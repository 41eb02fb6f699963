import { Button, Stack, Text, UnstyledButton } from '@mantine/core'
import { memo, useState } from 'react'
import type { Schemas } from '../api/client.ts'
import { SEVERITIES } from '../parts/alert-words.ts'
import { namesById, useAssignees } from '../parts/people.ts'
import { shown } from '../parts/shown.tsx'
import {
  type AlertFilter,
  FACETS,
  type Facet as FacetName,
  OPEN,
  SINCE_HOURS,
  STATUSES,
  toggled,
  toggledValue,
  valuesOf,
} from './filter.ts'
import { useFacetValues } from './queries.ts'

const HEADS: Readonly<Record<FacetName, string>> = {
  host: 'Host',
  user: 'User',
  ip: 'Address',
  rule: 'Rule',
  technique: 'Technique',
  tactic: 'Tactic',
  source: 'Source',
}

type FacetsProps = {
  readonly filter: AlertFilter
  /** Counts over all alerts of the filter, not only the loaded ones. */
  readonly facets: Schemas['AlertFacets'] | undefined
  readonly me: string
  readonly change: (next: Partial<AlertFilter>) => void
}

/** Rendered again only for another filter or other counts, not for each key press in the queue. */
export const Facets = memo(function Facets({ filter, facets, me, change }: FacetsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const statuses = filter.status ?? OPEN
  return (
    <>
      <Button variant="default" className="phone-only" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide filters' : 'Filters'}
      </Button>
      <Stack
        gap="sm"
        component="aside"
        aria-label="Filters"
        className={isOpen ? 'facet-column is-open' : 'facet-column'}
      >
        <Facet
          title="Severity"
          values={SEVERITIES.map((value) => ({ value, count: facets?.by_severity[value] }))}
          chosen={filter.severity?.split(',') ?? []}
          toggle={(value) => change({ severity: toggled(filter.severity, value) })}
        />
        <Facet
          title="Status"
          values={STATUSES.map((value) => ({ value, count: facets?.by_status[value] }))}
          chosen={statuses === 'all' ? [] : statuses.split(',')}
          toggle={(value) => change({ status: toggled(statuses === 'all' ? undefined : statuses, value) ?? 'all' })}
        />
        <Owners filter={filter} me={me} change={change} />
        <Facet
          title="Verdict"
          values={[
            { value: 'no', name: 'without' },
            { value: 'yes', name: 'with' },
          ]}
          chosen={filter.verdict ? [filter.verdict] : []}
          toggle={(value) => change({ verdict: filter.verdict === value ? undefined : (value as 'yes' | 'no') })}
        />
        <Facet
          title="Time of the event"
          values={Object.entries(SINCE_HOURS).map(([value, name]) => ({ value, name }))}
          chosen={filter.since ? [filter.since] : []}
          toggle={(value) => change({ since: filter.since === value ? undefined : value })}
        />
        <Found filter={filter} change={change} />
      </Stack>
    </>
  )
})

type PartProps = Pick<FacetsProps, 'filter' | 'change'>

function Owners({ filter, me, change }: PartProps & { readonly me: string }) {
  const values = useFacetValues(filter)
  const people = namesById(useAssignees())
  const counts = new Map(values.data?.assignees.map(({ assigned_to_id: id, alerts }) => [id, alerts]))
  const others = [...counts.keys()].filter((id): id is string => id !== null && id !== me)
  const chosen = filter.owner?.split(',') ?? []
  const away = chosen.filter((one) => one !== 'me' && one !== 'nobody' && !others.includes(one))
  return (
    <Facet
      title="Owner"
      values={[
        { value: 'me', count: values.data && (counts.get(me) ?? 0) },
        { value: 'nobody', name: 'unassigned', count: values.data && (counts.get(null) ?? 0) },
        ...[...others, ...away].map((id) => ({ value: id, name: people.get(id) ?? 'somebody', count: counts.get(id) })),
      ]}
      chosen={chosen}
      toggle={(value) => change({ owner: toggled(filter.owner, value) })}
    />
  )
}

/** Values that occur in the alerts; a selected value stays, even if no alert has it any more. */
function Found({ filter, change }: PartProps) {
  const { data } = useFacetValues(filter)
  return (
    <>
      {FACETS.map((name) => {
        const found = data?.facets.find(({ field }) => field === name)
        const chosen = valuesOf(filter[name])
        const values =
          found?.values.map(({ value, name: called, alerts }) => ({ value, name: called, count: alerts })) ?? []
        const away = chosen.filter((value) => !values.some((one) => one.value.toLowerCase() === value.toLowerCase()))
        const all = [...away.map((value) => ({ value })), ...values]
        if (all.length === 0) return null
        return (
          <Facet
            key={name}
            title={
              found && found.distinct > values.length
                ? `${HEADS[name]} (${found.distinct.toLocaleString()})`
                : HEADS[name]
            }
            values={all}
            chosen={chosen.map((value) => values.find((one) => one.value === value.toLowerCase())?.value ?? value)}
            toggle={(value) => change({ [name]: toggledValue(filter[name], value) })}
          />
        )
      })}
      {data && !data.is_whole && (
        <Text size="xs" className="quiet">
          Counted over the newest {data.alerts.toLocaleString()} alerts.
        </Text>
      )}
    </>
  )
}

type Value = { readonly value: string; readonly name?: string | null; readonly count?: number | undefined }
type FacetProps = {
  readonly title: string
  readonly values: readonly Value[]
  readonly chosen: readonly string[]
  readonly toggle: (value: string) => void
}

function Facet({ title, values, chosen, toggle }: FacetProps) {
  return (
    <div>
      <Text size="xs" fw={600} className="quiet" mb={2}>
        {title}
      </Text>
      <div className="facets">
        {values.map(({ value, name, count }) => (
          <UnstyledButton
            key={value}
            className="facet"
            aria-pressed={chosen.includes(value)}
            title={shown(name ? `${value}: ${name}` : value, 300)}
            onClick={() => toggle(value)}
          >
            <span className="cut">
              <bdi>{shown(name ?? value.replace('_', ' '), 120)}</bdi>
            </span>
            {count !== undefined && <span className="quiet">{count.toLocaleString()}</span>}
          </UnstyledButton>
        ))}
      </div>
    </div>
  )
}
