/** Templates: documents of configuration that a provider keeps in its home tenant to apply them to its customers'. */
import { Type } from 'typebox'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { int } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import { type Document, documentSchema } from '../../platform/configuration/index.ts'

export const TEMPLATES_MAX = 100

export const TEMPLATES = table('OrganisationTemplate', {
  id: column.uuid(),
  name: column.text(),
  description: column.orNull(column.text()),
  documents: column.json<readonly Document[]>(Type.Array(documentSchema)),
  updated_by: column.text(),
  updated_at: column.time(),
})
export type Template = RowOf<typeof TEMPLATES>
export type TemplateInput = Pick<Template, 'name' | 'description' | 'documents' | 'updated_by'>

/** All templates, by name. */
export function templates(tx: TenantTx): Promise<Template[]> {
  return tx.many(
    TEMPLATES.read,
    /* sql */ `SELECT ${TEMPLATES.columns} FROM organisation_templates ORDER BY lower(name), id`,
  )
}

/** Throws `not_found`. */
export async function requireTemplate(tx: TenantTx, id: string): Promise<Template> {
  const sql = /* sql */ `SELECT ${TEMPLATES.columns} FROM organisation_templates WHERE id = $1`
  return requireFound(await tx.maybeOne(TEMPLATES.read, sql, [id]), 'template')
}

/** A template of the same name is replaced. Throws `conflict` past the bound. */
export async function putTemplate(tx: TenantTx, { name, description, documents, updated_by }: TemplateInput) {
  const count = /* sql */ `SELECT count(*)::int AS n FROM organisation_templates WHERE name <> $1`
  if (((await tx.maybeOne((row) => int(row, 'n'), count, [name])) ?? 0) >= TEMPLATES_MAX)
    throw new AppError('conflict', `there are ${TEMPLATES_MAX} templates already`)
  const sql = /* sql */ `
    INSERT INTO organisation_templates (name, description, documents, updated_by) VALUES ($1, $2, $3, $4)
    ON CONFLICT (tenant_id, name) DO UPDATE SET description = $2, documents = $3, updated_by = $4,
      updated_at = clock_timestamp()
    RETURNING ${TEMPLATES.columns}`
  const made = await tx.maybeOne(TEMPLATES.read, sql, [name, description, JSON.stringify(documents), updated_by])
  if (made === null) throw new AppError('unavailable', 'the template was not stored')
  return made
}

/** False when there is none. */
export async function deleteTemplate(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(/* sql */ `DELETE FROM organisation_templates WHERE id = $1`, [id])) === 1
}
