/**
 * The memory of one partition for events that it has let through. Each source has its own, so that a loud source cannot
 * push out the events of a quiet one.
 *
 * state   slots of the store `dedupe`:
 *           `d <n>`           what one commit added, for all sources; an empty run: its source was forgotten before that
 *           `p <page> <source>`  4,096 fingerprints of a source, by number; overwrites the page one round older
 *           `t <source>`      the rest of a source since its last full page
 *         Every `FOLD_AFTER` commits the `d` slots are folded into the others and removed.
 * bound   `perSourceMax` a source, `sourcesMax` sources, `keysMax` in all; past one of them the tenant that has most
 *         forgets the source that was silent longest, so that nobody is pushed out by another's sources
 * loses   nothing; past a bound an old duplicate may pass
 */
import { assert } from '../../../../platform/assert.ts'
import { Fingerprints } from './fingerprints.ts'

export type DedupeLimits = {
  /** A power of two, a page at least. */
  readonly perSourceMax: number
  readonly sourcesMax: number
  /** Bound of all sources together; a key takes 24 to 48 bytes. */
  readonly keysMax: number
  /** Number of commits between two folds, where it is not `FOLD_AFTER`. */
  readonly foldAfter?: number
}
/**
 * @bound uids that deduplication remembers of a source in a partition = {perSourceMax} -> the oldest uid is forgotten
 * @bound sources that deduplication remembers in a partition = {sourcesMax} -> the source that was silent longest is forgotten
 * @bound event fingerprints of all sources in a partition = {keysMax} -> the tenant with the most forgets its quietest source
 */
export const DEDUPE_LIMITS: DedupeLimits = { perSourceMax: 2 ** 21, sourcesMax: 4096, keysMax: 2 ** 22 }

const PAGE = 4096
const FOLD_AFTER = 256
export const STORE = 'dedupe'

type Change = { readonly store: string; readonly slot: string; readonly payload: Buffer }
/** `tailTo` is the number at which the stored tail ends; 0 when there is none, negative when it is not known. */
type Source = { prints: Fingerprints; pagedTo: number; committedTo: number; tailTo: number }

export class DedupeMemory {
  readonly #limits: DedupeLimits
  /** Least recently used first. */
  readonly #sources = new Map<string, Source>()
  /** Sources forgotten since the last flush. */
  #forgotten: [name: string, source: Source][] = []
  #touched = new Set<string>()
  #deltaFirst = 0
  #deltaNext = 0

  constructor(limits: DedupeLimits = DEDUPE_LIMITS) {
    this.#limits = limits
  }

  /** The memory of a source, for a batch of its events. */
  of(source: string): Fingerprints {
    this.#touched.add(source)
    const known = this.#sources.get(source)
    if (known) {
      this.#sources.delete(source)
      this.#sources.set(source, known)
      return known.prints
    }
    return this.#begin(source, 0).prints
  }

