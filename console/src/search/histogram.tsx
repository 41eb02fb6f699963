import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type PointerEvent, useRef, useState } from 'react'
import { bodyOf, POST } from '../api/client.ts'
import { Waiting } from '../parts/states.tsx'
import { useFormats } from '../parts/time.tsx'
import { counted } from '../parts/words.ts'
import { NotCounted } from './refused.tsx'

const BARS = 60
const STEPS = [15, 60, 300, 900, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400, 604_800] as const
type HistogramProps = {
  readonly question: { readonly query: string; readonly from: string; readonly to: string }
  /** Called with the time of a selected bar, or of several bars over which the pointer was dragged. */
  readonly choose: (from: string, to: string) => void
}

type Bucket = { readonly from: string; readonly events: number }

/** Events over time; selecting a bar narrows the search to it, dragging over several to all of them. */
export function Histogram({ question: { query, from, to }, choose }: HistogramProps) {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000 / BARS
  const step = STEPS.find((one) => one >= seconds) ?? 604_800
  const counted = useQuery({
    queryKey: ['histogram', query, from, to],
    queryFn: ({ signal }) =>
      bodyOf(POST('/api/v1/events/histogram', { signal, body: { query, from, to, interval_seconds: step } })),
  })
  if (counted.error) return <NotCounted error={counted.error} retry={() => void counted.refetch()} />
  return (
    <section className="card histogram" aria-label="Events over time">
      {counted.data === undefined ? (
        <Waiting lines={2} />
      ) : (
        <>
          <Text size="xs" className="quiet" mb={4}>
            <b>{counted.data.events.toLocaleString()}</b> {counted.data.events === 1 ? 'event' : 'events'}
            {counted.data.complete ? '' : ' in the searched part of the time range'}, a bar is{' '}
            {widthOf(counted.data.interval_seconds)}; draw over bars to choose their time
          </Text>
          <Bars buckets={counted.data.buckets} width={counted.data.interval_seconds} choose={choose} />
        </>
      )}
    </section>
  )
}

type BarsProps = {
  readonly buckets: readonly Bucket[]
  readonly width: number
  readonly choose: (from: string, to: string) => void
}

function Bars({ buckets, width, choose }: BarsProps) {
  const { short } = useFormats()
  const [drawn, setDrawn] = useState<readonly [number, number] | null>(null)
  const bars = useRef<HTMLDivElement>(null)
  const most = Math.max(1, ...buckets.map(({ events }) => events))
  const endOf = (bucket: Bucket | undefined) => new Date(Date.parse(bucket?.from ?? '') + width * 1000).toISOString()
  const indexAt = ({ clientX }: PointerEvent) => {
    const { left = 0, width: across = 1 } = bars.current?.getBoundingClientRect() ?? {}
    return Math.max(0, Math.min(buckets.length - 1, Math.floor(((clientX - left) / across) * buckets.length)))
  }
  const end = () => {
    if (drawn === null) return
    const [a, b] = [Math.min(...drawn), Math.max(...drawn)]
    setDrawn(null)
    // One bar is its own button.
    if (a !== b && buckets[a]) choose(buckets[a].from, endOf(buckets[b]))
  }
  const isDrawn = (index: number) => drawn !== null && index >= Math.min(...drawn) && index <= Math.max(...drawn)
  const last = buckets.at(-1)
  const middle = buckets[Math.floor(buckets.length / 2)]
  return (
    <div className="histogram-bars">
      <div className="scale quiet" aria-hidden="true">
        <span>{most.toLocaleString()}</span>
        <span>0</span>
      </div>
      <div>
        <div
          ref={bars}
          className="bars"
          onPointerDown={(event) => setDrawn([indexAt(event), indexAt(event)])}
          onPointerMove={(event) => drawn !== null && setDrawn([drawn[0], indexAt(event)])}
          onPointerUp={end}
          onPointerLeave={() => setDrawn(null)}
        >
          {buckets.map((bucket, index) => {
            const { from, events: count } = bucket
            const name = `${short.format(new Date(from))}: ${counted(count, 'event', 'events')}`
            return (
              <button
                key={from}
                type="button"
                title={name}
                aria-label={name}
                data-drawn={isDrawn(index)}
                onClick={() => choose(from, endOf(bucket))}
              >
                <i
                  data-none={count === 0}
                  ref={(bar) => void bar?.style.setProperty('height', `${(100 * count) / most}%`)}
                />
              </button>
            )
          })}
        </div>
        <div className="axis">
          <span>{buckets[0] && short.format(new Date(buckets[0].from))}</span>
          <span>{middle && short.format(new Date(middle.from))}</span>
          <span>{last && short.format(new Date(endOf(last)))}</span>
        </div>
      </div>
    </div>
  )
}

function widthOf(seconds: number): string {
  if (seconds >= 86_400) return seconds === 86_400 ? 'a day' : `${seconds / 86_400} days`
  if (seconds >= 3_600) return `${seconds / 3_600} h`
  return seconds >= 60 ? `${seconds / 60} min` : `${seconds} s`
}
