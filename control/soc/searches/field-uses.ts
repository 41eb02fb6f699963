/** Which fields the searches of a tenant name, how often, and how long those searches took: what indexes are proposed by. */
import { isoDay } from '../../../platform/iso-time.ts'
import { int, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'

export const FIELD_USE_LIMITS = {
  /**
   * Fields of a tenant that are counted on one day, in all languages; a search for any further one is not.
   * @bound fields of a tenant whose searches are counted on a day -> searches for further ones are not counted
   */
  ofDay: 500,
  /** Days that are looked back over, and kept. */
  days: 30,
  fieldChars: 256,
} as const

export const USE_LANGUAGES = ['lucene', 'kql', 'sql'] as const
export type UseLanguage = (typeof USE_LANGUAGES)[number]

export type SearchCost = {
  readonly language: UseLanguage
  readonly fields: readonly string[]
  readonly ms: number
  /** It was not done in its time. */
  readonly isLate: boolean
}

/** Counts one search for each field that it names. */
export async function noteFieldUses(
  tx: TenantTx,
  { language, fields, ms, isLate }: SearchCost,
  nowMs: number,
): Promise<void> {
  const { ofDay, fieldChars } = FIELD_USE_LIMITS
  const names = [...new Set(fields)].filter((name) => name !== '' && name.length <= fieldChars).sort()
  if (names.length === 0) return
  const sql = /* sql */ `
    INSERT INTO field_uses AS u (day, language, field, searches, ms, late)
    SELECT $1::date, $6, n.field, 1, $2, $3 FROM unnest($4::text[]) AS n (field)
    WHERE (SELECT count(*) FROM field_uses WHERE day = $1::date) < $5
      OR EXISTS (SELECT FROM field_uses k WHERE k.day = $1::date AND k.language = $6 AND k.field = n.field)
    ON CONFLICT (tenant_id, day, language, field) DO UPDATE
      SET searches = u.searches + 1, ms = u.ms + excluded.ms, late = u.late + excluded.late`
  await tx.run(sql, [isoDay(nowMs), Math.round(ms), isLate ? 1 : 0, names, ofDay, language])
}

export type FieldUse = {
  readonly language: UseLanguage
  readonly field: string
  readonly searches: number
  readonly ms: number
  readonly late: number
}

/** Adds up the last days; the dearest come first. */
export function fieldUses(tx: TenantTx, nowMs: number, max: number): Promise<FieldUse[]> {
  const sql = /* sql */ `
    SELECT language, field, sum(searches)::integer AS searches, sum(ms)::bigint AS ms, sum(late)::integer AS late
    FROM field_uses WHERE day > $1::date - $2::integer
    GROUP BY language, field ORDER BY sum(ms) DESC, field, language LIMIT $3`
  const read = (row: Row): FieldUse => {
    const language = USE_LANGUAGES.find((one) => one === row.language) ?? 'lucene'
    const figures = { searches: int(row, 'searches'), ms: int(row, 'ms'), late: int(row, 'late') }
    return { language, field: text(row, 'field'), ...figures }
  }
  return tx.many(read, sql, [isoDay(nowMs), FIELD_USE_LIMITS.days, max])
}
