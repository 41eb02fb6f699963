/**
 * EQL's `sequence`, as one state machine a key, stepped in event time behind the watermark: nothing that comes later
 * can come before. Source of the rules: Elastic's "EQL syntax reference", chapters Sequences, `until`, missing events.
 *
 * order   of two events of one millisecond the one that matches an earlier step comes first, `until` last
 * chains  a stage holds one chain, the youngest: an event of stage n takes the chain of stage n - 1 along, an event of
 *         the first stage begins a new one. `with runs=n` is n stages
 * span    from the first to the last event at most `maxSpanMs`, both included
 * until   ends every chain of its key that is not complete
 * missing between two stages: ends the chain that stands at the earlier one. Before the first: the chain is none if it
 *         would be within `maxSpanMs` from that event to its last. After the last: from its first to that event. Both:
 *         from the event before to the one after, so that one of them alone ends nothing
 * fires   at the last event, or when the watermark is past the end of the proof; every time
 * early   without `until` and missing steps, at once and not behind the watermark. What comes out of order may change the
 *         members of an alert that was given then, which keeps its id; it is final behind the watermark
 * time    of the last event, or of the end of the proof
 */
import { assert } from '../../platform/assert.ts'
import type { Sequence } from '../plan/plan.ts'
import type { Entry } from './columns.ts'
import type { Chain, Early, Finding, Group, Judge } from './group.ts'
import { inFeedOrder, instantEnd } from './scan.ts'

type Found = (finding: Finding) => void
type Standing = Pick<Group, 'pending' | 'closing' | 'barredMs'>

/**
 * Entries of a group that are examined again after one arrived out of order; with more the group waits for the
 * watermark.
 */
const LOOKED_AT_MAX = 1_024

/** A required step, `runs` times; and the steps that must not come before it. */
type Stage = { readonly feed: number; readonly barred: readonly number[] }

export class SequenceJudge implements Judge {
  readonly #stages: readonly Stage[]
  /** Steps that must not come after the last stage. */
  readonly #barredAfter: readonly number[]
  readonly #until: number | null
  readonly #spanMs: number
  readonly #closingMax: number
  readonly #evicted: () => void

  constructor({ steps, until }: Sequence, spanMs: number, closingMax: number, evicted: () => void) {
    const { stages, barredAfter } = stagesOf(steps)
    this.#stages = stages
    this.#barredAfter = barredAfter
    this.#until = until ? steps.length : null
    this.#spanMs = spanMs
    this.#closingMax = closingMax
    this.#evicted = evicted
  }

