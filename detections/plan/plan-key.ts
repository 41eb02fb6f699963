/**
 * The JSON text of a part of a plan, which is another one for each meaning. Whole numbers past 2^53 stand in an object of
 * their digits, which nothing else in a plan is.
 */
export function planKey(part: unknown): string {
  return JSON.stringify(part, (_, value: unknown) => (typeof value === 'bigint' ? { digits: String(value) } : value))
}
