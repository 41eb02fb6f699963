import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../api/client.ts'
import { Severity } from '../parts/severity.tsx'
import { Shown } from '../parts/shown.tsx'
import { Time } from '../parts/time.tsx'

type Anomaly = Schemas['UebaAnomalyDetail']
type Usual = Schemas['UebaEntityView']

const WIDTH = 240
const HEIGHT = 36
const DIGITS = 1

type AnomaliesProps = {
  readonly anomalies: Usual['anomalies']
  readonly hasMore: boolean
  readonly hasBaseline: boolean
}

/** Hours with unusual activity, by metric, with the deviation from the baseline. */
export function AnomaliesOf({ anomalies, hasMore, hasBaseline }: AnomaliesProps) {
  const byMetric = Map.groupBy(anomalies, ({ metric_name: metric }) => metric)
  if (anomalies.length === 0)
    return (
      <Text size="sm">
        {hasBaseline
          ? 'No anomalies: no hour differed from its baseline.'
          : 'Not known: without a baseline no hour can differ from it.'}
      </Text>
    )
  return (
    <ul className="plain">
      {[...byMetric].map(([metric, all]) => (
        <li key={metric}>
          <OfMetric metric={metric} anomalies={all} />
        </li>
      ))}
      {hasMore && (
        <li>
          <Text size="xs" className="quiet">
            The newest {anomalies.length}; there are more.
          </Text>
        </li>
      )}
    </ul>
  )
}

function OfMetric({ metric, anomalies }: { readonly metric: string; readonly anomalies: readonly Anomaly[] }) {
  const [newest] = anomalies
  if (newest === undefined) return null
  const { peer } = newest
  return (
    <div className="anomaly">
      <div>
        <Text size="sm" fw={600}>
          {metric.replaceAll('_', ' ')}
        </Text>
        <Text size="xs" className="quiet">
          {anomalies.length} {anomalies.length === 1 ? 'hour' : 'hours'}, last <Time at={newest.detected_at} />
        </Text>
      </div>
      <Sparkline anomalies={anomalies} />
      <Text size="sm" component="div">
        <b>{newest.observed_value.toLocaleString()}</b> where {newest.baseline_mean.toFixed(DIGITS)} ±{' '}
        {newest.baseline_stddev.toFixed(DIGITS)} is usual <Severity level={newest.severity} />
        {peer && (
          <Text size="xs" className="quiet">
            {peerWords(peer)}
          </Text>
        )}
        <Text size="xs">
          <Link to="/search" search={{ query: `event_uid:${newest.event_uid}`, hours: '720', event: newest.event_uid }}>
            One of its events
          </Link>
          {newest.items.length > 0 && (
            <span className="quiet">
              {' '}
              <Shown text={newest.items.join(', ')} lengthMax={120} />
            </span>
          )}
        </Text>
      </Text>
    </div>
  )
}

function peerWords(peer: NonNullable<Schemas['UebaAnomalyDetail']['peer']>): string {
  return Object.entries(peer)
    .flatMap(([name, value]) =>
      typeof value === 'number' ? `${name.replaceAll('_', ' ')} ${Number(value.toFixed(2))}` : [],
    )
    .join(', ')
}

/** A bar for each unusual hour over time; the line is the baseline. */
function Sparkline({ anomalies }: { readonly anomalies: readonly Anomaly[] }) {
  const times = anomalies.map(({ detected_at: at }) => Date.parse(at))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const most = Math.max(...anomalies.map((one) => one.observed_value), 1)
  const x = (ms: number) => (last === first ? WIDTH / 2 : 4 + ((ms - first) / (last - first)) * (WIDTH - 8))
  const y = (value: number) => HEIGHT - (value / most) * (HEIGHT - 4)
  const usual = anomalies.reduce((sum, one) => sum + one.baseline_mean, 0) / anomalies.length
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${anomalies.length} hours, at most ${most.toLocaleString()}, usually ${usual.toFixed(DIGITS)}`}
    >
      <line x1="0" x2={WIDTH} y1={y(usual)} y2={y(usual)} className="decay-now" />
      {anomalies.map(({ id, detected_at: at, observed_value: value }) => (
        <line key={id} x1={x(Date.parse(at))} x2={x(Date.parse(at))} y1={HEIGHT} y2={y(value)} className="spark" />
      ))}
    </svg>
  )
}
