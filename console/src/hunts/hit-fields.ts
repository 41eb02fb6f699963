import type { Schemas } from '../api/client.ts'

/** The fields of an event, or of a row of a SQL result. */
export function fieldsOf(hit: Schemas['HuntHit'] | undefined): Record<string, unknown> {
  const document = hit?.document ?? {}
  return (document.fields as Record<string, unknown> | undefined) ?? document
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
