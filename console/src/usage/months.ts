/** The months that can be selected, newest first, in UTC like the meters. */
export const MONTHS = 13

export type Month = { readonly month: string; readonly start: string; readonly end: string }

/** The end is the last day of the month, or today for the current month. */
export function monthsUntil(now: Date): Month[] {
  return Array.from({ length: MONTHS }, (_, back) => {
    const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
    const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + 1, 0))
    const day = (at: Date) => at.toISOString().slice(0, 10)
    return { month: day(start).slice(0, 7), start: day(start), end: day(last < now ? last : now) }
  })
}

/** `month`: such as 2026-02. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
