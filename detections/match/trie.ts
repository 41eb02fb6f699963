/**
 * Literals of one field as a trie of symbols, numbered breadth first. ASCII characters are their own symbol; any other
 * unit is four symbols of four bits each, after a special lead symbol. So an automaton has at most 160 symbols whatever
 * its literals contain, and a match can only begin where a character begins.
 */

import { codeAt } from '../../platform/code-at.ts'
import { foldCase } from '../plan/fold.ts'

export const ASCII = 128
export const SYMBOLS = 160
const LEAD = ASCII
const NEXT = ASCII + 16

const ALL_ASCII = /^[\0-\x7f]*$/

/** The folded text as a string of symbols. */
export function symbolsOf(text: string): string {
  const folded = foldCase(text)
  if (ALL_ASCII.test(folded)) return folded
  let symbols = ''
  for (let i = 0; i < folded.length; i++) {
    const unit = codeAt(folded, i)
    symbols += unit < ASCII ? folded[i] : fourOf(unit)
  }
  return symbols
}

function fourOf(unit: number): string {
  return String.fromCharCode(
    LEAD + (unit >> 12),
    NEXT + ((unit >> 8) & 15),
    NEXT + ((unit >> 4) & 15),
    NEXT + (unit & 15),
  )
}

export function reversed(symbols: string): string {
  return symbols.split('').reverse().join('')
}

export type Trie = {
  readonly nodes: number
  /** Node -> the first of its children, which are adjacent; one entry more than there are nodes. */
  readonly firstChild: Int32Array
  /** The symbol that leads to a node. */
  readonly symbol: Uint8Array
  readonly parent: Int32Array
  readonly depth: Int32Array
  /** Index of the key that ends at a node, -1 for none. */
  readonly key: Int32Array
}

/** Builds a trie from sorted distinct strings of symbols. A node is a range of keys with a common prefix. */
export function buildTrie(keys: readonly string[]): Trie {
  const nodesMax = keys.reduce((sum, key) => sum + key.length, 1)
  const [low, high] = [new Int32Array(nodesMax), new Int32Array(nodesMax)]
  const [parent, depth, key] = [new Int32Array(nodesMax), new Int32Array(nodesMax), new Int32Array(nodesMax).fill(-1)]
  const firstChild = new Int32Array(nodesMax + 1)
  const symbol = new Uint8Array(nodesMax)
  high[0] = keys.length
  let nodes = 1
  for (let node = 0; node < nodes; node++) {
    const at = depth[node] as number
    const end = high[node] as number
    let from = low[node] as number
    if (from < end && keys[from]?.length === at) key[node] = from++
    firstChild[node] = nodes
    while (from < end) {
      const next = keys[from]?.charCodeAt(at) as number
      let to = from + 1
      while (to < end && keys[to]?.charCodeAt(at) === next) to++
      low[nodes] = from
      high[nodes] = to
      parent[nodes] = node
      depth[nodes] = at + 1
      symbol[nodes] = next
      nodes++
      from = to
    }
  }
  firstChild[nodes] = nodes
  return {
    nodes,
    firstChild: firstChild.slice(0, nodes + 1),
    symbol: symbol.slice(0, nodes),
    parent: parent.slice(0, nodes),
    depth: depth.slice(0, nodes),
    key: key.slice(0, nodes),
  }
}
