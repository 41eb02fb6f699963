/** Rules of a tenant's own. Every change reaches the pipeline through the outbox, in the transaction that makes it. */
import type { SourceFault } from '../../../detections/content/rule-source.ts'
import type { Unresolved } from '../../../detections/sigma/parse.ts'
import { RULE_KIND } from '../../../detections/tenant/documents.ts'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { announce } from '../../platform/broadcast/index.ts'
import { refuseWhenHeld } from '../../platform/governance/index.ts'
import { type Around, type CheckedText, type CheckedTexts, checkOne, checkTexts, type RuleText } from './check-rules.ts'
import { isBuiltIn } from './overlays.ts'
import { placeholdersOf } from './placeholders.ts'
import { documentOf, RULE_LIMITS, type StoredRule } from './rule.ts'
import {
  idsOfOthers,
  insertRule,
  lockRules,
  namesOfOthers,
  removeRule,
  ruleByAnyId,
  rulesByFile,
  updateEnabled,
  updateRule,
  usedRoom,
} from './rule-store.ts'

/** Throws 422 for a text that is no rule, `conflict` for a file that is there, `too_large` past the tenant's room. */
export async function createRule(tx: TenantTx, text: RuleText, isEnabled: boolean, by: string): Promise<StoredRule> {
  await lockRules(tx)
  const [existing] = await rulesByFile(tx, [text.file])
  if (existing) throw new AppError('conflict', `another rule has the file ${text.file}`)
  const checked = checkOne(text, await around(tx, [text.file]))
  return announced(tx, await withinRoom(tx, () => insertRule(tx, checked, isEnabled, by)))
}

/** Checks a text as `createRule` would, without storing anything. `instead` is the row that it would replace. */
export async function checkedAlone(tx: TenantTx, ruleText: RuleText, instead: string | null): Promise<CheckedText> {
  return checkOne(ruleText, await aroundBut(tx, ruleText, instead))
}

/** The same, but gives the faults as an answer. Throws `not_found` for a row that does not exist. */
export async function judgedAlone(tx: TenantTx, text: RuleText, instead: string | null): Promise<CheckedTexts> {
  return checkTexts([text], await aroundBut(tx, text, instead))
}

async function aroundBut(tx: TenantTx, { file }: RuleText, instead: string | null): Promise<Around> {
  return around(tx, instead === null ? [file] : [file, (await findOwnRule(tx, instead)).file])
}

/** Null members stay as they are. Throws `not_found`, and what `createRule` throws. */
export async function replaceRule(
  tx: TenantTx,
  id: string,
  to: Pick<RuleText, 'text' | 'parsed'> & { readonly file: string | null },
  by: string,
): Promise<StoredRule> {
  await lockRules(tx)
  const before = await findOwnRule(tx, id)
  const file = to.file ?? before.file
  const [existing] = await rulesByFile(tx, [file])
  if (existing && existing.id !== before.id) throw new AppError('conflict', `another rule has the file ${file}`)
  const changed = { ...to, language: before.language, file }
  const checked = checkOne(changed, await around(tx, [before.file]))
  return announced(tx, await withinRoom(tx, () => updateRule(tx, before, checked, by)))
}

/** Finds a rule by the id of its row, or of a rule in it. Throws `not_found`. */
export async function findRule(tx: TenantTx, id: string): Promise<StoredRule> {
  return requireFound(await ruleByAnyId(tx, id), 'rule')
}

/** Throws `forbidden` for one that comes with the product, and `not_found`. */
export async function findOwnRule(tx: TenantTx, id: string): Promise<StoredRule> {
  if (isBuiltIn(id)) throw new AppError('forbidden', 'the rule comes with the product: its overlay changes it')
  return findRule(tx, id)
}

export async function deleteRule(tx: TenantTx, id: string): Promise<StoredRule> {
  await lockRules(tx)
  const found = await findOwnRule(tx, id)
  await removeRule(tx, found.id)
  await announce(tx, { kind: RULE_KIND, id: found.id, document: null })
  return found
}

/** Throws `not_found`. */
export async function setRuleEnabled(tx: TenantTx, id: string, isEnabled: boolean, by: string): Promise<StoredRule> {
  const { id: row } = await findRule(tx, id)
  const changed = requireFound(await updateEnabled(tx, row, isEnabled, by), 'rule')
  return announced(tx, changed)
}

