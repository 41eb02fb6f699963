/**
 * Text that ModSecurity writes into the error log of its server: `ModSecurity: Access denied with code 403 (phase 2).
 * Pattern ... [file "x"] [line "5"] [id "942100"] [msg "SQL Injection Attack"] [severity "CRITICAL"] [hostname "h"]
 * [uri "/"] [unique_id "u"]`. Form: "ModSecurity 2 Data Formats", "Alerts section".
 */
import type { PhraseValues } from '../../mapping/phrases.ts'

const MARK =
  /\b(?:ModSecurity|Coraza): (Warning|Access denied|Access allowed|Rule processing failed|Audit log|Output filter)/
const TAG = /\[([a-z_]{1,32}) "((?:[^"\\]|\\.){0,2048})"\]/g
const TAGS_MAX = 64
const CODE = /with code (\d{3})/

/** Null for a text that names no rule. */
export function readRule(text: string): PhraseValues | null {
  const mark = MARK.exec(text)
  if (!mark) return null
  const fields: PhraseValues = {}
  const tags: string[] = []
  let count = 0
  for (const [, name = '', value = ''] of text.matchAll(TAG)) {
    if (++count > TAGS_MAX) break
    if (name === 'tag') tags.push(value)
    else fields[name] ??= value
  }
  if (fields.msg === undefined && fields.id === undefined) return null
  const code = CODE.exec(text)?.[1]
  Object.assign(fields, { tags: tags.join('|'), done: mark[1] === 'Access denied' ? 'denied' : 'seen' })
  if (code !== undefined) fields.code = code
  return fields
}
