/** The steps of a playbook as a graph for drawing from top to bottom: their edges and their positions. */
export type Step = {
  readonly id?: unknown
  readonly type?: unknown
  readonly name?: unknown
  readonly [key: string]: unknown
}
export type Node = { readonly id: string; readonly step: Step; readonly row: number; readonly column: number }
export type Edge = { readonly from: string; readonly to: string; readonly label: string }
export type Flow = {
  readonly nodes: readonly Node[]
  readonly edges: readonly Edge[]
  readonly rows: number
  readonly columns: number
}

/** A member of a step that names the step behind it, with the case in which a run goes there. */
export type Way = { readonly key: string; readonly label: string }

const NEXT: Way = { key: 'next', label: '' }
const BRANCHES: readonly Way[] = [
  { key: 'next_true', label: 'yes' },
  { key: 'next_false', label: 'no' },
]
const ANSWERS: readonly Way[] = [
  { key: 'next_acknowledge', label: 'acknowledged' },
  { key: 'next_deny', label: 'denied' },
  { key: 'next_escalate', label: 'escalated' },
  { key: 'next_expired', label: 'nobody answered' },
]
export const WAYS: readonly Way[] = [NEXT, ...BRANCHES, ...ANSWERS]
export const STEPS_MAX = 200

/** The ways on from a step of this type. A way that the step does not name goes where `next` goes. */
export function waysOf({ type }: Step): readonly Way[] {
  if (type === 'condition') return BRANCHES
  return type === 'chatops.verify' ? ANSWERS : [NEXT]
}

/**
 * The flow of a document that may be incomplete: invalid entries are left out, and an edge only leads to an existing
 * step.
 */
export function flowOf(document: unknown): Flow {
  const steps = stepsOf(document)
  const ids = new Set(steps.map(({ id }) => id))
  const edges = steps.flatMap(({ id, step }, at) =>
    edgesOf(step, steps[at + 1]?.id).map((edge) => ({ ...edge, from: id })),
  )
  const known = edges.filter(({ to }) => ids.has(to))
  const rows = rowsOf(
    steps.map(({ id }) => id),
    known,
  )
  const used = new Map<number, number>()
  const nodes = steps.map(({ id, step }) => {
    const row = rows.get(id) ?? 0
    const column = used.get(row) ?? 0
    used.set(row, column + 1)
    return { id, step, row, column }
  })
  return {
    ...{ nodes, edges: known, rows: Math.max(0, ...nodes.map(({ row }) => row)) + 1 },
    columns: Math.max(1, ...used.values()),
  }
}

function stepsOf(document: unknown): { readonly id: string; readonly step: Step }[] {
  const { steps } = (document ?? {}) as { steps?: unknown }
  if (!Array.isArray(steps)) return []
  const seen = new Set<string>()
  return steps.slice(0, STEPS_MAX).flatMap((one: unknown) => {
    const step = (one ?? {}) as Step
    if (typeof step.id !== 'string' || seen.has(step.id)) return []
    seen.add(step.id)
    return [{ id: step.id, step }]
  })
}

/** Several ways to one step are one edge. */
function edgesOf(step: Step, following: string | undefined): { readonly to: string; readonly label: string }[] {
  const after = step.next === undefined ? following : step.next
  const labels = new Map<string, string[]>()
  for (const { key, label } of waysOf(step)) {
    const to = step[key] === undefined ? after : step[key]
    if (typeof to === 'string') labels.set(to, [...(labels.get(to) ?? []), label])
  }
  return [...labels].map(([to, all]) => ({ to, label: all.join(', ') }))
}

/** A step's row is the length of the longest path to it; an edge upwards is drawn, but does not move a step. */
function rowsOf(ids: readonly string[], edges: readonly Edge[]): ReadonlyMap<string, number> {
  const order = new Map(ids.map((id, at) => [id, at]))
  const rows = new Map(ids.map((id) => [id, 0]))
  for (const id of ids)
    for (const { from, to } of edges)
      if (from === id && (order.get(to) ?? 0) > (order.get(id) ?? 0))
        rows.set(to, Math.max(rows.get(to) ?? 0, (rows.get(id) ?? 0) + 1))
  return rows
}
