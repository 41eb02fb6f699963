/** A tree of processes as rows with their depth: each parent is above its children. */

type Node = { readonly event_uid: string; readonly parent_uid: string | null; readonly time: string }
export type ProcessRow<N> = { readonly node: N; readonly depth: number; readonly children: number }

/** Children are sorted by time. A loop of parents, which only faulty events cause, is cut at its first repetition. */
export function processRows<N extends Node>(nodes: readonly N[]): readonly ProcessRow<N>[] {
  const known = new Set(nodes.map(({ event_uid }) => event_uid))
  const children = new Map<string | null, N[]>()
  for (const node of nodes) {
    const parent = node.parent_uid !== null && known.has(node.parent_uid) ? node.parent_uid : null
    const of = children.get(parent) ?? []
    of.push(node)
    children.set(parent, of)
  }
  const rows: ProcessRow<N>[] = []
  const seen = new Set<string>()
  const add = (of: readonly N[], depth: number) => {
    for (const node of [...of].sort((a, b) => a.time.localeCompare(b.time))) {
      if (seen.has(node.event_uid)) continue
      seen.add(node.event_uid)
      const below = children.get(node.event_uid) ?? []
      rows.push({ node, depth, children: below.length })
      add(below, depth + 1)
    }
  }
  add(children.get(null) ?? [], 0)
  add(nodes, 0)
  return rows
}

type Tree<N> = { readonly host: string; readonly nodes: readonly N[] }

/** Leaves out trees whose processes are all in an earlier one. */
export function distinctTrees<N extends Node, T extends Tree<N>>(trees: readonly T[]): readonly T[] {
  const seen = new Set<string>()
  return trees.filter(({ nodes }) => {
    const hasNew = nodes.some(({ event_uid }) => !seen.has(event_uid))
    for (const { event_uid } of nodes) seen.add(event_uid)
    return hasNew
  })
}
