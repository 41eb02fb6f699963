const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** A number of bytes in the unit that a person would use. */
export function bytesOf(bytes: number): string {
  let [value, unit] = [bytes, 0]
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1_000
    unit++
  }
  const text = unit === 0 || value >= 100 ? Math.round(value).toLocaleString() : value.toFixed(1).replace(/\.0$/, '')
  return `${text} ${UNITS[unit]}`
}
