/** A time in UTC with milliseconds, as `2026-01-31T08:00:00.000Z`. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()
