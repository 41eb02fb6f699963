/**
 * Parses rule texts without blocking the caller: long texts are parsed in a thread, which is terminated when it takes
 * too long. Tenants take turns there, one text each.
 *
 * bound   callers wait for their results; a tenant that calls `check` has a budget of the thread's CPU time
 */
import { FairThread } from '../../../platform/fair-thread.ts'
import type { SigmaOptions } from '../../sigma/parse.ts'
import { type ParsedSource, parseSource, type RuleSource } from '../rule-source.ts'
import { PARSER_LIMITS, type ParserLimits } from './limits.ts'
import type { ToParser } from './thread.ts'

export type ParserOptions = { readonly limits?: Partial<ParserLimits>; readonly now?: () => number }

export class RuleParser {
  readonly #limits: ParserLimits
  readonly #thread: FairThread<ToParser, ParsedSource>

  constructor({ limits, now }: ParserOptions = {}) {
    this.#limits = { ...PARSER_LIMITS, ...limits }
    this.#thread = new FairThread(new URL('./thread-start.ts', import.meta.url), this.#limits, now)
  }

  /** A text that takes too long gives one fault. Rejects when no thread can be started. */
  async parse(tenant: string, source: RuleSource, options: SigmaOptions = {}): Promise<ParsedSource> {
    if (source.language !== 'kql' && source.text.length <= this.#limits.inPlaceChars)
      return parseSource(source, options)
    const parsed = await this.#thread.ask(tenant, { source, options })
    return parsed ?? faultOf(source, `takes more than ${this.#limits.cpuMs} ms to be read`)
  }

  /** Reads a text for a tenant's request. Throws `rate_limited` when the tenant has used up its budget. */
  async check(tenant: string, source: RuleSource, options: SigmaOptions = {}): Promise<ParsedSource> {
    this.#thread.requireBudget(tenant, 'the rules of this tenant have taken too long to read')
    return this.parse(tenant, source, options)
  }

  /** Later calls are refused. */
  close(): Promise<void> {
    return this.#thread.close()
  }
}

function faultOf({ language, file }: RuleSource, reason: string): ParsedSource {
  const faults = [{ file, line: 0, column: 0, reason }]
  if (language === 'kql') return { language, kql: { rules: [], remainders: [], faults } }
  if (language === 'eql') return { language, eql: { rules: [], faults, notes: [] } }
  return { language, sigma: { rules: [], correlations: [], filters: [], unresolved: [], faults } }
}
