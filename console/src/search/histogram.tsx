import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bodyOf, POST } from '../api/client.ts'
import { Loaded } from '../parts/states.tsx'

const BARS = 60
const STEPS = [60, 300, 900, 3_600, 10_800, 21_600, 86_400, 604_800] as const
const LABEL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

type HistogramProps = {
  readonly question: { readonly query: string; readonly from: string; readonly to: string }
  /** A bar was chosen: its time. */
  readonly choose: (from: string, to: string) => void
}

/** Events over time; a bar is a button that narrows the search to it. */
export function Histogram({ question: { query, from, to }, choose }: HistogramProps) {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000 / BARS
  const step = STEPS.find((one) => one >= seconds) ?? 604_800
  const counted = useQuery({
    queryKey: ['histogram', query, from, to],
    queryFn: () => bodyOf(POST('/api/v1/events/histogram', { body: { query, from, to, interval_seconds: step } })),
  })
  return (
    <section className="card" aria-label="Events over time">
      <Loaded query={counted} lines={2}>
        {({ buckets, events, interval_seconds: width }) => {
          const most = Math.max(1, ...buckets.map((bucket) => bucket.events))
          const last = buckets.at(-1)
          return (
            <>
              <Text size="xs" className="quiet" mb={4}>
                {events.toLocaleString()} events, at most {most.toLocaleString()} in {widthOf(width)}
              </Text>
              <div className="bars">
                {buckets.map(({ from: begins, events: count }) => {
                  const ends = new Date(Date.parse(begins) + width * 1000).toISOString()
                  return (
                    <button
                      key={begins}
                      type="button"
                      title={`${LABEL.format(new Date(begins))}: ${count.toLocaleString()}`}
                      aria-label={`${LABEL.format(new Date(begins))}: ${count} events`}
                      onClick={() => choose(begins, ends)}
                    >
                      <i ref={(bar) => void bar?.style.setProperty('height', `${(100 * count) / most}%`)} />
                    </button>
                  )
                })}
              </div>
              <div className="axis">
                <span>{LABEL.format(new Date(buckets[0]?.from ?? from))}</span>
                <span>{last && LABEL.format(new Date(Date.parse(last.from) + width * 1000))}</span>
              </div>
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

function widthOf(seconds: number): string {
  if (seconds >= 86_400) return `${seconds / 86_400} days`
  return seconds >= 3_600 ? `${seconds / 3_600} h` : `${seconds / 60} min`
}
