/** What JSON calls an object: names with values, of whatever kind. */
export type Members = Record<string, unknown>

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
