import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiProblem, bodyOf, GET, type Schemas } from '../api/client.ts'
import { State } from '../parts/columns.tsx'
import { Back, Page, Section } from '../parts/page.tsx'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { WhenNear } from '../parts/when-near.tsx'
import { EntityEvents, Logons, SameHost, SeenWith } from './activity.tsx'
import { AnomaliesOf } from './anomalies-of.tsx'
import { Decay } from './decay.tsx'
import { guessedKind } from './entity-query.ts'
import { Known } from './known.tsx'
import { LearnAnew, Resets } from './learn-anew.tsx'
import { ProcessesOf } from './processes-of.tsx'

const DIGITS = 2

export function EntityPage() {
  const { entity } = useParams({ from: '/entities/$entity' })
  const risk = useRisk(entity)
  const kind = risk.data?.entity_type ?? null
  const known = kind ?? guessedKind(entity)
  return (
    <>
      <Back>
        <Link to="/entities">← Entities</Link>
      </Back>
      <Page
        title={<Shown text={entity} lengthMax={200} />}
        name={entity.slice(0, 60)}
        about={`${kind ?? 'Entity'}: the risk of its alerts, its activity, and its baseline.`}
      >
        {!risk.isPending && <SameHost entity={entity} kind={kind} />}
        <div className="two">
          <Stack gap="md">
            <Risk entity={entity} />
            {/* The kind decides in which fields events are searched. */}
            {!risk.isPending && <EntityEvents entity={entity} kind={kind} />}
            {!risk.isPending && known === 'host' && <ProcessesOf host={entity} />}
            {!risk.isPending && (
              <WhenNear>
                <Known kind={known} value={entity} />
              </WhenNear>
            )}
            <WhenNear>
              <Usual entity={entity} />
            </WhenNear>
          </Stack>
          <Stack gap="md">
            {!risk.isPending && <SeenWith entity={entity} kind={kind} />}
            {!risk.isPending && <Logons entity={entity} kind={kind} />}
          </Stack>
        </div>
      </Page>
    </>
  )
}

/** Null for a 404, which is no error here. */
function orNone<T>(request: Promise<T>): Promise<T | null> {
  return request.catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  })
}

function useRisk(entity: string) {
  return useQuery({
    queryKey: ['entity-risk', entity],
    queryFn: () => orNone(bodyOf(GET('/api/v1/entity-risk/{entity}', { params: { path: { entity } } }))),
  })
}

function Risk({ entity }: { readonly entity: string }) {
  const risk = useRisk(entity)
  return (
    <Section title="Risk">
      <Loaded query={risk} lines={4}>
        {(value) =>
          value === null ? (
            <Text size="sm">No alert of 30 days names it.</Text>
          ) : (
            <>
              <Text>
                <b>{Math.round(value.risk_score)}</b> of 100 <Severity level={value.band} />{' '}
                <span className="quiet">{value.points.toFixed(1)} points, each worth half after a week</span>
              </Text>
              <Decay contributors={value.contributors} />
              <Table
                name="Alerts that add to the risk"
                rows={value.contributors}
                keyOf={({ alert_id: id }) => id}
                columns={[
                  { head: 'When', isShort: true, cell: ({ time }) => <Time at={time} /> },
                  {
                    head: 'Alert',
                    cell: ({ alert_id: id, title }) => (
                      <Link to="/alerts/$id" params={{ id }}>
                        <Shown text={title} lengthMax={160} />
                      </Link>
                    ),
                  },
                  { head: 'Severity', isShort: true, cell: ({ severity }) => <Severity level={severity} /> },
                  { head: 'Points', isNumber: true, isShort: true, cell: ({ points }) => points.toFixed(1) },
                ]}
              />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

/** The baseline of the entity, and the hours that differed from it. */
function Usual({ entity }: { readonly entity: string }) {
  const found = useQuery({
    queryKey: ['ueba', entity],
    queryFn: () =>
      orNone(bodyOf(GET('/api/v1/ueba/entities/{entity_id}', { params: { path: { entity_id: entity } } }))),
  })
  return (
    <>
      <Section title="Anomalies">
        <Loaded query={found} lines={3}>
          {(value) => (
            <AnomaliesOf
              anomalies={value?.anomalies ?? []}
              hasMore={value?.has_more_anomalies ?? false}
              hasBaseline={value !== null && value.baselines.length > 0}
            />
          )}
        </Loaded>
      </Section>
      <Section title="Baseline">
        <Loaded query={found} lines={4}>
          {(value) => (
            <>
              {value === null || value.baselines.length === 0 ? (
                <Text size="sm">It has no baseline yet, which does not mean that nothing happened.</Text>
              ) : (
                <Baselines rows={value.baselines} />
              )}
              <Resets resets={value?.resets ?? []} />
              {value !== null && value.baselines.length > 0 && (
                <LearnAnew entity={entity} kinds={[...new Set(value.baselines.map(({ entity_type: type }) => type))]} />
              )}
            </>
          )}
        </Loaded>
      </Section>
    </>
  )
}

function Baselines({ rows }: { readonly rows: Schemas['UebaEntityView']['baselines'] }) {
  return (
    <Table
      name="Baselines"
      rows={rows}
      keyOf={({ metric, entity_type: type }) => `${type}/${metric}`}
      columns={[
        { head: 'What', cell: ({ metric }) => metric.replaceAll('_', ' ') },
        { head: 'State', isShort: true, cell: ({ state }) => <State of={state} /> },
        {
          head: 'Usual per hour',
          isNumber: true,
          isShort: true,
          cell: ({ mean, stddev }) => `${mean.toFixed(DIGITS)} ± ${stddev.toFixed(DIGITS)}`,
        },
        { head: 'Hours known', isNumber: true, isShort: true, cell: ({ samples }) => samples },
      ]}
    />
  )
}
