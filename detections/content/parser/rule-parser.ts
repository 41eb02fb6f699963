/**
 * Reads rule texts where they hold nobody up: what may take long is read in a thread, which is ended when it takes too
 * long. Tenants take turns there, a text each.
 *
 * bound   whoever asks waits for the answers; a tenant that asks through `check` has a budget of the thread's time
 */
import { AppError } from '../../../platform/errors.ts'
import type { SigmaOptions } from '../../sigma/parse.ts'
import { type ParsedSource, parseSource, type RuleSource } from '../rule-source.ts'
import { PARSER_LIMITS, type ParserLimits } from './limits.ts'
import { ThreadSlot } from './thread-slot.ts'

type Job = {
  readonly source: RuleSource
  readonly options: SigmaOptions
  readonly answer: PromiseWithResolvers<ParsedSource>
}

export type ParserOptions = { readonly limits?: Partial<ParserLimits>; readonly now?: () => number }

export class RuleParser {
  readonly #limits: ParserLimits
  readonly #now: () => number
  readonly #slot: ThreadSlot
  /** By tenant; who was served comes last. */
  readonly #waiting = new Map<string, Job[]>()
  readonly #used = new Map<string, { cpuMs: number; atMs: number }>()
  #isRunning = false
  #isClosed = false
  #idle: NodeJS.Timeout | undefined

  constructor({ limits, now = () => performance.now() }: ParserOptions = {}) {
    this.#limits = { ...PARSER_LIMITS, ...limits }
    this.#now = now
    this.#slot = new ThreadSlot(this.#limits)
  }

  /** A text that takes too long is one fault. Rejects when there can be no thread. */
  async parse(tenant: string, source: RuleSource, options: SigmaOptions = {}): Promise<ParsedSource> {
    if (source.language !== 'kql' && source.text.length <= this.#limits.inPlaceChars)
      return parseSource(source, options)
    const job: Job = { source, options, answer: Promise.withResolvers() }
    const waiting = this.#waiting.get(tenant)
    if (waiting) waiting.push(job)
    else this.#waiting.set(tenant, [job])
    if (!this.#isRunning) void this.#run()
    return job.answer.promise
  }

  /** For a tenant that asks. Throws `rate_limited` when it has used up what it may. */
  async check(tenant: string, source: RuleSource, options: SigmaOptions = {}): Promise<ParsedSource> {
    const overMs = this.#usedBy(tenant) - this.#limits.tenantCpuMs
    if (overMs <= 0) return this.parse(tenant, source, options)
    const retryAfterSeconds = Math.ceil(overMs / this.#limits.tenantCpuMsPerSecond) + 1
    throw new AppError('rate_limited', 'the rules of this tenant have taken too long to read', { retryAfterSeconds })
  }

  /** What is asked for then is refused. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#idle)
    await this.#slot.close()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    clearTimeout(this.#idle)
    for (let turn = this.#next(); turn !== null; turn = this.#next()) await this.#answer(turn.tenant, turn.job)
    this.#isRunning = false
    this.#idle = setTimeout(() => void this.#slot.close(), this.#limits.idleMs).unref()
  }

  #next(): { readonly tenant: string; readonly job: Job } | null {
    for (const [tenant, jobs] of this.#waiting) {
      this.#waiting.delete(tenant)
      const job = jobs.shift()
      if (jobs.length > 0) this.#waiting.set(tenant, jobs)
      if (job) return { tenant, job }
    }
    return null
  }

  async #answer(tenant: string, { source, options, answer }: Job): Promise<void> {
    try {
      if (this.#isClosed) throw new AppError('unavailable', 'rules are read no more')
      const { parsed, cpuMs } = await this.#slot.ask({ source, options })
      this.#use(tenant, cpuMs)
      answer.resolve(parsed ?? faultOf(source, `takes more than ${this.#limits.textCpuMs} ms to be read`))
    } catch (error) {
      answer.reject(error)
    }
  }

  #usedBy(tenant: string): number {
    const used = this.#used.get(tenant)
    if (!used) return 0
    return Math.max(0, used.cpuMs - ((this.#now() - used.atMs) / 1000) * this.#limits.tenantCpuMsPerSecond)
  }

  #use(tenant: string, cpuMs: number): void {
    const before = this.#usedBy(tenant)
    if (this.#used.size >= this.#limits.tenants) this.#used.clear()
    this.#used.set(tenant, { cpuMs: before + cpuMs, atMs: this.#now() })
  }
}

function faultOf({ language, file }: RuleSource, reason: string): ParsedSource {
  const faults = [{ file, line: 0, column: 0, reason }]
  if (language === 'kql') return { language, kql: { rules: [], faults } }
  if (language === 'eql') return { language, eql: { rules: [], faults, notes: [] } }
  return { language, sigma: { rules: [], correlations: [], filters: [], unresolved: [], faults } }
}
