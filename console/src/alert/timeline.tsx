/** Draws the steps on a time line; steps of about the same time are stacked. */
import { useElementSize } from '@mantine/hooks'
import type { Schemas } from '../api/client.ts'
import { severityWord } from '../parts/severity.tsx'
import { shown } from '../parts/shown.tsx'
import { useFormats } from '../parts/time.tsx'

type Step = Schemas['AlertDetail']['evidence'][number]

const EDGE = 10
const DOT = 5
const STACK_MAX = 8

export function Timeline({ steps }: { readonly steps: readonly Step[] }) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const { second, short } = useFormats()
  const times = steps.map(({ time }) => Date.parse(time))
  const from = Math.min(...times)
  const span = Math.max(...times) - from
  const dots = stacked(
    times.map((time) => (span === 0 ? width / 2 : EDGE + ((time - from) / span) * (width - 2 * EDGE))),
  )
  const height = (Math.max(...dots.map(({ level }) => level), 0) + 1) * 2 * (DOT + 1) + 4
  return (
    <div ref={ref} className="timeline">
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${steps.length} steps in ${Math.round(span / 1000)} s`}
      >
        <line x1={0} x2={width} y1={height - DOT - 1} y2={height - DOT - 1} />
        {dots.map(({ x, level }, at) => {
          const step = steps[at]
          if (step === undefined) return null
          return (
            <circle
              key={step.signal_id}
              cx={x}
              cy={height - DOT - 1 - level * 2 * (DOT + 1)}
              r={DOT}
              className={`severity-${severityWord(step.severity_id)}`}
            >
              <title>{`${second.format(times[at])} ${shown(step.title, 120)}`}</title>
            </circle>
          )
        })}
      </svg>
      <div className="axis">
        <span>{short.format(from)}</span>
        <span>{second.format(from + span)}</span>
      </div>
    </div>
  )
}

type Dot = { readonly x: number; readonly level: number }

/** Puts each dot on the lowest level on which it touches no earlier dot. */
export function stacked(xs: readonly number[]): Dot[] {
  const dots: Dot[] = []
  for (const x of xs) {
    const isFree = (level: number) => !dots.some((dot) => dot.level === level && Math.abs(dot.x - x) < 2 * DOT)
    let level = 0
    while (level < STACK_MAX - 1 && !isFree(level)) level++
    dots.push({ x, level })
  }
  return dots
}
