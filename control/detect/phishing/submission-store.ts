import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
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

export type PhishingSubmission = {
  readonly id: string
  readonly kind: ArtifactKind
  readonly subject: string | null
  readonly sender: string | null
  readonly verdict: PhishingVerdict
  readonly score: number
  readonly analysis: Analysis
  readonly alertId: string | null
  readonly submittedBy: string
  readonly createdAt: Date
}

const COLUMNS = 'id, artifact_kind, subject, sender, verdict, score, analysis, alert_id, submitted_by, created_at'

export async function insertSubmission(
  tx: TenantTx,
  phishingSubmission: Omit<PhishingSubmission, 'id' | 'createdAt'>,
): Promise<PhishingSubmission> {
  const sql = /* sql */ `
    INSERT INTO phishing_submissions (artifact_kind, subject, sender, verdict, score, analysis, alert_id, submitted_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`
  const { kind, subject, sender, verdict, score, analysis, alertId, submittedBy } = phishingSubmission
  const params = [kind, subject, sender, verdict, score, JSON.stringify(analysis), alertId, submittedBy]
  return tx.one(toSubmission, sql, params)
}

/** Newest first. */
export function phishingSubmissions(tx: TenantTx, limit: number): Promise<PhishingSubmission[]> {
  const sql = /* sql */ `SELECT ${COLUMNS} FROM phishing_submissions ORDER BY created_at DESC, id DESC LIMIT $1`
  return tx.many(toSubmission, sql, [limit])
}

export function phishingSubmission(tx: TenantTx, id: string): Promise<PhishingSubmission | null> {
  return tx.maybeOne(toSubmission, /* sql */ `SELECT ${COLUMNS} FROM phishing_submissions WHERE id = $1`, [id])
}

function toSubmission(row: Row): PhishingSubmission {
  return {
    id: text(row, 'id'),
    kind: row.artifact_kind as ArtifactKind, // words and JSON that this context wrote
    subject: orNull(text, row, 'subject'),
    sender: orNull(text, row, 'sender'),
    verdict: row.verdict as PhishingVerdict,
    score: int(row, 'score'),
    analysis: row.analysis as Analysis,
    alertId: orNull(text, row, 'alert_id'),
    submittedBy: text(row, 'submitted_by'),
    createdAt: time(row, 'created_at'),
  }
}
