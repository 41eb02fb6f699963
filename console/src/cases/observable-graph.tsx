/** The graph of a case: alerts in the centre, and the observables that they share around them. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { Section } from '../parts/page.tsx'
import { shown } from '../parts/shown.tsx'

type CaseDetail = Schemas['CaseDetail']
type Node = CaseDetail['observable_graph']['nodes'][number]

const KINDS = ['alert', 'host', 'user', 'ip', 'domain', 'process', 'file', 'hash']
const WIDTH = 760
const HEIGHT = 400
/** More labels would overlap; the list below the graph has all of them. */
const DRAWN_MAX = 40
const LABEL_LENGTH = 28
/** Maximum number of alerts in one response, which the list below the graph uses. */
const LIST_MAX = 200

type Placed = Node & { readonly x: number; readonly y: number }

function placed(nodes: readonly Node[]): Placed[] {
  const alerts = nodes.filter(({ kind }) => kind === 'alert')
  const others = nodes
    .filter(({ kind }) => kind !== 'alert')
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
  const ring = (of: readonly Node[], across: number, down: number): Placed[] =>
    of.map((node, at) => {
      const angle = (at / Math.max(1, of.length)) * 2 * Math.PI - Math.PI / 2
      return { ...node, x: WIDTH / 2 + across * Math.cos(angle), y: HEIGHT / 2 + down * Math.sin(angle) }
    })
  const isOne = alerts.length === 1
  return [...ring(alerts, isOne ? 0 : 110, isOne ? 0 : 70), ...ring(others, 270, 160)]
}

export function ObservableGraph({ of: { id: caseId, observable_graph: graph } }: { readonly of: CaseDetail }) {
  const linked = useQuery({
    queryKey: ['case', caseId, 'alerts'],
    queryFn: () => call('GET /api/v1/cases/{id}/alerts', { path: { id: caseId }, query: { limit: LIST_MAX } }),
    enabled: graph.edges.length > 0,
  })
  if (graph.edges.length === 0) return null
  const titles = new Map(linked.data?.items.map(({ id, title }) => [id, title]))
  const named = graph.nodes.map((node) => ({ ...node, value: titles.get(node.value) ?? node.value }))
  const nodes = placed(named.slice(0, DRAWN_MAX))
  const at = new Map(nodes.map((node) => [node.id, node]))
  const lines = graph.edges.flatMap(({ from, to }) => {
    const [a, b] = [at.get(from), at.get(to)]
    return a && b ? [{ key: `${from} ${to}`, a, b }] : []
  })
  const hidden = graph.nodes.length - nodes.length + graph.left_out
  const kinds = KINDS.filter((kind) => nodes.some((node) => node.kind === kind))
  return (
    <Section
      title="Connected observables"
      aside={
        <span className="legends">
          {kinds.map((kind) => (
            <span key={kind} className={`legend kind-${kind}`}>
              {kind}
            </span>
          ))}
        </span>
      }
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="observables-graph"
        role="img"
        aria-label="Graph of observables"
      >
        {lines.map(({ key, a, b }) => (
          <line key={key} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
        ))}
        {nodes.map(({ id, kind, value, x, y }) => (
          <g key={id} className={`kind-${kind}`}>
            <title>
              {kind} {shown(value, 200)}
            </title>
            <circle cx={x} cy={y} r={kind === 'alert' ? 10 : 7} />
            <text x={x} y={y + (y < HEIGHT / 2 ? -12 : 22)} textAnchor="middle">
              {shown(value.length > LABEL_LENGTH ? `${value.slice(0, LABEL_LENGTH - 1)}…` : value)}
            </text>
          </g>
        ))}
      </svg>
      {hidden > 0 && (
        <Text size="xs" className="quiet">
          {hidden} more are not drawn.
        </Text>
      )}
    </Section>
  )
}
