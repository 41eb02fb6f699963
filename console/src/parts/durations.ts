/** Times between two moments, in the unit that a person would say them in. */

const MINUTES_MAX = 120
const HOURS_MAX = 72

export function durationOf(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < MINUTES_MAX) return `${minutes} min`
  const hours = minutes / 60
  return hours < HOURS_MAX ? `${hours.toFixed(1)} h` : `${(hours / 24).toFixed(1)} d`
}

/** Minutes with one decimal; null stays null. */
export const minutesOf = (seconds: number | undefined): number | null =>
  seconds === undefined ? null : Math.round(seconds / 6) / 10
