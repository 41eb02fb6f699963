/** The fields that a user must not see in clear text, by their roles. */
import { assert } from '../../../../platform/assert.ts'
import { text } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { RULED_RESOURCES, type RuledResource, TREATMENTS, type Treatment } from './field-rule.ts'

export type HiddenField = {
  readonly path: readonly string[]
  /** As the rule writes it, and as an answer names it. */
  readonly name: string
  readonly treatment: Treatment
}

/** By resource; without any for most people. */
export type HiddenFields = ReadonlyMap<RuledResource, readonly HiddenField[]>

export const NOTHING_HIDDEN: HiddenFields = new Map<RuledResource, readonly HiddenField[]>()

/** Rules that name none of the roles. With no role, as of a model or a receiver outside: every rule. */
export async function hiddenFrom(tx: TenantTx, roles: readonly string[]): Promise<HiddenFields> {
  const sql = /* sql */ `
    SELECT resource, field_path, treatment FROM field_rules
    WHERE enabled AND NOT (visible_to_roles && $1::text[]) ORDER BY resource, length(field_path), field_path`
  const rows = await tx.many(
    (row) => ({ resource: text(row, 'resource'), name: text(row, 'field_path'), treatment: text(row, 'treatment') }),
    sql,
    [roles],
  )
  if (rows.length === 0) return NOTHING_HIDDEN
  const hidden = new Map<RuledResource, HiddenField[]>()
  for (const { resource: named, name, treatment: how } of rows) {
    const resource = RULED_RESOURCES.find((known) => known === named)
    const treatment = TREATMENTS.find((known) => known === how)
    assert(resource !== undefined && treatment !== undefined, 'a field rule has one of the resources and treatments')
    const fields = hidden.get(resource) ?? []
    fields.push({ name, treatment, path: name.split('.') })
    hidden.set(resource, fields)
  }
  return hidden
}
