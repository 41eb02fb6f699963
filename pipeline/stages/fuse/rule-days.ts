/** The days of receipt on which each rule of a tenant fired, to compute how rare the rule is there. */
const DAYS_KEPT = 18
/**
 * Number of days before a story that count. The day before the story does not, because its signals may still be in
 * flight.
 */
export const HISTORY_DAYS = 14

type Days = number[]

export class RuleDays {
  readonly #days = new Map<string, Days>()
  readonly #dirty = new Set<string>()
  readonly #rulesMax: number
  /** The first day on which any rule fired. */
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
   * Number of days on which the rule fired, in the two weeks that end two days before `day`. Null when the tenant has
   * not existed for long enough.
   */
  firedBefore(ruleId: string, day: number): number | null {
    if (this.#firstDay > day - 2 - HISTORY_DAYS / 2) return null
    const days = this.#days.get(ruleId) ?? []
    return days.filter((one) => one <= day - 2 && one > day - 2 - HISTORY_DAYS).length
  }

  /** Rules that changed since the last call; one without days is to be removed. */
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

  /** Forgets days that no story can use; `day` is the oldest on which a story may begin. */
  forget(day: number): void {
    for (const [ruleId, days] of this.#days) {
      if ((days.at(-1) ?? 0) > day - 2 - HISTORY_DAYS) continue
      this.#days.delete(ruleId)
      this.#dirty.add(ruleId)
    }
  }
}
