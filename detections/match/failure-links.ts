/**
 * Failure links: the next state of a trie when a state has no transition, so that literals are found anywhere in a
 * text.
 */
import type { Classes } from './symbol-classes.ts'
import type { Trie } from './trie.ts'

export type Links = {
  readonly fail: Int32Array
  /** Transitions of dense states by class, as nodes, with failure links applied. */
  readonly goTo: Int32Array
  readonly keyAt: Int32Array
}

/** Aho and Corasick 1975. `dense` lists the nodes with a row, in the order of the rows. */
export function failureLinks(trie: Trie, classes: Classes, dense: readonly number[]): Links {
  const [fail, keyAt] = [new Int32Array(trie.nodes), trie.key.slice()]
  const width = classes.count
  const goTo = new Int32Array(dense.length * width)
  const rowOf = new Int32Array(trie.nodes).fill(-1)
  for (const [row, node] of dense.entries()) rowOf[node] = row
  const follow = (from: number, symbolClass: number): number => {
    for (let node = from; ; node = fail[node] as number) {
      const row = rowOf[node] as number
      if (row >= 0) return goTo[row * width + symbolClass] as number
      const end = trie.firstChild[node + 1] as number
      for (let child = trie.firstChild[node] as number; child < end; child++) {
        if (classes.of(child) === symbolClass) return child
      }
    }
  }
  for (let node = 0; node < trie.nodes; node++) {
    if (node > 0 && trie.parent[node] !== 0)
      fail[node] = follow(fail[trie.parent[node] as number] as number, classes.of(node))
    const shorter = fail[node] as number
    if (keyAt[node] === -1 && node > 0) keyAt[node] = keyAt[shorter] as number
    const row = rowOf[node] as number
    if (row < 0) continue
    const shorterRow = rowOf[shorter] as number
    if (node > 0 && shorterRow >= 0) goTo.copyWithin(row * width, shorterRow * width, (shorterRow + 1) * width)
    else if (node > 0) for (let c = 0; c < width; c++) goTo[row * width + c] = follow(shorter, c)
    const end = trie.firstChild[node + 1] as number
    for (let child = trie.firstChild[node] as number; child < end; child++)
      goTo[row * width + classes.of(child)] = child
  }
  return { fail, goTo, keyAt }
}

export function nextKeys(trie: Trie, links: Links, keys: number): Int32Array {
  const next = new Int32Array(keys).fill(-1)
  for (let node = 1; node < trie.nodes; node++) {
    const key = trie.key[node] as number
    if (key >= 0) next[key] = links.keyAt[links.fail[node] as number] as number
  }
  return next
}
