/** Values of `%name%` in a tenant's Sigma rules. A change is in force for all of them within seconds. */
import { setImmediate } from 'node:timers/promises'
import type { SourceFault } from '../../../detections/content/rule-source.ts'
import { Refusal } from '../../../detections/sigma/fault.ts'
import { parseSigma } from '../../../detections/sigma/parse.ts'
import { NO_PLACEHOLDERS, type Placeholders, placeholdersIn } from '../../../detections/sigma/placeholders.ts'
import { PLACEHOLDERS_ID, PLACEHOLDERS_KIND, type PlaceholdersDocument } from '../../../detections/tenant/documents.ts'
import { InvalidInput, invalid } from '../../../platform/invalid-input.ts'
import { text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { announce } from '../../platform/broadcast/index.ts'
import { faultsOfInput } from './check-rules.ts'
import { lockRules } from './rule-store.ts'

/** Texts that are parsed before others get their turn: a few milliseconds. */
const TURN_TEXTS = 8

/** Empty for a tenant that has none. */
export async function placeholdersOf(tx: TenantTx): Promise<Placeholders> {
  const sql = /* sql */ `SELECT placeholders FROM detection_placeholders`
  return (await tx.maybeOne((row) => placeholdersIn(row.placeholders), sql)) ?? NO_PLACEHOLDERS
}

/**
 * Replaces all placeholders: names that are missing have no value from then on. Throws 422 for an invalid map, and when
 * a rule of the tenant would be too large with the values.
 */
export async function putPlaceholders(tx: TenantTx, value: unknown, by: string): Promise<Placeholders> {
  const placeholders = checked(value)
  await lockRules(tx)
  const faults = await faultsWith(tx, placeholders, await placeholdersOf(tx))
  if (faults.length > 0) throw new InvalidInput(...faultsOfInput(faults))
  const values = Object.fromEntries(placeholders)
  const sql = /* sql */ `
    INSERT INTO detection_placeholders (placeholders, changed_by) VALUES ($1, $2)
    ON CONFLICT (tenant_id) DO UPDATE SET placeholders = $1, changed_by = $2, updated_at = clock_timestamp()`
  await tx.run(sql, [JSON.stringify(values), by])
  const document: PlaceholdersDocument = { values }
  await announce(tx, { kind: PLACEHOLDERS_KIND, id: PLACEHOLDERS_ID, document })
  return placeholders
}

function checked(input: unknown): Placeholders {
  try {
    return placeholdersIn(input)
  } catch (error) {
    throw error instanceof Refusal ? invalid('placeholders', error.message) : error
  }
}

/**
 * Finds faults of rules that are sound with the present values: values multiply the work of a rule, which can become
 * too much.
 */
async function faultsWith(
  tx: TenantTx,
  placeholders: Placeholders,
  present: Placeholders,
): Promise<readonly SourceFault[]> {
  const sql = /* sql */ `
    SELECT file, text FROM detection_rules
    WHERE language = 'sigma' AND text LIKE '%|expand%' ORDER BY file`
  const rules = await tx.many((row) => ({ file: text(row, 'file'), text: text(row, 'text') }), sql)
  const found: SourceFault[] = []
  for (const [at, rule] of rules.entries()) {
    if (at % TURN_TEXTS === TURN_TEXTS - 1) await setImmediate()
    const { faults } = parseSigma(rule.text, rule.file, { placeholders })
    const isNew = faults.length > 0 && parseSigma(rule.text, rule.file, { placeholders: present }).faults.length === 0
    if (isNew) found.push(...faults.map((fault) => ({ ...fault, column: 0 })))
  }
  return found
}
