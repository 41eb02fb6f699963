/** Draws a playbook from top to bottom: its steps, the edges between them, and the outcome of each step in a run. */
import { shown } from '../parts/shown.tsx'
import { wordOf } from '../parts/words.ts'
import { type Flow, type Node, STEPS_MAX } from './flow.ts'

const BOX = { width: 200, height: 48 }
const GAP = { x: 40, y: 44 }
const CELL = { width: BOX.width + GAP.x, height: BOX.height + GAP.y }
const TEXT_LENGTH = 26
/** Space beside the last column for labels of edges that pass there. */
const WAY_LABEL = 48

type GraphProps = {
  readonly flow: Flow
  readonly chosen?: string | null
  readonly choose?: (id: string) => void
  /** Outcome of each step: `executed`, `failed`, `skipped` … */
  readonly outcomes?: ReadonlyMap<string, string>
  /** Steps with a problem. */
  readonly faulty?: ReadonlySet<string>
}

const place = ({ row, column }: Node) => ({ x: column * CELL.width + GAP.x / 2, y: row * CELL.height + 8 })
const cut = (text: string) => shown(text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH - 1)}…` : text)

export function Graph({ flow, chosen = null, choose, outcomes, faulty }: GraphProps) {
  const at = new Map(flow.nodes.map((node) => [node.id, node]))
  const width = flow.columns * CELL.width + WAY_LABEL
  const height = flow.rows * CELL.height
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className="flow" aria-label="Graph of the steps" tabIndex={0}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="group" aria-label="Steps">
        <defs>
          <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
            <path d="M0 0 8 4 0 8z" />
          </marker>
        </defs>
        {flow.edges.map(({ from, to, label }) => {
          const [a, b] = [at.get(from), at.get(to)]
          if (!a || !b) return null
          return <Way key={`${from} ${to} ${label}`} from={a} to={b} label={label} />
        })}
        {flow.nodes.map((node) => {
          const { x, y } = place(node)
          const outcome = outcomes?.get(node.id)
          const type = typeof node.step.type === 'string' ? node.step.type : 'no type'
          const name = typeof node.step.name === 'string' ? node.step.name : node.id
          const state = faulty?.has(node.id) ? 'faulty' : (outcome ?? '')
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: it is a button where it can be chosen
            <g
              key={node.id}
              transform={`translate(${x} ${y})`}
              className={`step-box step-${state || 'plain'}${chosen === node.id ? ' step-chosen' : ''}`}
              {...(choose
                ? {
                    role: 'button',
                    tabIndex: 0,
                    'aria-label': `${name}, ${wordOf(type)}`,
                    'aria-pressed': chosen === node.id,
                    onClick: () => choose(node.id),
                    onKeyDown: (event: React.KeyboardEvent) => {
                      if (event.key === 'Enter' || event.key === ' ') choose(node.id)
                    },
                  }
                : {})}
            >
              <rect width={BOX.width} height={BOX.height} rx={type === 'condition' ? 24 : 6} />
              <text x={12} y={20} className="step-name">
                {cut(name)}
              </text>
              <text x={12} y={36} className="step-type">
                {cut(wordOf(type))}
                {outcome === undefined ? '' : `: ${wordOf(outcome)}`}
              </text>
            </g>
          )
        })}
      </svg>
      {flow.nodes.length === STEPS_MAX && <p className="quiet">Only the first {STEPS_MAX} steps are drawn.</p>}
    </section>
  )
}

function Way({ from, to, label }: { readonly from: Node; readonly to: Node; readonly label: string }) {
  const [a, b] = [place(from), place(to)]
  const isBack = to.row <= from.row
  const start = { x: a.x + BOX.width / 2, y: a.y + BOX.height }
  const end = { x: b.x + BOX.width / 2, y: b.y }
  const side = Math.max(a.x, b.x) + BOX.width + 14
  const isFar = to.row - from.row > 1 && to.column === from.column
  const path =
    isBack || isFar
      ? `M${a.x + BOX.width} ${a.y + BOX.height / 2} H${side} V${b.y + BOX.height / 2} H${b.x + BOX.width}`
      : `M${start.x} ${start.y} C${start.x} ${start.y + GAP.y / 2} ${end.x} ${end.y - GAP.y / 2} ${end.x} ${end.y}`
  const middle =
    isBack || isFar
      ? { x: side + 2, y: (a.y + b.y) / 2 + BOX.height / 2 }
      : { x: (start.x + end.x) / 2 + 6, y: (start.y + end.y) / 2 + 4 }
  return (
    <g className="way">
      <path d={path} markerEnd="url(#arrow)" />
      {label !== '' && (
        <text x={middle.x} y={middle.y}>
          {label}
        </text>
      )}
    </g>
  )
}