export type ImportReport = {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  /**
   * Rules with a fault are left out. A file that is left out as a whole keeps the text that was stored under its name.
   */
  readonly faults: readonly SourceFault[]
  /** Rules that are taken, and name placeholders without a value. */
  readonly unresolved: readonly Unresolved[]
}

/**
 * Imports files of a folder. A new file creates an enabled rule; a known one gets the new text and keeps its on/off
 * state, and is refused when it has none of the rules stored under its name. The files may refer to each other. YARA is
 * checked by `judgeYara` before. Throws `too_large` past the tenant's limit.
 */
export async function importRules(tx: TenantTx, files: readonly RuleText[], by: string): Promise<ImportReport> {
  await lockRules(tx)
  const names = files.map(({ file }) => file)
  if (new Set(names).size < names.length) throw invalid('files', 'two of them have one name')
  const known = new Map((await rulesByFile(tx, names)).map((rule) => [rule.file, rule]))
  const { sound, faults, unresolved } = checkTexts(files, await around(tx, names))
  const strangers = sound.flatMap((checked) => strangerFault(checked, known.get(checked.file)) ?? [])
  const refused = new Set(strangers.map(({ file }) => file))
  const fit = sound.filter(({ file }) => !refused.has(file))
  const counts = { created: 0, updated: 0, unchanged: 0 }
  await withinRoom(tx, async () => {
    for (const checked of fit) counts[await importOne(tx, checked, known.get(checked.file), by)]++
  })
  return { ...counts, faults: [...faults, ...strangers], unresolved }
}

/**
 * Refuses a file of another folder that happens to have the name of a stored one: accepting it would remove that one's
 * rules unintentionally. Rules are identified by id, so a text without any id stored under its name is refused.
 */
function strangerFault(checked: CheckedText, before: StoredRule | undefined): SourceFault | null {
  if (before === undefined || before.ruleIds.length === 0 || checked.ruleIds.length === 0) return null
  if (before.ruleIds.some((id) => checked.ruleIds.includes(id))) return null
  const [first, ...more] = before.ruleIds
  const rules = more.length === 0 ? `the rule ${first}` : `${first} and ${more.length} more rules`
  const reason = `is the name of a stored file with ${rules}, none of which is in this one: give it another name, or remove the stored one first`
  return { file: checked.file, line: 0, column: 0, reason }
}

/**
 * Removes rules whose files are no longer in the folder; rules below a path that could not be read stay. Returns the
 * number removed.
 */
export async function pruneRules(tx: TenantTx, files: readonly string[], unread: readonly string[]): Promise<number> {
  await lockRules(tx)
  const others = await idsOfOthers(tx, [...files, ...unread])
  const gone = others.filter(({ file }) => !unread.some((place) => file.startsWith(`${place}/`)))
  if (gone.length > 0) await refuseWhenHeld(tx, [])
  for (const { id } of gone) {
    await removeRule(tx, id)
    await announce(tx, { kind: RULE_KIND, id, document: null })
  }
  return gone.length
}

async function around(tx: TenantTx, files: readonly string[]): Promise<Around> {
  return { others: await namesOfOthers(tx, files), placeholders: await placeholdersOf(tx) }
}

async function importOne(
  tx: TenantTx,
  checked: CheckedText,
  before: StoredRule | undefined,
  by: string,
): Promise<'created' | 'updated' | 'unchanged'> {
  if (before?.text === checked.text && before.language === checked.language) return 'unchanged'
  await announced(tx, before ? await updateRule(tx, before, checked, by) : await insertRule(tx, checked, true, by))
  return before ? 'updated' : 'created'
}

/** Judged after the change: the transaction is undone when there was no room for it. */
async function withinRoom<T>(tx: TenantTx, change: () => Promise<T>): Promise<T> {
  const done = await change()
  const { rules, bytes } = await usedRoom(tx)
  if (rules > RULE_LIMITS.rules) throw new AppError('too_large', `a tenant has at most ${RULE_LIMITS.rules} rules`)
  if (bytes > RULE_LIMITS.bytes)
    throw new AppError('too_large', `a tenant's rules have at most ${RULE_LIMITS.bytes} bytes`)
  return done
}

async function announced(tx: TenantTx, rule: StoredRule): Promise<StoredRule> {
  await announce(tx, { kind: RULE_KIND, id: rule.id, document: documentOf(rule) })
  return rule
}
