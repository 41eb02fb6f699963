/** A time in UTC with milliseconds, as `2026-01-31T08:00:00.000Z`. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()

/** The day of a time in UTC, as `2026-01-31`. */
export const isoDay = (ms: number): string => isoTime(ms).slice(0, 10)
