/**
 * Applies field rules to texts that leave as messages: mails, pushes, chats, tickets, webhooks. Such a text has no fields
 * that could be withheld one by one, so the values of hidden fields are taken out of it: those of the alerts and cases that
 * it is about, and of what belongs to these.
 */
import { orNull, text } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { ABOUT_MAX, type Copies, copiesBy, hasCopies, hasMoreAlerts, idsIn } from './copies.ts'
import type { Treatment } from './field-rule.ts'
import { type HiddenFields, hiddenFrom } from './hidden-fields.ts'
import { RECORDS, RECORDS_MAX } from './records-about.ts'
import { copiesIn } from './show-record.ts'
import { treated } from './treatment.ts'
import { type Members, scrubbed, TOO_MANY_COPIES } from './withhold.ts'

/**
 * Returns the values that the rules hide in the records of the texts, or `TOO_MANY_COPIES`. `about` are further texts
 * that contain ids of those records.
 */
export async function hiddenIn(tx: TenantTx, hidden: HiddenFields, about: readonly string[]): Promise<Copies> {
  const named = hidden.size === 0 ? [] : idsIn(about.join(' '))
  if (named.length === 0) return new Map()
  const ids = await withSubjects(tx, named)
  if (named.length >= ABOUT_MAX || (hasCopies(hidden) && (await hasMoreAlerts(tx, ids)))) return TOO_MANY_COPIES
  const copies = new Map<string, Treatment>()
  for (const found of (await copiesBy(tx, ids, hidden)).values())
    for (const [copy, treatment] of found) copies.set(copy, treatment)
  // A rule about alerts or events reaches entities of other records as well, so that each kind is looked at where it may.
  const derived = hidden.has('event') || hidden.has('alert')
  for (const [resource, sql] of RECORDS) {
    if (!hidden.has(resource) && !(derived && resource === 'observable')) continue
    const records = await tx.many((row) => row.record as Members, sql, [ids])
    if (records.length > RECORDS_MAX) return TOO_MANY_COPIES
    for (const record of records)
      for (const [copy, treatment] of copiesIn(resource, record, hidden)) copies.set(copy, treatment)
  }
  return copies
}

/** Values that a field rule hides from at least one role: for messages, whose readers have no role here. */
export async function hiddenFromAll(tx: TenantTx, about: readonly string[]): Promise<Copies> {
  return hiddenIn(tx, await hiddenFrom(tx, []), about)
}

/** The ids, and the ids of the alerts and cases that they belong to. */
async function withSubjects(tx: TenantTx, ids: readonly string[]): Promise<readonly string[]> {
  const sql = /* sql */ `
    SELECT alert_id, case_id FROM approvals WHERE id = ANY ($1::uuid[])
    UNION SELECT alert_id, case_id FROM response_actions WHERE id = ANY ($1::uuid[])
    UNION SELECT alert_id, case_id FROM playbook_runs WHERE id = ANY ($1::uuid[])
    UNION SELECT alert_id, case_id FROM investigation_runs WHERE id = ANY ($1::uuid[])
    UNION SELECT alert_id, NULL FROM honeytoken_touches WHERE id = ANY ($1::uuid[])
    UNION SELECT NULL, case_id FROM alerts WHERE id = ANY ($1::uuid[])`
  const found = await tx.many((row) => [orNull(text, row, 'alert_id'), orNull(text, row, 'case_id')], sql, [ids])
  return [...new Set([...ids, ...found.flat().filter((id) => id !== null)])]
}

const CUT_MARK = '…'
/** A cut-off value at the end of a text is recognised from this length on; a shorter one could be another word. */
const CUT_CHARS_MIN = 3

/**
 * The text without hidden values: also where white space was joined to one blank, and where the text was cut within a
 * value.
 */
export function shownText(text: string, copies: Copies): string {
  if (copies.size === 0) return text
  if (copies === TOO_MANY_COPIES) return scrubbed(text, copies)
  const joined = new Map<string, Treatment>()
  for (const [copy, treatment] of [...copies].toSorted(([a], [b]) => b.length - a.length)) {
    joined.set(copy, treatment)
    joined.set(copy.replaceAll(/[\p{C}\s]+/gu, ' ').trim(), treatment)
  }
  joined.delete('')
  const whole = scrubbed(text, joined)
  return whole.endsWith(CUT_MARK) ? withoutCutValue(whole.slice(0, -1), joined) + CUT_MARK : whole
}

function withoutCutValue(words: string, copies: Copies): string {
  const lower = words.toLowerCase()
  let shown = words
  let longest = CUT_CHARS_MIN - 1
  for (const [copy, treatment] of copies) {
    const value = copy.toLowerCase()
    for (let length = Math.min(value.length - 1, words.length); length > longest; length--) {
      if (!lower.endsWith(value.slice(0, length))) continue
      longest = length
      shown = words.slice(0, words.length - length) + String(treated(copy, treatment) ?? '')
      break
    }
  }
  return shown
}

/** Members that hold text, each without hidden values. */
export function shownTexts<T extends Readonly<Record<string, unknown>>>(texts: T, copies: Copies): T {
  if (copies.size === 0) return texts
  const shown = Object.entries(texts).map(([name, value]) => [
    name,
    typeof value === 'string' ? shownText(value, copies) : value,
  ])
  return Object.fromEntries(shown) as T
}
