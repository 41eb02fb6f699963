/**
 * The states of a trie in two forms. A few states are visited often: those at the top, and those with many transitions,
 * have a row with a target for every class of symbols. All others have a list of their transitions.
 *
 * A dense state is the offset of its row, a sparse one is `sparseFrom` plus its index. The sign bit of a target means
 * that literals end there, which saves a check at every other state. The last cell of a row is the key that ends there.
 */
import { failureLinks, type Links, nextKeys } from './failure-links.ts'
import { MATCH_LIMITS } from './limits.ts'
import { Classes } from './symbol-classes.ts'
import type { Trie } from './trie.ts'

export const OUTPUT = 1 << 31
export const STATE = 0x7fffffff
const DENSE_DEPTH = 2
const DENSE_FANOUT = 4

export type StateTable = {
  /** Symbols, upper case included, -> classes; class 0 holds every symbol that no literal contains. */
  readonly classOf: Uint8Array
  readonly rows: Int32Array
  readonly rowWidth: number
  readonly sparseFrom: number
  readonly edgeStart: Int32Array
  readonly edgeClass: Uint8Array
  readonly edgeTarget: Int32Array
  /** The next state when a sparse state has no transition: all 0 without failure links. */
  readonly fail: Int32Array
  /** The longest key that ends at a sparse state, -1 for none. */
  readonly sparseKey: Int32Array
  /** Key -> the next shorter key that ends wherever it ends, -1 for none. Only with failure links. */
  readonly nextKey: Int32Array
}

/**
 * With failure links it finds literals anywhere in a text (Aho and Corasick 1975), without them only at its beginning.
 */
export function buildStateTable(trie: Trie, keys: number, hasFailureLinks: boolean): StateTable {
  const classes = new Classes(trie)
  const states = numberStates(trie, classes.count + 1)
  const links = hasFailureLinks ? failureLinks(trie, classes, states.dense) : null
  const keyAt = links?.keyAt ?? trie.key
  const built: Built = { trie, classes, states, links, keyAt, targets: targetsOf(states, keyAt) }
  return {
    classOf: classes.table,
    rows: denseRows(built),
    rowWidth: classes.count + 1,
    sparseFrom: states.sparseFrom,
    ...sparseStates(built),
    nextKey: links ? nextKeys(trie, links, keys) : new Int32Array(0),
  }
}

type Built = {
  readonly trie: Trie
  readonly classes: Classes
  readonly states: States
  readonly links: Links | null
  readonly keyAt: Int32Array
  /** The encoded state of each node, with `OUTPUT` set where a key ends. */
  readonly targets: Int32Array
}

function targetsOf({ encoded }: States, keyAt: Int32Array): Int32Array {
  const targets = encoded.slice()
  for (let node = 0; node < targets.length; node++)
    if ((keyAt[node] as number) >= 0) targets[node] = (targets[node] as number) | OUTPUT
  return targets
}

function denseRows({ trie, classes, states, links, keyAt, targets }: Built): Int32Array {
  const { count } = classes
  const width = count + 1
  const rows = new Int32Array(states.dense.length * width)
  for (let row = 0, from = 0; row < states.dense.length; row++, from += width) {
    const node = states.dense[row] as number
    if (links) {
      const ways = row * count
      for (let c = 0; c < count; c++) rows[from + c] = targets[links.goTo[ways + c] as number] as number
    } else {
      const end = trie.firstChild[node + 1] as number
      for (let child = trie.firstChild[node] as number; child < end; child++)
        rows[from + classes.of(child)] = targets[child] as number
    }
    rows[from + count] = keyAt[node] as number
  }
  return rows
}

type Sparse = Pick<StateTable, 'edgeStart' | 'edgeClass' | 'edgeTarget' | 'fail' | 'sparseKey'>

function sparseStates(built: Built): Sparse {
  const { trie, classes, states, links, keyAt, targets } = built
  const count = trie.nodes - states.dense.length
  const [edgeStart, fail, sparseKey] = [new Int32Array(count + 1), new Int32Array(count), new Int32Array(count)]
  const [edgeClass, edgeTarget] = [new Uint8Array(trie.nodes), new Int32Array(trie.nodes)]
  let edges = 0
  for (let node = 0; node < trie.nodes; node++) {
    const index = (states.encoded[node] as number) - states.sparseFrom
    if (index < 0) continue
    edgeStart[index] = edges
    const end = trie.firstChild[node + 1] as number
    for (let child = trie.firstChild[node] as number; child < end; child++) {
      edgeClass[edges] = classes.of(child)
      edgeTarget[edges++] = targets[child] as number
    }
    fail[index] = links ? (states.encoded[links.fail[node] as number] as number) : 0
    sparseKey[index] = keyAt[node] as number
  }
  edgeStart[count] = edges
  return { edgeStart, edgeClass: edgeClass.slice(0, edges), edgeTarget: edgeTarget.slice(0, edges), fail, sparseKey }
}

type States = { readonly dense: readonly number[]; readonly encoded: Int32Array; readonly sparseFrom: number }

function numberStates(trie: Trie, rowWidth: number): States {
  const rowsMax = Math.max(1, Math.floor(MATCH_LIMITS.denseCellsMax / rowWidth))
  const isSmall = trie.nodes * rowWidth <= MATCH_LIMITS.smallCellsMax
  const encoded = new Int32Array(trie.nodes)
  const dense: number[] = []
  for (let node = 0; node < trie.nodes; node++) {
    const fanout = (trie.firstChild[node + 1] as number) - (trie.firstChild[node] as number)
    const isDense = isSmall || (trie.depth[node] as number) <= DENSE_DEPTH || fanout >= DENSE_FANOUT
    encoded[node] = isDense && dense.length < rowsMax ? dense.push(node) - 1 : -1
  }
  const sparseFrom = dense.length * rowWidth
  let sparse = 0
  for (let node = 0; node < trie.nodes; node++) {
    const row = encoded[node] as number
    encoded[node] = row >= 0 ? row * rowWidth : sparseFrom + sparse++
  }
  return { dense, encoded, sparseFrom }
}
