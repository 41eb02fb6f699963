/**
 * Builds the graph of actors and targets from the steps of the evidence: addresses and users on the left, hosts,
 * processes on the right.
 */
import type { Schemas } from '../api/client.ts'

type Step = Pick<Schemas['AlertDetail']['evidence'][number], 'order' | 'host' | 'user' | 'src_ip' | 'matched' | 'title'>

export const KINDS = ['address', 'user', 'host', 'process'] as const
export type Kind = (typeof KINDS)[number]
export type Node = {
  readonly id: string
  readonly kind: Kind
  readonly name: string
  readonly x: number
  readonly y: number
}
export type Edge = {
  readonly from: Node
  readonly to: Node
  /** Indexes of the steps that the node stands for, and the title of the first. */
  readonly steps: readonly number[]
  readonly title: string
}
export type Graph = {
  readonly nodes: readonly Node[]
  readonly edges: readonly Edge[]
  readonly rows: number
  readonly omitted: number
}

export const NODES_MAX = 40
const SWEEPS = 4
const PROCESS = /(^|\.)(process\.(name|executable|file\.(name|path))|image|newprocessname|exe)$/i

type Draft = { id: string; kind: Kind; name: string; y: number }
type Link = { readonly from: string; readonly to: string; readonly steps: number[]; readonly title: string }

export function graphOf(steps: readonly Step[]): Graph {
  const nodes = new Map<string, Draft>()
  const links = new Map<string, Link>()
  let omitted = 0
  const node = (kind: Kind, name: string): string | null => {
    if (name === '') return null
    const id = `${kind} ${name.toLowerCase()}`
    if (!nodes.has(id) && nodes.size >= NODES_MAX) {
      omitted++
      return null
    }
    if (!nodes.has(id)) nodes.set(id, { id, kind, name, y: 0 })
    return id
  }
  const link = (from: string | null, to: string | null, { order, title }: Step) => {
    if (from === null || to === null) return
    const key = `${from}>${to}`
    const known = links.get(key)
    if (known === undefined) links.set(key, { from, to, steps: [order], title })
    else known.steps.push(order)
  }
  for (const step of steps) {
    const host = node('host', step.host)
    const user = node('user', step.user)
    const address = node('address', step.src_ip)
    const name = step.matched.find(({ field }) => PROCESS.test(field))?.value ?? ''
    const program = node('process', name.split(/[\\/]/).at(-1) ?? '')
    link(user, host ?? program, step)
    link(address, host ?? user, step)
    link(host, program, step)
  }
  return { ...placed([...nodes.values()], [...links.values()]), omitted }
}

/** Each kind is a column; a node is placed near the mean of its linked nodes, which avoids crossing lines. */
function placed(drafts: readonly Draft[], links: readonly Link[]): Omit<Graph, 'omitted'> {
  const columns = KINDS.map((kind) => drafts.filter((draft) => draft.kind === kind)).filter(({ length }) => length > 0)
  const rows = Math.max(...columns.map(({ length }) => length), 1)
  const spread = (column: readonly Draft[]) => {
    for (const [index, draft] of column.entries()) draft.y = ((index + 0.5) * rows) / column.length
  }
  for (const column of columns) spread(column)
  const byId = new Map(drafts.map((draft) => [draft.id, draft]))
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    for (const column of columns) {
      const wish = new Map(column.map((draft) => [draft, meanOfLinked(draft, links, byId)]))
      column.sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0))
      spread(column)
    }
  const nodes = new Map(
    columns.flatMap((column, at) =>
      column.map(
        (draft) => [draft.id, { ...draft, x: columns.length === 1 ? 0.5 : at / (columns.length - 1) }] as const,
      ),
    ),
  )
  const edges = links.flatMap(({ from, to, ...link }) => {
    const [start, end] = [nodes.get(from), nodes.get(to)]
    return start && end ? [{ from: start, to: end, ...link }] : []
  })
  return { nodes: [...nodes.values()], edges, rows }
}

function meanOfLinked(draft: Draft, links: readonly Link[], byId: ReadonlyMap<string, Draft>): number {
  const others = links.flatMap(({ from, to }) => (from === draft.id ? [to] : to === draft.id ? [from] : []))
  if (others.length === 0) return draft.y
  return others.reduce((sum, id) => sum + (byId.get(id)?.y ?? 0), 0) / others.length
}
