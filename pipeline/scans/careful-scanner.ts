/**
 * Scans items of one tenant with its YARA rules, and isolates rules that crash or time out. When a scan fails, it finds
 * the failing item, then by bisection the file of rules that fails on it; it disables that file for the tenant and
 * scans again. A file that costs too much over time is disabled as well.
 *
 * bound   a failing item costs `SEARCH_MS` and the time of a few scans; after `STRIKES_MAX` of them, all rules of the
 *         tenant are disabled, even when it changes them, until the process restarts
 */

import type { Finding, YaraBook } from '../../detections/tenant/detector.ts'
import { YARA_LIMITS } from '../../detections/yara/limits.ts'
import type { YaraMatch, YaraSource } from '../../detections/yara/rule.ts'
import type { SetFault, SetResult, SetScanner } from '../../detections/yara/set-scanner.ts'
import type { Clock } from '../../stream/clock.ts'

/**
 * More than twice the time to compile 7,000 rules on a busy machine, 13 s. Files that were not separated by then are
 * disabled together.
 */
const SEARCH_MS = 30_000
/** @bound failures of the YARA rules of a tenant -> the file is stopped for its tenant */
const STRIKES_MAX = 16
/** Largest mean CPU time of an item over `METER_ITEMS` items. 7,000 rules of two patterns each take 0.8 ms for 3 KB. */
const MEAN_MS_MAX = 10
const METER_ITEMS = 256

const REASONS: Readonly<Record<SetFault | 'dear', string>> = {
  load: 'its rules take too long to compile',
  timeout: `takes longer than ${YARA_LIMITS.streamScanMs} ms over one event`,
  engine: 'ends the engine',
  dear: `takes more than ${MEAN_MS_MAX} ms an event`,
}

type Account = { strikes: number; items: number; cpuMs: number }

export type Scanned = {
  /** Matches of each item, in the order of the items. */
  readonly found: readonly (readonly YaraMatch[])[]
  /** Findings that inform the tenant of disabled rules, each with the item at which its rule was disabled. */
  readonly stopped: readonly { readonly finding: Finding; readonly item: number }[]
}

type SetEngine = Pick<SetScanner, 'scan' | 'drop'>

export class CarefulScanner {
  readonly #book: YaraBook
  readonly #scanner: SetEngine
  readonly #clock: Clock
  /** Failure and cost accounts of the tenants that this process has scanned for. */
  readonly #accounts = new Map<string, Account>()

  constructor(book: YaraBook, scanner: SetEngine, clock: Clock) {
    this.#book = book
    this.#scanner = scanner
    this.#clock = clock
  }

