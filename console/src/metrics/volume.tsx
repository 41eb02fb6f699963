/** Volume by day (UTC), from the rows that are also billed. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { Chart } from '../parts/chart.tsx'
import { Section } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'

/** Below the limit of 186 days for one request. */
const DAYS_MAX = 184
const DAY_MS = 86_400_000

export function Volume({ days: wanted }: { readonly days: number }) {
  const days = Math.min(DAYS_MAX, wanted)
  const start = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10)
  const usage = useQuery({
    queryKey: ['usage', start],
    queryFn: () => call('GET /api/v1/usage', { query: { start } }),
  })
  return (
    <Loaded query={usage} lines={6}>
      {({ daily, meters }) => {
        const times = daily.map(({ date }) => date)
        const values = (name: string) => daily.map(({ values: of }) => of[name] ?? null)
        const has = (name: string) => meters.some((meter) => meter.name === name)
        const charts = [
          ['events_ingested', 'Events'],
          ['cases', 'Cases'],
          ['cases_opened', 'Cases'],
          ['playbook_runs', 'Playbook runs'],
        ].filter(([name = '']) => has(name))
        return (
          <div className="two even">
            {charts.map(([name = '', label = '']) => (
              <Section
                key={name}
                title={`${label} by day`}
                aside={wanted > days && <span className="quiet">of the last {days} days</span>}
              >
                <Chart
                  name={`${label} by day`}
                  times={times}
                  series={[{ name: label, values: values(name) }]}
                  kind="bars"
                />
              </Section>
            ))}
          </div>
        )
      }}
    </Loaded>
  )
}