  judge(group: Group, watermarkMs: number, found: Found): void {
    const { entries } = group
    const settled = this.#isEarly ? (finding: Finding) => found(withReportedTime(group, finding)) : found
    for (let at = entries.first; at < entries.end && entries.timeAt(at) < watermarkMs; at = entries.first) {
      const to = instantEnd(entries, at)
      this.#close(group, entries.timeAt(at), found)
      for (const entry of inFeedOrder(entries.slice(at, to))) this.#step(group, entry, settled)
      group.dropTo(to)
    }
    this.#close(group, watermarkMs, found)
    group.pending = group.pending.map((chain) => (chain && endOf(chain, this.#spanMs) >= watermarkMs ? chain : null))
    // An early chain that is not confirmed by now was wrong: its events formed another chain.
    group.early = group.early.filter(({ members }) => (members.at(-1)?.timeMs ?? 0) >= watermarkMs)
    if (this.#isEarly) this.#reportEarly(group, found)
  }

  /** True when no later match can undo a chain; at most its members change. */
  get #isEarly(): boolean {
    return (
      this.#until === null && this.#barredAfter.length === 0 && this.#stages.every(({ barred }) => barred.length === 0)
    )
  }

  #reportEarly(group: Group, found: Found): void {
    const { entries } = group
    if (group.late !== null) group.preview = null
    group.late = null
    const from = group.preview === null ? entries.first : Math.max(entries.first, group.scannedTo)
    if (from >= entries.end || (group.preview === null && entries.end - from > LOOKED_AT_MAX)) return
    group.preview ??= { pending: [...group.pending], found: new Set() }
    const { preview } = group
    const standing: Standing = { pending: preview.pending, closing: [], barredMs: -1 }
    const findings: Finding[] = []
    for (let at = from; at < entries.end; ) {
      const to = instantEnd(entries, at)
      for (const entry of inFeedOrder(entries.slice(at, to))) this.#step(standing, entry, (one) => findings.push(one))
      group.scannedMs = entries.timeAt(at)
      at = to
    }
    group.scannedTo = entries.end
    for (const [finding, early] of pairsOf(findings, group.early, preview.found))
      this.#report(group, finding, early, found)
  }

  #report(group: Group, finding: Finding, early: Early | null, found: Found): void {
    const preview = early ?? { mark: finding.mark, members: finding.members }
    group.preview?.found.add(preview)
    if (early !== null && marked(early.members) === finding.mark) return
    preview.members = finding.members
    if (early === null) {
      group.early.push(preview)
      if (group.early.length > this.#closingMax) group.early.shift()
    }
    found({ ...finding, mark: preview.mark, settled: false, again: early !== null })
  }

  dueMs({ entries, closing, pending }: Group): number {
    let dueMs = entries.size > 0 ? entries.timeAt(entries.first) : Number.POSITIVE_INFINITY
    for (const chain of pending) if (chain) dueMs = Math.min(dueMs, endOf(chain, this.#spanMs))
    for (const chain of closing) dueMs = Math.min(dueMs, provenMs(chain, this.#spanMs))
    return dueMs
  }

  expiresMs({ entries, closing, pending, barredMs }: Group): number {
    let lastMs = Math.max(entries.newestMs(), barredMs < 0 ? -1 : barredMs + this.#spanMs)
    for (const chain of [...closing, ...pending]) if (chain) lastMs = Math.max(lastMs, endOf(chain, this.#spanMs))
    return lastMs
  }

  /** From the last stage to the first, so that no event follows itself. */
  #step(group: Standing, entry: Entry, found: Found): void {
    this.#bar(entry, this.#barredAfter, () => {
      group.closing = []
    })
    for (let stage = this.#stages.length - 1; stage >= 0; stage--) {
      const { feed, barred } = this.#stages[stage] as Stage
      if (entry.feeds & (1 << feed)) this.#reach(group, stage, entry, found)
      this.#bar(entry, barred, () => {
        if (stage === 0) group.barredMs = entry.timeMs
        else group.pending[stage - 1] = null
      })
    }
    if (this.#until !== null && entry.feeds & (1 << this.#until)) group.pending = []
  }

  #bar({ feeds }: Entry, barred: readonly number[], end: () => void): void {
    if (barred.some((feed) => feeds & (1 << feed))) end()
  }

  #reach(group: Standing, stage: number, entry: Entry, found: Found): void {
    const before = stage > 0 ? group.pending[stage - 1] : { members: [], barredMs: group.barredMs }
    if (!before || (stage > 0 && endOf(before, this.#spanMs) < entry.timeMs)) return
    if (stage > 0) group.pending[stage - 1] = null
    const chain = { members: [...before.members, entry], barredMs: before.barredMs }
    if (stage < this.#stages.length - 1) group.pending[stage] = chain
    else this.#complete(group, chain, entry.timeMs, found)
  }

  #complete(group: Standing, chain: Chain, timeMs: number, found: Found): void {
    const isBarred = chain.barredMs >= 0 && timeMs - chain.barredMs <= this.#spanMs
    const canBeBarredAfter = this.#barredAfter.length > 0 && (isBarred || this.#stages[0]?.barred.length === 0)
    if (canBeBarredAfter) this.#await(group, chain)
    else if (!isBarred) found(findingOf(chain, timeMs))
  }

  #await(group: Standing, chain: Chain): void {
    group.closing.push(chain)
    if (group.closing.length <= this.#closingMax) return
    group.closing.shift()
    this.#evicted()
  }

  /** Chains begin in order, so they are also proven in order. */
  #close(group: Group, timeMs: number, found: Found): void {
    for (const chain of group.closing) {
      const endMs = provenMs(chain, this.#spanMs)
      if (endMs >= timeMs) break
      found(findingOf(chain, endMs))
    }
    group.closing = group.closing.filter((chain) => provenMs(chain, this.#spanMs) >= timeMs)
  }
}

function stagesOf(steps: Sequence['steps']): { stages: Stage[]; barredAfter: number[] } {
  const stages: Stage[] = []
  let barred: number[] = []
  for (const [feed, { missing, runs }] of steps.entries()) {
    if (missing) {
      barred.push(feed)
      continue
    }
    stages.push({ feed, barred })
    for (let run = 1; run < runs; run++) stages.push({ feed, barred: [] })
    barred = []
  }
  return { stages, barredAfter: barred }
}

function endOf({ members }: Chain, spanMs: number): number {
  const first = members[0]
  assert(first, 'a chain has begun')
  return first.timeMs + spanMs
}

/** Time after which no event can show that a barred event followed the chain. */
function provenMs(chain: Chain, spanMs: number): number {
  return chain.barredMs >= 0 ? chain.barredMs + spanMs : endOf(chain, spanMs)
}

/** A settled chain with the id with which it was given early. */
function withReportedTime(group: Group, finding: Finding): Finding {
  const [[, early] = [finding, null]] = pairsOf([finding], group.early, new Set())
  if (early === null) return finding
  group.early = group.early.filter((one) => one !== early)
  return { ...finding, mark: early.mark, again: true }
}

/**
 * Pairs each chain with the early one that it continues: the same events, or the same last one, which completes only
 * one chain, or one event in common.
 */
function pairsOf(
  findings: readonly Finding[],
  early: readonly Early[],
  used: ReadonlySet<Early>,
): (readonly [Finding, Early | null])[] {
  const free = new Set(early.filter((one) => !used.has(one)))
  const pairs = new Map<Finding, Early>()
  for (const isSame of [areEqual, endAlike, overlap]) {
    if (free.size === 0) break
    for (const finding of findings) {
      if (pairs.has(finding)) continue
      const one = [...free].find(({ members }) => isSame(members, finding.members))
      if (one === undefined) continue
      pairs.set(finding, one)
      free.delete(one)
    }
  }
  return findings.map((finding) => [finding, pairs.get(finding) ?? null])
}

type Members = readonly Entry[]
const areEqual = (a: Members, b: Members) => marked(a) === marked(b)
const endAlike = (a: Members, b: Members) => a.at(-1)?.uid === b.at(-1)?.uid
const overlap = (a: Members, b: Members) => a.some(({ uid }) => b.some((other) => other.uid === uid))

function marked(members: Members): string {
  return `events ${members.map(({ uid }) => uid).join(' ')}`
}

function findingOf({ members }: Chain, timeMs: number): Finding {
  const mark = marked(members)
  return { mark, timeMs, members, figure: null, continues: false, settled: true, again: false }
}
