/** Groups symbols of literals into classes, so that rows of states are no wider than needed. */
import { SYMBOLS, type Trie } from './trie.ts'

/** Symbols that occur in no literal share class 0. */
export class Classes {
  readonly table = new Uint8Array(SYMBOLS)
  readonly count: number
  private readonly trie: Trie

  constructor(trie: Trie) {
    this.trie = trie
    let count = 1
    for (let node = 1; node < trie.nodes; node++) {
      const symbol = trie.symbol[node] as number
      if (this.table[symbol] === 0) this.table[symbol] = count++
    }
    for (let upper = 65; upper <= 90; upper++) this.table[upper] = this.table[upper + 32] as number
    this.count = count
  }

  of(node: number): number {
    return this.table[this.trie.symbol[node] as number] as number
  }
}
