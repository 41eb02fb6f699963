/** A chart over time: lines, or bars that stand on each other, one scale, drawn on a canvas by uPlot, with its figures as a table for readers. */
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { usePreference } from './preferences.ts'
import { stacked } from './stacked.ts'
import { stepFormat } from './step-format.ts'

type Clock = ReturnType<typeof usePreference<'clock'>>

export type Series = {
  readonly name: string
  readonly values: readonly (number | null)[]
  /** The name of a CSS variable, such as `--sev-high`: its value follows the theme. */
  readonly color?: string
}

type ChartProps = {
  readonly name: string
  /** Start times of the steps. */
  readonly times: readonly string[]
  readonly series: readonly Series[]
  readonly kind?: 'line' | 'bars'
  readonly height?: number
  readonly unit?: string
}

const COLORS = ['#228be6', '#e8590c', '#12b886', '#be4bdb', '#fab005', '#868e96']
const HEIGHT = 180
const AXIS_PX = 56
/** Height of the line of times below a chart. */
const TIMES_PX = 34
const AXIS_WITH_UNIT_PX = 80
const ROWS_MAX = 400
/** With few steps, each step has its tick and its point. */
const FEW = 13

export function Chart({ name, times, series, kind = 'line', height = HEIGHT, unit = '' }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  // The one in force: the system may change it while the choice of the person stays "auto".
  const colorScheme = useComputedColorScheme('dark')
  const clock = usePreference('clock')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read anew when the theme changes
  useEffect(() => {
    const element = place.current
    if (element === null || times.length < 2) return undefined
    const styles = getComputedStyle(element)
    const [quiet, line] = [styles.getPropertyValue('--quiet').trim(), styles.getPropertyValue('--line').trim()]
    const values = series.map((one) => one.values)
    const tops = kind === 'bars' ? stacked(values) : values.map((one) => [...one])
    const data = [times.map((at) => Date.parse(at) / 1_000), ...tops]
    const axis = { stroke: quiet, grid: { stroke: line, width: 1 }, ticks: { show: false } }
    const bars = kind === 'bars' ? { paths: uPlot.paths.bars?.({ size: [0.8, 40] }), points: { show: false } } : {}
    const plot = new uPlot(
      {
        ...{ width: element.clientWidth, height, legend: { show: series.length > 1 }, cursor: { y: false } },
        scales: { x: { time: true }, y: { range: (_, __, max) => [0, Math.max(1, max * 1.08)] } },
        axes: [
          // Values are read along the lines of their axis; lines of the time would only cross them.
          { ...axis, grid: { show: false }, size: TIMES_PX, gap: 8, ...ticksOf(times, clock) },
          {
            ...axis,
            size: unit === '' ? AXIS_PX : AXIS_WITH_UNIT_PX,
            values: (_, found) => found.map((one) => `${compact(one)}${unit}`),
          },
        ],
        series: [
          // A blank name: uPlot writes "Time" for an empty one, also while the pointer is elsewhere.
          {
            label: ' ',
            value: (_, second) => (second == null ? '' : stepFormat(times, clock).format(new Date(second * 1_000))),
          },
          ...series.map(({ name: label, values, color }, at) => {
            const named = color && styles.getPropertyValue(color).trim()
            const stroke = named || COLORS[at % COLORS.length] || '#228be6'
            const pointed = times.length <= FEW ? [...values.keys()] : alone(values)
            const points = { show: pointed.length > 0, filter: () => pointed, fill: stroke, size: 6 }
            const fill = kind === 'bars' ? stroke : `${stroke}22`
            return { label, stroke, width: 2, fill, value: legendValue(values, unit), points, ...bars }
          }),
        ],
      },
      data as uPlot.AlignedData,
      element,
    )
    const watch = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    watch.observe(element)
    return () => {
      watch.disconnect()
      plot.destroy()
    }
  }, [times, series, kind, height, unit, colorScheme, clock])
  const format = stepFormat(times, clock)
  return (
    <figure className="chart" aria-label={name}>
      <div ref={place} aria-hidden="true" hidden={times.length < 2} />
      {times.length === 1 && <OneStep at={format.format(new Date(times[0] ?? ''))} series={series} unit={unit} />}
      <table className="unseen">
        <caption>{name}</caption>
        <tbody>
          {times.slice(0, ROWS_MAX).map((at, index) => (
            <tr key={at}>
              <th scope="row">{format.format(new Date(at))}</th>
              {series.map(({ name: label, values }) => (
                <td key={label}>
                  {label}: {values[index]?.toLocaleString() ?? 'not known'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

type OneStepProps = Pick<ChartProps, 'series'> & { readonly at: string; readonly unit: string }

/** One step makes no line: its figures stand in words until there is a second one. */
function OneStep({ at, series, unit }: OneStepProps) {
  return (
    <p className="quiet one-step" aria-hidden="true">
      {at}:{' '}
      {series.map(({ name, values: [value] }) => `${name} ${value?.toLocaleString() ?? 'not known'}${unit}`).join(', ')}
      . Drawn as a line once there are two values.
    </p>
  )
}

/** Indexes of values between gaps: no line reaches them, so they need a point to be visible. */
const alone = (values: Series['values']): number[] =>
  [...values.keys()].filter((at) => values[at] !== null && values[at - 1] == null && values[at + 1] == null)

/** Empty when the pointer is not over a value. */
const legendValue =
  (values: Series['values'], unit: string) => (_: uPlot, __: unknown, ___: number, at: number | null) =>
    at === null ? '' : `${values[at]?.toLocaleString() ?? 'not known'}${values[at] == null ? '' : unit}`

/** A tick for each step if there are few; for many, uPlot chooses the ticks. */
function ticksOf(times: readonly string[], clock: Clock): Partial<uPlot.Axis> {
  const format = stepFormat(times, clock)
  if (times.length > FEW)
    return { values: (_, found) => labels(found.map((second) => format.format(new Date(second * 1_000)))) }
  return {
    splits: () => times.map((at) => Date.parse(at) / 1_000),
    values: (_, found) => found.map((second) => format.format(new Date(second * 1_000))),
  }
}

/** Ticks may be closer than steps are: one that reads as the tick before it does stays empty. */
const labels = (texts: readonly string[]) => texts.map((text, at) => (text === texts[at - 1] ? '' : text))

const compact = (value: number): string => Intl.NumberFormat(undefined, { notation: 'compact' }).format(value)
