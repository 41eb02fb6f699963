/** The day of a time in UTC, as `2026-01-31`. */
export const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
