/** Draws the chart of a KQL query above its rows. */
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { Chart } from '../parts/chart.tsx'
import { Shown } from '../parts/shown.tsx'
import { type Drawn, drawnOf } from './kql-drawn.ts'

type KqlChartProps = { readonly table: Parameters<typeof drawnOf>[0] }

export function KqlChart({ table }: KqlChartProps) {
  const drawn = useMemo(() => drawnOf(table), [table])
  if (table.render === null) return null
  if (drawn === null)
    return (
      <Text size="sm" className="quiet">
        The rows have no numbers that can be drawn as {table.render.chart}.
      </Text>
    )
  const name = table.render.properties.title ?? 'Chart of the query'
  return (
    <section aria-label={name} className="card stack">
      {drawn.kind === 'time' ? (
        <Chart name={name} times={drawn.times} series={drawn.series} kind={drawn.isBars ? 'bars' : 'line'} />
      ) : (
        <Bars of={drawn.of} rows={drawn.rows} />
      )}
      {drawn.leftOut > 0 && (
        <Text size="xs" className="quiet">
          {drawn.leftOut.toLocaleString()} more {drawn.kind === 'time' ? 'series' : 'bars'} are in the table only.
        </Text>
      )}
    </section>
  )
}

function Bars({ of, rows }: Pick<Extract<Drawn, { kind: 'bars' }>, 'of' | 'rows'>) {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <ul className="plain" aria-label={of}>
      {rows.map(({ label, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two bars may have one label
        <li key={at} className="kql-bar">
          <span className="cut mono">
            <Shown text={label} lengthMax={80} />
          </span>
          <i ref={(bar) => void bar?.style.setProperty('width', `${(100 * value) / most}%`)} aria-hidden="true" />
          <span className="count">{value.toLocaleString()}</span>
        </li>
      ))}
    </ul>
  )
}
