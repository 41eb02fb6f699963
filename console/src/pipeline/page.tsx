import { Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { bodyOf, GET } from '../api/client.ts'
import { More } from '../parts/more.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Scrolls } from '../parts/scrolls.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { DeadLetters } from './dead-letters.tsx'
import { Sources } from './sources.tsx'

const PAGE_SIZE = 100
const KINDS = {
  new: 'new field',
  vanished: 'no longer seen',
  untracked: 'fields no longer tracked',
} as const

export function PipelinePage() {
  return (
    <Page title="Pipeline" about="Health of the processing of events, and changes of sources.">
      <HealthOf />
      <Sources />
      <Drift />
      <DeadLetters />
    </Page>
  )
}

function HealthOf() {
  const health = useQuery({
    queryKey: ['health'],
    queryFn: () => bodyOf(GET('/api/v1/health')),
    refetchInterval: 15_000,
  })
  return (
    <Section title="Health">
      <Loaded query={health} lines={2}>
        {({ status, subsystems, figures, disabled, airgap }) => (
          <div className="stats">
            <Fact name="All together" value={status} />
            {Object.entries(subsystems).map(([name, value]) => (
              <Fact key={name} name={name.replaceAll('_', ' ')} value={value} />
            ))}
            {Object.entries(figures.failing_workers ?? {}).map(([name, seconds]) => (
              <Fact
                key={name}
                name={`${name} (background work)`}
                value={`failing for ${Math.floor(seconds / 60)} min`}
              />
            ))}
            {disabled.length > 0 && <Fact name="Switched off" value={disabled.join(', ')} />}
            <Fact name="Air gap" value={airgap.enabled ? 'closed' : 'open'} />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <Text size="xs" className="quiet">
        {name}
      </Text>
      <Text fw={600}>
        <Shown text={value} lengthMax={200} />
      </Text>
    </div>
  )
}

function Drift() {
  const query = useInfiniteQuery({
    queryKey: ['drift'],
    queryFn: ({ pageParam: cursor }) =>
      bodyOf(GET('/api/v1/schema-drift', { params: { query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
  return (
    <Section title="Fields that appeared or disappeared">
      <Loaded query={query} lines={6}>
        {({ pages }) => {
          const fields = pages.flatMap(({ items }) => items)
          if (fields.length === 0) return <Text size="sm">No source has changed its fields.</Text>
          return (
            <Scrolls name="List of fields">
              <table className="table">
                <thead>
                  <tr>
                    <th>Noticed</th>
                    <th>Source</th>
                    <th>Field</th>
                    <th>What</th>
                    <th>Last seen before</th>
                  </tr>
                </thead>
                <tbody>
                  {fields.map(({ id, noticed_at: at, source, path, kind, last_seen_before: before }) => (
                    <tr key={id}>
                      <td className="nowrap">
                        <Time at={at} />
                      </td>
                      <td>
                        <Shown text={source} lengthMax={120} />
                      </td>
                      <td className="mono">
                        <Shown text={path} lengthMax={200} />
                      </td>
                      <td>{KINDS[kind]}</td>
                      <td className="nowrap">{before === null ? '–' : <Time at={before} />}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <More query={query} />
            </Scrolls>
          )
        }}
      </Loaded>
    </Section>
  )
}
