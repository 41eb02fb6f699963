import { Stack, Text, UnstyledButton } from '@mantine/core'
import type { Schemas } from '../api/client.ts'
import { type AlertFilter, OPEN, SEVERITIES, STATUSES, toggled } from './filter.ts'

type FacetsProps = {
  readonly filter: AlertFilter
  /** Over all that the filter lets through, not over what is loaded. */
  readonly facets: Schemas['AlertFacets'] | undefined
  readonly change: (next: Partial<AlertFilter>) => void
}

export function Facets({ filter, facets, change }: FacetsProps) {
  const statuses = filter.status ?? OPEN
  return (
    <Stack gap="md" component="aside" aria-label="Filters">
      <Facet
        title="Severity"
        values={SEVERITIES}
        chosen={filter.severity}
        counts={facets?.by_severity}
        toggle={(value) => change({ severity: toggled(filter.severity, value) })}
      />
      <Facet
        title="Status"
        values={STATUSES}
        chosen={statuses === 'all' ? undefined : statuses}
        counts={facets?.by_status}
        toggle={(value) => change({ status: toggled(statuses === 'all' ? undefined : statuses, value) ?? 'all' })}
      />
      <Facet
        title="Owner"
        values={['me']}
        chosen={filter.owner}
        counts={undefined}
        toggle={() => change({ owner: filter.owner === 'me' ? undefined : 'me' })}
      />
    </Stack>
  )
}

type FacetProps = {
  readonly title: string
  readonly values: readonly string[]
  readonly chosen: string | undefined
  readonly counts: Readonly<Record<string, number>> | undefined
  readonly toggle: (value: string) => void
}

function Facet({ title, values, chosen, counts, toggle }: FacetProps) {
  const isChosen = (value: string) => chosen?.split(',').includes(value) ?? false
  return (
    <div>
      <Text size="xs" fw={600} className="quiet" mb={4}>
        {title}
      </Text>
      <div className="facets">
        {values.map((value) => (
          <UnstyledButton key={value} className="facet" aria-pressed={isChosen(value)} onClick={() => toggle(value)}>
            <span>{value.replace('_', ' ')}</span>
            {counts && <span className="quiet">{(counts[value] ?? 0).toLocaleString()}</span>}
          </UnstyledButton>
        ))}
      </div>
    </div>
  )
}
