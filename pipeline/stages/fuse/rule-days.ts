/** On which days of receipt each rule of a tenant fired: how rare it is there. */
const DAYS_KEPT = 18
/** Days before a story that count. The day before it does not: signals of it may still be on their way. */
export const HISTORY_DAYS = 14

type Days = number[]

export class RuleDays {
  readonly #days = new Map<string, Days>()
  readonly #dirty = new Set<string>()
  readonly #rulesMax: number
  /** The first day that anything fired. */
  #firstDay = Number.POSITIVE_INFINITY

  constructor(rulesMax: number) {
    this.#rulesMax = rulesMax
  }

  saw(ruleId: string, day: number): void {
    this.#firstDay = Math.min(this.#firstDay, day)
    const days = this.#days.get(ruleId)
    if (days?.includes(day)) return
    if (days) {
      days.push(day)
      days.sort((a, b) => a - b)
      if (days.length > DAYS_KEPT) days.shift()
    } else if (this.#days.size < this.#rulesMax) this.#days.set(ruleId, [day])
    else return
    this.#dirty.add(ruleId)
  }

  /**
   * Days of the two weeks up to the day before yesterday, seen from a day, on which the rule fired. Null: the tenant has not been
   * here that long, and nothing is known.
   */
  firedBefore(ruleId: string, day: number): number | null {
    if (this.#firstDay > day - 2 - HISTORY_DAYS / 2) return null
    const days = this.#days.get(ruleId) ?? []
    return days.filter((one) => one <= day - 2 && one > day - 2 - HISTORY_DAYS).length
  }

  /** Rules that changed since the last call; no days: it is forgotten. */
  flush(): { readonly ruleId: string; readonly days: readonly number[]; readonly firstDay: number }[] {
    const changed = [...this.#dirty].map((ruleId) => {
      return { ruleId, days: this.#days.get(ruleId) ?? [], firstDay: this.#firstDay }
    })
    this.#dirty.clear()
    return changed
  }

  restore(ruleId: string, days: readonly number[], firstDay: number): void {
    this.#days.set(ruleId, [...days])
    this.#firstDay = Math.min(this.#firstDay, firstDay)
  }

  /** `day` is the oldest that a story may begin on. */
  forget(day: number): void {
    for (const [ruleId, days] of this.#days) {
      if ((days.at(-1) ?? 0) > day - 2 - HISTORY_DAYS) continue
      this.#days.delete(ruleId)
      this.#dirty.add(ruleId)
    }
  }
}
