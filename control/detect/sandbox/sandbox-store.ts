import { Type } from 'typebox'
import type { Placed, Position } from '../../../platform/paging.ts'
import { placed } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'

export const CONSENTS = tableInCamelCase('Consent', {
  provider: column.text(),
  uploads_enabled: column.bool(),
  version: column.from('consent_text_version', column.text()),
  decided_by: column.text(),
  decided_at: column.time(),
})
export type Consent = RowOf<typeof CONSENTS>

export function consentsOf(tx: TenantTx): Promise<Consent[]> {
  return tx.many(CONSENTS.read, /* sql */ `SELECT ${CONSENTS.columns} FROM sandbox_consents`)
}

export async function putConsent(tx: TenantTx, consent: Omit<Consent, 'decidedAt'>): Promise<Consent> {
  const sql = /* sql */ `
    INSERT INTO sandbox_consents (provider, uploads_enabled, consent_text_version, decided_by) VALUES ($1, $2, $3, $4)
    ON CONFLICT (tenant_id, provider) DO UPDATE SET uploads_enabled = EXCLUDED.uploads_enabled,
      consent_text_version = EXCLUDED.consent_text_version, decided_by = EXCLUDED.decided_by, decided_at = clock_timestamp()
    RETURNING ${CONSENTS.columns}`
  const { provider, uploadsEnabled, version, decidedBy } = consent
  return tx.one(CONSENTS.read, sql, [provider, uploadsEnabled, version, decidedBy])
}

export const OUTCOMES = ['known', 'pending', 'not_seen', 'upload_refused', 'could_not_check'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const SUBMISSIONS = tableInCamelCase('SandboxSubmission', {
  id: column.uuid(),
  provider: column.text(),
  kind: column.json<'lookup' | 'file' | 'url'>(Type.String()),
  artefact: column.text({ description: 'SHA-256 of the file, or the URL' }),
  outcome: column.word(OUTCOMES),
  reason: column.text(),
  uploaded: column.bool(),
  handle: column.orNull(column.text()),
  requested_by: column.text(),
  created_at: column.time(),
})
export type Submission = RowOf<typeof SUBMISSIONS>

export async function keepSubmission(tx: TenantTx, submission: Omit<Submission, 'id' | 'createdAt'>): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO svc_sandbox_submissions (provider, kind, artefact, outcome, reason, uploaded, handle, requested_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`
  const { provider, kind, artefact, outcome, reason, uploaded, handle, requestedBy } = submission
  await tx.run(sql, [provider, kind, artefact, outcome, reason, uploaded, handle, requestedBy])
}

/**
 * True when the tenant got this handle for a request of its own. Handles are often running numbers of a sandbox that
 * all tenants share, so a handle alone opens nothing.
 */
export async function isOwnAnalysis(tx: TenantTx, provider: string, handle: string): Promise<boolean> {
  const sql = /* sql */ `
    SELECT EXISTS (SELECT FROM svc_sandbox_submissions WHERE provider = $1 AND handle = $2) AS is_own`
  return (await tx.maybeOne((row) => row.is_own === true, sql, [provider, handle])) === true
}

/** Newest first. */
export function submissionsPage(tx: TenantTx, limit: number, after: Position | null): Promise<Placed<Submission>[]> {
  const sql = /* sql */ `
    SELECT ${SUBMISSIONS.columns}, created_at::text AS position FROM svc_sandbox_submissions
    WHERE ($1::timestamptz IS NULL OR (created_at, id) < ($1::timestamptz, $2::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $3`
  return tx.many(placed(SUBMISSIONS.read), sql, [after?.[0] ?? null, after?.[1] ?? null, limit])
}