  stats(): { sources: number; keys: number; bytes: number } {
    let keys = 0
    let bytes = 0
    for (const { prints } of this.#sources.values()) {
      keys += prints.size
      bytes += prints.bytes
    }
    return { sources: this.#sources.size, keys, bytes }
  }

  /** Returns the changes since the last flush, as slots. */
  flush(): Change[] {
    this.#keepBound()
    const removals = this.#forgotten.flatMap(([name, source]) => this.#removals(name, source))
    const delta = this.#delta()
    this.#touched = new Set()
    this.#forgotten = []
    if (!delta) return []
    const deltas = [change(`d ${this.#deltaNext++}`, delta)]
    const changes = this.#deltaNext - this.#deltaFirst >= (this.#limits.foldAfter ?? FOLD_AFTER) ? this.#fold() : deltas
    return [...removals, ...changes]
  }

  restore(slots: readonly { slot: string; payload: Buffer }[]): void {
    const deltas = slots.filter(({ slot }) => slot.startsWith('d ')).sort((a, b) => numberIn(a.slot) - numberIn(b.slot))
    const kept = slots.filter(({ slot }) => !slot.startsWith('d ')).map(({ payload }) => decodeRun(payload))
    const runs = remembered([
      ...kept.sort((a, b) => a.first - b.first),
      ...deltas.flatMap(({ payload }) => decodeRuns(payload)),
    ])
    const ends = new Map<string, number>()
    for (const run of runs) ends.set(run.source, run.first + run.words.length / 16)
    for (const run of runs) this.#replay(run, (ends.get(run.source) as number) - this.#limits.perSourceMax)
    for (const [name, source] of this.#sources) {
      source.committedTo = source.prints.next
      source.tailTo = -1
      source.pagedTo = Math.max(
        0,
        ...kept.filter((run) => run.source === name).map((run) => pageStart(run.first + run.words.length / 16)),
      )
    }
    this.#deltaFirst = numberIn(deltas[0]?.slot ?? 'd 0')
    this.#deltaNext = deltas.length > 0 ? numberIn(deltas.at(-1)?.slot as string) + 1 : 0
  }

  #begin(source: string, first: number): Source {
    if (this.#sources.size >= this.#limits.sourcesMax) this.#forgetOne(() => 1)
    const begun = {
      prints: new Fingerprints(this.#limits.perSourceMax, first),
      pagedTo: first,
      committedTo: first,
      tailTo: 0,
    }
    this.#sources.set(source, begun)
    return begun
  }

  /** Never forgets a source of the current commit, so the keys of one commit may exceed the bound. */
  #keepBound(): void {
    let { keys } = this.stats()
    while (keys > this.#limits.keysMax) {
      const gone = this.#forgetOne(({ prints }) => prints.size)
      if (gone === 0) return
      keys -= gone
    }
  }

  /**
   * Forgets the longest silent source of the tenant with the greatest weight. Returns the number of its keys, 0 when no
   * source may be forgotten.
   */
  #forgetOne(weigh: (source: Source) => number): number {
    const weights = new Map<string, number>()
    for (const [name, source] of this.#sources) {
      if (!this.#touched.has(name)) weights.set(tenantIn(name), (weights.get(tenantIn(name)) ?? 0) + weigh(source))
    }
    const [heaviest] = [...weights].reduce((a, b) => (b[1] > a[1] ? b : a), ['', -1])
    for (const [name, source] of this.#sources) {
      if (this.#touched.has(name) || tenantIn(name) !== heaviest) continue
      this.#sources.delete(name)
      this.#forgotten.push([name, source])
      return source.prints.size
    }
    return 0
  }

  #delta(): Buffer | null {
    const runs = this.#forgotten.map(([name, { prints }]) => encodeRun(name, 0, prints, 0))
    for (const name of this.#touched) {
      const source = this.#sources.get(name)
      if (!source || source.committedTo === source.prints.next) continue
      runs.push(encodeRun(name, Math.max(source.committedTo, source.prints.first), source.prints))
      source.committedTo = source.prints.next
    }
    return runs.length > 0 ? Buffer.concat(runs) : null
  }

  /** The current commit's delta is included in the pages and tails, so it is not written separately. */
  #fold(): Change[] {
    const changes: Change[] = []
    for (let n = this.#deltaFirst; n < this.#deltaNext - 1; n++) changes.push(change(`d ${n}`, Buffer.alloc(0)))
    this.#deltaFirst = this.#deltaNext
    for (const [name, source] of this.#sources) this.#foldSource(name, source, changes)
    return changes
  }

  #foldSource(name: string, source: Source, changes: Change[]): void {
    const { prints } = source
    for (; source.pagedTo + PAGE <= prints.next; source.pagedTo += PAGE) {
      if (source.pagedTo + PAGE <= prints.first) continue // it was forgotten before it was ever folded
      const page = (source.pagedTo / PAGE) % (this.#limits.perSourceMax / PAGE)
      const from = Math.max(source.pagedTo, prints.first)
      changes.push(change(`p ${page} ${name}`, encodeRun(name, from, prints, source.pagedTo + PAGE)))
    }
    const tailTo = prints.next > source.pagedTo ? prints.next : 0
    if (source.tailTo === tailTo) return
    const tail = tailTo > 0 ? encodeRun(name, Math.max(source.pagedTo, prints.first), prints) : Buffer.alloc(0)
    changes.push(change(`t ${name}`, tail))
    source.tailTo = tailTo
  }

  /** Removes the slots at once, not with the next fold: the source may return and be numbered from 0. */
  #removals(name: string, { pagedTo, tailTo }: Source): Change[] {
    const pages = Math.min(pagedTo, this.#limits.perSourceMax) / PAGE
    const slots = Array.from({ length: pages }, (_, page) => `p ${page} ${name}`)
    return [...slots, ...(tailTo === 0 ? [] : [`t ${name}`])].map((slot) => change(slot, Buffer.alloc(0)))
  }

  /** Replays only the fingerprints that the memory still held: an old page may begin before them. */
  #replay(run: Run, from: number): void {
    const skip = Math.max(0, from - run.first)
    const words = new Uint32Array(run.words.buffer, run.words.byteOffset, run.words.byteLength / 4)
    if (skip * 4 >= words.length) return
    const { prints } = this.#sources.get(run.source) ?? this.#begin(run.source, run.first + skip)
    for (let i = skip * 4; i < words.length; i += 4) prints.add(words.subarray(i, i + 4))
  }
}

/** The sources in the order of their last addition, without forgotten ones. */
function remembered(runs: readonly Run[]): Run[] {
  const bySource = new Map<string, Run[]>()
  for (const run of runs) {
    const before = run.words.length > 0 ? (bySource.get(run.source) ?? []) : []
    bySource.delete(run.source)
    if (run.words.length > 0) bySource.set(run.source, [...before, run])
  }
  return [...bySource.values()].flat()
}

/** Sources are named `tenant/connector`. */
function tenantIn(source: string): string {
  return source.slice(0, source.indexOf('/'))
}

function pageStart(number: number): number {
  return number - (number % PAGE)
}

function change(slot: string, payload: Buffer): Change {
  return { store: STORE, slot, payload }
}

function numberIn(slot: string): number {
  return Number(slot.slice(2))
}

type Run = { readonly source: string; readonly first: number; readonly words: Buffer }

/** u16 length and text of the source, f64 number of the first, u32 count, then the fingerprints. */
function encodeRun(name: string, from: number, prints: Fingerprints, to = prints.next): Buffer {
  const source = Buffer.from(name)
  const head = Buffer.allocUnsafe(2 + source.length + 12)
  head.writeUInt16LE(source.length, 0)
  source.copy(head, 2)
  head.writeDoubleLE(from, 2 + source.length)
  head.writeUInt32LE(to - from, 10 + source.length)
  return Buffer.concat([head, prints.slice(from, to)])
}

function decodeRuns(bytes: Buffer): Run[] {
  const runs: Run[] = []
  for (let at = 0; at < bytes.length; ) {
    const nameBytes = bytes.readUInt16LE(at)
    const wordsAt = at + 14 + nameBytes
    const end = wordsAt + bytes.readUInt32LE(at + 10 + nameBytes) * 16
    assert(end <= bytes.length, 'a stored run is whole')
    runs.push({
      source: bytes.toString('utf8', at + 2, at + 2 + nameBytes),
      first: bytes.readDoubleLE(at + 2 + nameBytes),
      words: Buffer.from(new Uint8Array(bytes.subarray(wordsAt, end))), // a copy is aligned to words
    })
    at = end
  }
  return runs
}

function decodeRun(bytes: Buffer): Run {
  const [run] = decodeRuns(bytes)
  assert(run, 'a page holds a run')
  return run
}
