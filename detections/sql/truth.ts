/**
 * SQL's knowledge of a condition: `sure` when it certainly matches, `may` when it possibly does. Both are the same text
 * where SQL can decide everything; elsewhere the matcher judges the rows in between.
 */
export type Truth = { readonly sure: string; readonly maybe: string }

export const exactly = (sql: string): Truth => ({ sure: sql, maybe: sql })
export const NO = exactly('0')
export const UNKNOWN: Truth = { sure: '0', maybe: '1' }

export const isExact = ({ sure, maybe }: Truth): boolean => sure === maybe

export function allOf(parts: readonly Truth[]): Truth {
  return { sure: conjunction(parts.map(({ sure }) => sure)), maybe: conjunction(parts.map(({ maybe }) => maybe)) }
}

export function anyOf(parts: readonly Truth[]): Truth {
  return { sure: disjunction(parts.map(({ sure }) => sure)), maybe: disjunction(parts.map(({ maybe }) => maybe)) }
}

export function opposite({ sure, maybe }: Truth): Truth {
  return { sure: negation(maybe), maybe: negation(sure) }
}

export function conjunction(parts: readonly string[]): string {
  const conditions = [...new Set(parts)].filter((part) => part !== '1')
  if (conditions.includes('0')) return '0'
  return joined(conditions, ' AND ') ?? '1'
}

export function disjunction(parts: readonly string[]): string {
  const conditions = [...new Set(parts)].filter((part) => part !== '0')
  if (conditions.includes('1')) return '1'
  return joined(conditions, ' OR ') ?? '0'
}

export function negation(sql: string): string {
  if (sql === '0') return '1'
  return sql === '1' ? '0' : `NOT (${sql})`
}

function joined(parts: readonly string[], by: string): string | null {
  const [only] = parts
  if (only === undefined) return null
  return parts.length === 1 ? only : `(${parts.join(by)})`
}
