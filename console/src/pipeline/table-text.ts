/** The text of a table of a source, as a person edits it. */
import type { Schemas } from '../api/client.ts'

export type SourceTable = Schemas['SourceTable']

export const textOfTable = (table: SourceTable): string => `${JSON.stringify(table, null, 2)}\n`

const MEMBERS = ['vendor', 'product', 'recognises', 'rows', 'kinds'] as const

/** The table of a text, or why it is none. The API checks everything else. */
export function tableOfText(text: string): { readonly table: SourceTable } | { readonly fault: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { fault: `This is no JSON: ${(error as Error).message}` }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { fault: 'A table is a JSON object.' }
  const missing = MEMBERS.filter((name) => !(name in value))
  if (missing.length > 0) return { fault: `The table lacks ${missing.join(', ')}.` }
  const { kinds, rows, recognises } = value as SourceTable
  if (!Array.isArray(kinds)) return { fault: 'kinds is a list.' }
  for (const [name, one] of Object.entries({ rows, recognises, ...kinds }))
    if (typeof one !== 'object' || one === null)
      return { fault: `${/^\d/.test(name) ? `kinds.${name}` : name} is an object.` }
  return { table: value as SourceTable }
}

/** Which records belong to the table, such as `program acmevpnd` or `type = vpn`. */
export function recognisedBy({ recognises: { program, members = {} } }: SourceTable): string {
  const parts = [
    ...(program === undefined ? [] : [`program ${program}`]),
    ...Object.entries(members).map(([path, value]) => (value === '' ? `has ${path}` : `${path} = ${value}`)),
  ]
  return parts.length === 0 ? 'its sentences' : parts.join(', ')
}
