/** Fields that a tenant gives its cases beside those that all have. */
import { AppError, noSuch } from '../../../platform/errors.ts'
import { InvalidInput, invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'

export const FIELD_TYPES = ['text', 'number', 'boolean', 'date', 'select'] as const
/** @bound custom fields of a tenant's cases -> 409 */
export const CASE_FIELDS_MAX = 50
const TEXT_MAX = 2_000

export const CASE_FIELDS = tableInCamelCase('CaseField', {
  id: column.uuid(),
  key: column.text(),
  label: column.text(),
  type: column.word(FIELD_TYPES),
  /** Values that a select may have. */
  options: column.texts(),
  created_at: column.time(),
})
export type CaseField = RowOf<typeof CASE_FIELDS>
export type CaseFieldInput = Omit<CaseField, 'id' | 'createdAt'>

/** In the order they were made; a tenant has 50 at most. */
export function caseFields(tx: TenantTx): Promise<CaseField[]> {
  return tx.many(CASE_FIELDS.read, /* sql */ `SELECT ${CASE_FIELDS.columns} FROM case_fields ORDER BY created_at, id`)
}

/** Throws `conflict` for a key that is taken and for one too many, 422 for a select without options. */
export async function createCaseField(tx: TenantTx, input: CaseFieldInput): Promise<CaseField> {
  if ((input.type === 'select') !== input.options.length > 0)
    throw invalid('options', 'are there for a select, and only there')
  if ((await caseFields(tx)).length >= CASE_FIELDS_MAX)
    throw new AppError('conflict', `a tenant has at most ${CASE_FIELDS_MAX} fields of its own`)
  const sql = /* sql */ `
    INSERT INTO case_fields (key, label, type, options) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING ${CASE_FIELDS.columns}`
  const made = await tx.maybeOne(CASE_FIELDS.read, sql, [input.key, input.label, input.type, input.options])
  if (made === null) throw new AppError('conflict', 'a field of this key is there')
  return made
}

/** Values that cases have in the field stay there. Throws `not_found`. */
export async function removeCaseField(tx: TenantTx, id: string): Promise<void> {
  if ((await tx.run(/* sql */ `DELETE FROM case_fields WHERE id = $1`, [id])) === 0) throw noSuch('field', id)
}

type Values = Readonly<Record<string, unknown>>

/** Applies values to `present`; null removes one. Throws 422 for an unknown field, or a value of another type. */
export async function withFields(tx: TenantTx, present: Values, values: Values): Promise<Values> {
  const known = new Map((await caseFields(tx)).map((field) => [field.key, field]))
  const faults = Object.entries(values).flatMap(([key, value]) => {
    const msg = value === null ? null : faultOf(known.get(key), value)
    return msg === null ? [] : [{ loc: ['body', 'custom_fields', key], msg, type: 'value_error' }]
  })
  if (faults.length > 0) throw new InvalidInput(...faults)
  return Object.fromEntries(Object.entries({ ...present, ...values }).filter(([, value]) => value !== null))
}

function faultOf(field: CaseField | undefined, value: unknown): string | null {
  if (field === undefined) return 'is no field of this tenant: they are at /case-fields'
  const fits = {
    text: typeof value === 'string' && value.length <= TEXT_MAX,
    number: typeof value === 'number' && Number.isFinite(value),
    boolean: typeof value === 'boolean',
    date: typeof value === 'string' && /^[12]\d{3}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
    select: typeof value === 'string' && field.options.includes(value),
  }
  if (fits[field.type]) return null
  return field.type === 'select' ? `is one of ${field.options.join(', ')}` : `is a ${field.type}`
}
