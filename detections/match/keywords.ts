/** Tests of every string and number of an event, for one set of predicates. */
import { isLarge } from '../plan/scalar.ts'
import type { EventValues } from './event-values.ts'
import type { Facts } from './facts.ts'
import { literalsByOp, TextTable } from './field-tables.ts'
import { KeywordFilter } from './keyword-filter.ts'
import { MATCH_LIMITS } from './limits.ts'
import type { Predicate } from './predicates.ts'
import { NUMBER_TEXT, RawFilter } from './raw-filter.ts'

const NO_LITERALS = { equals: [], prefix: [], suffix: [], contains: [] }

export class KeywordTable {
  private readonly anchored: TextTable | null
  private readonly contained: TextTable | null
  private readonly filter: KeywordFilter | null
  private readonly rawFilter: RawFilter | null
  /** True when any literal may occur in the text of a number. */
  private readonly wantsNumbers: boolean
  /** True when the current event has a number whose digits its record may have lost. */
  private isRounded = false

  constructor(ids: readonly number[], all: readonly Predicate[]) {
    const literals = literalsByOp(ids, all)
    const anchored = literals.equals.length + literals.prefix.length + literals.suffix.length
    const texts = literals.contains.map(({ text }) => text)
    this.anchored = anchored > 0 ? TextTable.of({ ...literals, contains: [] }) : null
    this.contained = texts.length > 0 ? TextTable.of({ ...NO_LITERALS, contains: literals.contains }) : null
    this.filter = KeywordFilter.of(texts)
    this.rawFilter = RawFilter.of(Object.values(literals).flatMap((of) => of.map(({ text }) => text)))
    this.wantsNumbers = Object.values(literals).some((of) => of.some(({ text }) => NUMBER_TEXT.test(text)))
  }

  look(event: EventValues, facts: Facts): void {
    if (this.rawFilter && !event.mayHold(this.rawFilter)) return
    this.isRounded = false
    this.lookIn(event.record(), facts, 0)
    if (this.isRounded) this.lookAtNumbers(event.exact(), facts, 0)
  }

  /** Visits objects and arrays; members below the depth that intake allows are ignored. */
  private lookIn(container: object, facts: Facts, depth: number): void {
    const values: unknown[] = Object.values(container)
    for (let i = 0; i < values.length; i++) {
      const value = values[i]
      if (typeof value === 'string') this.lookAt(value, facts)
      else if (typeof value === 'number') {
        if (!this.wantsNumbers) continue
        if (isLarge(value)) this.isRounded = true
        else this.lookAt(String(value), facts)
      } else if (typeof value === 'object' && value !== null && depth < MATCH_LIMITS.depthMax)
        this.lookIn(value, facts, depth + 1)
    }
  }

  private lookAtNumbers(container: object, facts: Facts, depth: number): void {
    for (const value of Object.values(container)) {
      if (typeof value === 'bigint' || Number.isFinite(value)) this.lookAt(String(value), facts)
      else if (typeof value === 'object' && value !== null && depth < MATCH_LIMITS.depthMax)
        this.lookAtNumbers(value, facts, depth + 1)
    }
  }

  private lookAt(text: string, facts: Facts): void {
    if (this.anchored) this.anchored.look(text, facts)
    if (this.contained && (!this.filter || this.filter.mayContain(text))) this.contained.look(text, facts)
  }
}
