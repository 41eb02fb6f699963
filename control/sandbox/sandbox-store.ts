import { assert } from '../../platform/assert.ts'
import { orNull, type Row, text, time } from '../../stores/postgres/columns.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'

export type Consent = {
  readonly provider: string
  readonly uploadsEnabled: boolean
  readonly version: string
  readonly decidedBy: string
  readonly decidedAt: Date
}

export function consentsOf(tx: TenantTx): Promise<Consent[]> {
  return tx.many(
    toConsent,
    /* sql */ `SELECT provider, uploads_enabled, consent_text_version, decided_by, decided_at FROM sandbox_consents`,
  )
}

export async function putConsent(tx: TenantTx, consent: Omit<Consent, 'decidedAt'>): Promise<Consent> {
  const sql = /* sql */ `
    INSERT INTO sandbox_consents (provider, uploads_enabled, consent_text_version, decided_by) VALUES ($1, $2, $3, $4)
    ON CONFLICT (tenant_id, provider) DO UPDATE SET uploads_enabled = EXCLUDED.uploads_enabled,
      consent_text_version = EXCLUDED.consent_text_version, decided_by = EXCLUDED.decided_by, decided_at = clock_timestamp()
    RETURNING provider, uploads_enabled, consent_text_version, decided_by, decided_at`
  const { provider, uploadsEnabled, version, decidedBy } = consent
  const put = await tx.maybeOne(toConsent, sql, [provider, uploadsEnabled, version, decidedBy])
  assert(put !== null, 'an insert answers with its row')
  return put
}

function toConsent(row: Row): Consent {
  return {
    provider: text(row, 'provider'),
    uploadsEnabled: row.uploads_enabled === true,
    version: text(row, 'consent_text_version'),
    decidedBy: text(row, 'decided_by'),
    decidedAt: time(row, 'decided_at'),
  }
}

export const OUTCOMES = ['known', 'pending', 'not_seen', 'upload_refused', 'could_not_check'] as const
export type Outcome = (typeof OUTCOMES)[number]

export type Submission = {
  readonly id: string
  readonly provider: string
  readonly kind: 'lookup' | 'file' | 'url'
  readonly artefact: string
  readonly outcome: Outcome
  readonly reason: string
  readonly uploaded: boolean
  readonly handle: string | null
  readonly requestedBy: string
  readonly createdAt: Date
}

export async function keepSubmission(tx: TenantTx, submission: Omit<Submission, 'id' | 'createdAt'>): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO svc_sandbox_submissions (provider, kind, artefact, outcome, reason, uploaded, handle, requested_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`
  const { provider, kind, artefact, outcome, reason, uploaded, handle, requestedBy } = submission
  await tx.run(sql, [provider, kind, artefact, outcome, reason, uploaded, handle, requestedBy])
}

/**
 * True when the tenant got this handle as the answer to a question of its own. Handles are the sandbox's, often running
 * numbers that all tenants share, so a handle by itself opens nothing.
 */
export async function isOwnAnalysis(tx: TenantTx, provider: string, handle: string): Promise<boolean> {
  const sql = /* sql */ `
    SELECT EXISTS (SELECT FROM svc_sandbox_submissions WHERE provider = $1 AND handle = $2) AS is_own`
  return (await tx.maybeOne((row) => row.is_own === true, sql, [provider, handle])) === true
}

/** Newest first. */
export function submissionsOf(tx: TenantTx, limit: number): Promise<Submission[]> {
  const sql = /* sql */ `
    SELECT id, provider, kind, artefact, outcome, reason, uploaded, handle, requested_by, created_at
    FROM svc_sandbox_submissions ORDER BY created_at DESC, id DESC LIMIT $1`
  return tx.many(
    (row) => ({
      id: text(row, 'id'),
      provider: text(row, 'provider'),
      kind: row.kind as Submission['kind'], // words that this context wrote
      artefact: text(row, 'artefact'),
      outcome: row.outcome as Outcome,
      reason: text(row, 'reason'),
      uploaded: row.uploaded === true,
      handle: orNull(text, row, 'handle'),
      requestedBy: text(row, 'requested_by'),
      createdAt: time(row, 'created_at'),
    }),
    sql,
    [limit],
  )
}
