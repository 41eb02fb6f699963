/** Durations, in the unit that a person would use. */

const MINUTES_MAX = 120
const HOURS_MAX = 72

export function durationOf(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < MINUTES_MAX) return `${minutes} min`
  const hours = minutes / 60
  return hours < HOURS_MAX ? `${short(hours)} h` : `${short(hours / 24)} d`
}

/** One decimal, where it says something. */
const short = (value: number): string => value.toFixed(1).replace(/\.0$/, '')

/** An interval in the largest unit that gives a whole number. */
export function everyOf(minutes: number): string {
  const [size, unit] = minutes % 1440 === 0 ? [1440, 'day'] : minutes % 60 === 0 ? [60, 'hour'] : [1, 'minute']
  return minutes === size ? `every ${unit}` : `every ${minutes / size} ${unit}s`
}

/** An interval in seconds, which may be less than a minute. */
export const everySecondsOf = (seconds: number): string =>
  seconds % 60 === 0 && seconds > 0 ? everyOf(seconds / 60) : `every ${seconds} s`

/** Minutes with one decimal; null stays null. */
export const minutesOf = (seconds: number | undefined): number | null =>
  seconds === undefined ? null : Math.round(seconds / 6) / 10
