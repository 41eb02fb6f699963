import type { Placed, Position } from '../../../platform/paging.ts'
import { placed } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { PhishingVerdict, Signal } from './judge.ts'
import type { Attachment, Link, MailFacts } from './read-mail.ts'

export const ARTIFACT_KINDS = ['email', 'url', 'attachment', 'domain'] as const
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number]

export type Analysis = {
  readonly signals: readonly Signal[]
  readonly auth: MailFacts['auth'] | null
  readonly links: readonly Link[]
  readonly attachments: readonly Attachment[]
  readonly hashes: readonly string[]
  readonly domains: readonly string[]
  /** Checks that were not made, and why. */
  readonly notChecked: readonly string[]
}

export const SUBMISSIONS = tableInCamelCase('PhishingSubmission', {
  id: column.text(),
  kind: column.from('artifact_kind', column.word(ARTIFACT_KINDS)),
  subject: column.orNull(column.text()),
  sender: column.orNull(column.text()),
  verdict: column.json<PhishingVerdict>(),
  score: column.int(),
  analysis: column.json<Analysis>(),
  alert_id: column.orNull(column.text()),
  submitted_by: column.text(),
  created_at: column.time(),
})
export type PhishingSubmission = RowOf<typeof SUBMISSIONS>

export async function insertSubmission(
  tx: TenantTx,
  phishingSubmission: Omit<PhishingSubmission, 'id' | 'createdAt'>,
): Promise<PhishingSubmission> {
  const sql = /* sql */ `
    INSERT INTO phishing_submissions (artifact_kind, subject, sender, verdict, score, analysis, alert_id, submitted_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${SUBMISSIONS.columns}`
  const { kind, subject, sender, verdict, score, analysis, alertId, submittedBy } = phishingSubmission
  const params = [kind, subject, sender, verdict, score, JSON.stringify(analysis), alertId, submittedBy]
  return tx.one(SUBMISSIONS.read, sql, params)
}

/** Newest first. */
export function phishingSubmissionsPage(
  tx: TenantTx,
  limit: number,
  after: Position | null,
): Promise<Placed<PhishingSubmission>[]> {
  const sql = /* sql */ `
    SELECT ${SUBMISSIONS.columns}, created_at::text AS position FROM phishing_submissions
    WHERE ($1::timestamptz IS NULL OR (created_at, id) < ($1::timestamptz, $2::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $3`
  return tx.many(placed(SUBMISSIONS.read), sql, [after?.[0] ?? null, after?.[1] ?? null, limit])
}

export function phishingSubmission(tx: TenantTx, id: string): Promise<PhishingSubmission | null> {
  return tx.maybeOne(
    SUBMISSIONS.read,
    /* sql */ `SELECT ${SUBMISSIONS.columns} FROM phishing_submissions WHERE id = $1`,
    [id],
  )
}
