import { Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import type { Schemas } from '../api/client.ts'
import { shown } from '../parts/shown.tsx'
import { type Edge, graphOf, type Node } from './graph.ts'
import { EDGE_PX, graphSize } from './graph-size.ts'

const ROW_PX = 44
const MARK = { address: '@', user: 'U', host: 'H', process: 'P' } as const

/**
 * Draws the entities of the evidence and their connections; the table of steps above has the same information as text.
 */
export function EntityGraph({ steps }: { readonly steps: Schemas['AlertDetail']['evidence'] }) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const { nodes, edges, rows, omitted } = graphOf(steps)
  if (nodes.length < 2) return <Text size="sm">The evidence shows no connections between entities.</Text>
  const { widthPx, nodePx, nameMax } = graphSize(new Set(nodes.map(({ x }) => x)).size, width)
  const xOf = (node: Node) => EDGE_PX + node.x * (widthPx - nodePx - 2 * EDGE_PX)
  const yOf = (node: Node) => node.y * ROW_PX
  return (
    <>
      <div ref={ref} className="graph">
        <svg
          width={widthPx}
          height={rows * ROW_PX}
          role="group"
          aria-label="Entities of the evidence and their connections"
        >
          {edges.map((edge) => (
            <Line key={`${edge.from.id} ${edge.to.id}`} edge={edge} nodePx={nodePx} xOf={xOf} yOf={yOf} />
          ))}
          {nodes.map((node) => (
            <Box key={node.id} node={node} nodePx={nodePx} nameMax={nameMax} x={xOf(node)} y={yOf(node)} />
          ))}
        </svg>
      </div>
      <Text size="xs" className="quiet">
        U user, @ address, H host, P process; the number on a line counts its steps.
        {omitted > 0 && ` ${omitted} more entities are not drawn.`}
      </Text>
    </>
  )
}

type LineProps = {
  readonly edge: Edge
  readonly nodePx: number
  readonly xOf: (node: Node) => number
  readonly yOf: (node: Node) => number
}

function Line({ edge: { from, to, steps, title }, nodePx, xOf, yOf }: LineProps) {
  const [x1, y1, x2, y2] = [xOf(from) + nodePx, yOf(from), xOf(to), yOf(to)]
  const middle = (x1 + x2) / 2
  return (
    <g>
      <title>{`${shown(from.name, 80)} to ${shown(to.name, 80)}: ${shown(title, 120)}${steps.length > 1 ? ` and ${steps.length - 1} more` : ''}`}</title>
      <path
        d={`M ${x1} ${y1} C ${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`}
        strokeWidth={Math.min(1 + steps.length / 2, 4)}
      />
      {steps.length > 1 && (
        <text x={middle} y={(y1 + y2) / 2 - 4} textAnchor="middle">
          {steps.length}
        </text>
      )}
    </g>
  )
}

type BoxProps = {
  readonly node: Node
  readonly nodePx: number
  readonly nameMax: number
  readonly x: number
  readonly y: number
}

function Box({ node: { kind, name }, nodePx, nameMax, x, y }: BoxProps) {
  const navigate = useNavigate()
  const open = () => void navigate({ to: '/entities/$entity', params: { entity: name } })
  const text = shown(name, 80)
  const body = (
    <>
      <title>{`${kind} ${text}`}</title>
      <rect x={x} y={y - 14} width={nodePx} height={28} rx={6} />
      <text x={x + 10} y={y + 4} className="mark">
        {MARK[kind]}
      </text>
      <text x={x + 26} y={y + 4}>
        {text.length > nameMax ? `${text.slice(0, nameMax - 1)}…` : text}
      </text>
    </>
  )
  if (kind === 'process') return <g className="node">{body}</g>
  return (
    <g
      className="node leads"
      role="link"
      tabIndex={0}
      aria-label={`${kind} ${text}`}
      onClick={open}
      onKeyDown={({ key }) => key === 'Enter' && open()}
    >
      {body}
    </g>
  )
}
