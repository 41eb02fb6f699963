/**
 * The JSON text of a part of a plan, different for each meaning. Whole numbers beyond 2^53 are written as an object
 * with their digits, which occurs nowhere else in a plan.
 */
export function planKey(part: unknown): string {
  return JSON.stringify(part, (_, value: unknown) => (typeof value === 'bigint' ? { digits: String(value) } : value))
}
