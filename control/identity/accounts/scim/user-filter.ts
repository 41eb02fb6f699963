import { ScimFault } from './fault.ts'
import type { Comparison } from './filter.ts'
import { isUuid, shown } from './json.ts'
import { CORE_USER } from './user-schema.ts'

/** One condition of a statement; its value is always the parameter `$1`. */
export type Condition = { readonly sql: string; readonly value: string | boolean }

export const EVERYTHING: Condition = { sql: '$1::text IS NOT NULL', value: '' }

/** Also of addresses that do not sign in. */
const ADDRESS = `(u.email = lower($1::text) OR EXISTS (
  SELECT FROM jsonb_array_elements(s.attributes -> 'emails') e WHERE lower(e ->> 'value') = lower($1::text)))`

/** By lower-case attribute name. Comparisons that ignore case compare lower-case texts, because these are indexed. */
const OF_TEXT: Readonly<Record<string, string>> = {
  username: 'u.username_folded = lower($1::text)',
  externalid: 's.external_id = $1::text',
  displayname: `lower(s.attributes ->> 'displayName') = lower($1::text)`,
  'name.familyname': `lower(s.attributes #>> '{name,familyName}') = lower($1::text)`,
  'name.givenname': `lower(s.attributes #>> '{name,givenName}') = lower($1::text)`,
  emails: ADDRESS,
  'emails.value': ADDRESS,
}

/** Throws `invalidFilter` for an attribute that users are not found by, or a value that is not of its type. */
export function userCondition({ attribute, value }: Comparison): Condition {
  const name = attributeIn(attribute, CORE_USER)
  if (name === 'active') return { sql: 'u.is_active = $1::boolean', value: truth(attribute, value) }
  if (typeof value !== 'string') throw new ScimFault('invalidFilter', `${shown(attribute)} is compared with a text`)
  if (name === 'id') return { sql: "u.id = nullif($1::text, '')::uuid", value: idOrNobodys(value) }
  const sql = Object.hasOwn(OF_TEXT, name) ? OF_TEXT[name] : undefined
  if (sql === undefined) throw new ScimFault('invalidFilter', `users are not found by ${shown(attribute)}`)
  return { sql, value }
}

/** A text that is no UUID matches no user. */
export function idOrNobodys(value: string): string {
  return isUuid(value) ? value.toLowerCase() : ''
}

/** The attribute name in lower case, without the URN of the schema. */
export function attributeIn(attribute: string, schema: string): string {
  const folded = attribute.toLowerCase()
  const prefix = `${schema.toLowerCase()}:`
  return folded.startsWith(prefix) ? folded.slice(prefix.length) : folded
}

function truth(attribute: string, value: Comparison['value']): boolean {
  const word = String(value).toLowerCase()
  if (word === 'true' || word === 'false') return word === 'true'
  throw new ScimFault('invalidFilter', `${shown(attribute)} is compared with true or false`)
}
