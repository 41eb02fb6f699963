/** Volume by day, from the same rows that are billed. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { Chart } from '../parts/chart.tsx'
import { Section } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'

export function Volume() {
  const usage = useQuery({ queryKey: ['usage'], queryFn: () => call('GET /api/v1/usage') })
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
              <Section key={name} title={`${label} by day`}>
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