  /** Rejects when no scan engine can be started, for which no rule is to blame. */
  async scan(tenant: string, items: readonly Uint8Array[]): Promise<Scanned> {
    const found: (readonly YaraMatch[])[] = []
    const stopped: { finding: Finding; item: number }[] = []
    for (const chunk of chunksOf(items)) {
      const from = found.length
      found.push(...(await this.#scanChunk(tenant, chunk, (finding, at) => stopped.push({ finding, item: from + at }))))
    }
    return { found, stopped }
  }

  async #scanChunk(
    tenant: string,
    chunk: readonly Uint8Array[],
    report: (finding: Finding, item: number) => void,
  ): Promise<readonly (readonly YaraMatch[])[]> {
    const sources = this.#book.sourcesOf(tenant)
    if (sources.length === 0) return chunk.map(() => [])
    const result = await this.#scanner.scan({ name: tenant, sources }, chunk)
    if ('found' in result) {
      if (this.#isDear(tenant, chunk.length, result.cpuMs))
        for (const finding of await this.#stopDearest(tenant, chunk)) report(finding, chunk.length - 1)
      return result.found
    }
    const found: (readonly YaraMatch[])[] = []
    for (const [at, item] of chunk.entries())
      found.push(await this.#scanOne(tenant, item, (finding) => report(finding, at)))
    return found
  }

  /** Every round except the second disables a file, so the loop ends. */
  async #scanOne(tenant: string, item: Uint8Array, onFound: (finding: Finding) => void): Promise<readonly YaraMatch[]> {
    for (let round = 1; ; round++) {
      const sources = this.#book.sourcesOf(tenant)
      if (sources.length === 0) return []
      const result = await this.#scanner.scan({ name: tenant, sources }, [item])
      if ('found' in result) return result.found[0] ?? []
      // An engine that dies once may have been killed from outside.
      if (result.fault === 'engine' && round === 1) continue
      for (const finding of await this.#blame(tenant, sources, item, result.fault)) onFound(finding)
    }
  }

  async #blame(
    tenant: string,
    sources: readonly YaraSource[],
    item: Uint8Array,
    fault: SetFault,
  ): Promise<readonly Finding[]> {
    const account = this.#accountOf(tenant)
    const isOut = ++account.strikes > STRIKES_MAX
    // No single file fails: together they are too expensive.
    const blamed = isOut ? sources : await this.#failing(tenant, sources, item)
    return this.#stop(tenant, blamed, fault)
  }

  async #failing(tenant: string, sources: readonly YaraSource[], item: Uint8Array): Promise<readonly YaraSource[]> {
    const isFailed = (result: SetResult) => !('found' in result)
    const found = await this.#narrowed(tenant, sources, item, isFailed)
    if (found.length > 1 || sources.length === 1) return found
    const alone = await this.#scanner.scan({ name: partOf(tenant), sources: found }, [item])
    await this.#scanner.drop(partOf(tenant))
    return isFailed(alone) ? found : sources
  }

  /** Bisects while there is time: `isIn` says whether the first half contains the culprit. */
  async #narrowed(
    tenant: string,
    sources: readonly YaraSource[],
    item: Uint8Array,
    isIn: (half: SetResult) => boolean,
  ): Promise<readonly YaraSource[]> {
    const untilMs = this.#clock.now() + SEARCH_MS
    let suspects = sources
    while (suspects.length > 1 && this.#clock.now() < untilMs) {
      const half = suspects.slice(0, suspects.length >> 1)
      const result = await this.#scanner.scan({ name: partOf(tenant), sources: half }, [item])
      suspects = isIn(result) ? half : suspects.slice(half.length)
    }
    await this.#scanner.drop(partOf(tenant))
    return suspects
  }

  #stop(tenant: string, sources: readonly YaraSource[], reason: SetFault | 'dear'): readonly Finding[] {
    const files = sources.map(({ file }) => file)
    return this.#book.stop(tenant, files, REASONS[reason])
  }

  #isDear(tenant: string, items: number, cpuMs: number): boolean {
    const account = this.#accountOf(tenant)
    account.items += items
    account.cpuMs += cpuMs
    if (account.items < METER_ITEMS) return false
    const isDear = account.cpuMs / account.items > MEAN_MS_MAX
    account.items = 0
    account.cpuMs = 0
    return isDear
  }

  async #stopDearest(tenant: string, chunk: readonly Uint8Array[]): Promise<readonly Finding[]> {
    const longest = chunk.reduce((a, b) => (b.length > a.length ? b : a))
    const sources = this.#book.sourcesOf(tenant)
    const whole = await this.#scanner.scan({ name: tenant, sources }, [longest])
    let costMs = 'found' in whole ? whole.cpuMs : Infinity
    const isDearer = (half: SetResult): boolean => {
      if (!('found' in half)) return true
      const isIn = half.cpuMs * 2 >= costMs
      costMs = isIn ? half.cpuMs : costMs - half.cpuMs
      return isIn
    }
    return this.#stop(tenant, await this.#narrowed(tenant, sources, longest, isDearer), 'dear')
  }

  #accountOf(tenant: string): Account {
    const known = this.#accounts.get(tenant)
    if (known) return known
    const made = { strikes: 0, items: 0, cpuMs: 0 }
    this.#accounts.set(tenant, made)
    return made
  }
}

/** Name of the rule set in which parts of a tenant's rules are tried. */
const partOf = (tenant: string): string => `${tenant} in part`

function* chunksOf(items: readonly Uint8Array[]): Generator<readonly Uint8Array[]> {
  let chunk: Uint8Array[] = []
  let bytes = 0
  for (const item of items) {
    const isFull = chunk.length >= YARA_LIMITS.chunkItems || bytes + item.length > YARA_LIMITS.chunkBytes
    if (isFull && chunk.length > 0) {
      yield chunk
      chunk = []
      bytes = 0
    }
    chunk.push(item)
    bytes += item.length
  }
  if (chunk.length > 0) yield chunk
}
