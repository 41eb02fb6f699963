/** Answers of providers that are kept for as long as they hold. */
import { type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Entity } from './entity.ts'
import type { Data } from './provider.ts'

/**
 * Answers of one tenant; past them the oldest go.
 * @bound kept answers of enrichment providers of a tenant -> the oldest are deleted
 */
const ANSWERS_MAX = 200_000
const TRIM_BATCH = 5_000

export type KeptAnswer = { readonly data: Data | null; readonly checkedAt: Date }

export const answerKey = ({ kind, value }: Entity, provider: string) => `${provider}/${kind}/${value}`

export async function keptAnswers(tx: TenantTx, entities: readonly Entity[]): Promise<Map<string, KeptAnswer>> {
  const sql = /* sql */ `
    SELECT a.kind, a.value, a.provider, a.data, a.checked_at FROM enrichment_answers a
    JOIN jsonb_to_recordset($1) AS g (kind text, value text) ON g.kind = a.kind AND g.value = a.value`
  const toEntry = (row: Row) => {
    const key = `${text(row, 'provider')}/${text(row, 'kind')}/${text(row, 'value')}`
    return [key, { data: row.data as Data | null, checkedAt: time(row, 'checked_at') }] as const
  }
  return new Map(await tx.many(toEntry, sql, [JSON.stringify(entities)]))
}

export type NewAnswer = Entity & { readonly provider: string; readonly data: Data | null; readonly checkedMs: number }

/** Writes in a fixed order, so that writers of the same answers wait for each other instead of deadlocking. */
export async function keepAnswers(tx: TenantTx, answers: readonly NewAnswer[], staleMs: number): Promise<void> {
  const put = /* sql */ `
    INSERT INTO enrichment_answers (kind, value, provider, data, checked_at)
    SELECT g.kind, g.value, g.provider, nullif(g.data, 'null'::jsonb), to_timestamp(g.checked_ms / 1000.0)
    FROM jsonb_to_recordset($1) AS g (kind text, value text, provider text, data jsonb, checked_ms float8)
    ON CONFLICT (tenant_id, kind, value, provider) DO UPDATE SET data = EXCLUDED.data, checked_at = EXCLUDED.checked_at`
  const keyed = answers.map((answer) => ({ key: answerKey(answer, answer.provider), answer }))
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1))
  const rows = keyed.map(({ answer: { checkedMs, ...rest } }) => ({ ...rest, checked_ms: checkedMs }))
  await tx.run(put, [JSON.stringify(rows)])
  // Counting is a scan: one write in about a hundred looks.
  const at = rows.find(({ checked_ms: ms }) => Math.floor(ms) % 97 === 0)
  if (at !== undefined) await trimAnswers(tx, { answers: ANSWERS_MAX, before: new Date(at.checked_ms - staleMs) })
}

/** Removes the oldest answers past the limit, and those too old to be used. */
export async function trimAnswers(
  tx: TenantTx,
  { answers, before }: { readonly answers: number; readonly before: Date },
): Promise<void> {
  const sql = /* sql */ `
    DELETE FROM enrichment_answers WHERE (kind, value, provider) IN (
      SELECT kind, value, provider FROM enrichment_answers ORDER BY checked_at
      LIMIT least($2, greatest((SELECT count(*) FROM enrichment_answers) - $1,
        (SELECT count(*) FROM enrichment_answers WHERE checked_at < $3))))`
  await tx.run(sql, [answers, TRIM_BATCH, before])
}
