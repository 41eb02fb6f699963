import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { MODEL_CREDENTIALS, type ModelCredential } from './model-credential.ts'

/** The tenant's one, or null. */
export function modelCredential(tx: TenantTx): Promise<ModelCredential | null> {
  return tx.maybeOne(MODEL_CREDENTIALS.read, /* sql */ `SELECT ${MODEL_CREDENTIALS.columns} FROM model_credentials`)
}

/** The same, locked: other writers wait until this transaction ends. */
export async function lockCredential(tx: TenantTx): Promise<ModelCredential | null> {
  // The row that is to be locked may not be there yet.
  await tx.run(/* sql */ `SELECT pg_advisory_xact_lock(hashtextextended('model_credentials/' || svc_tenant(), 0))`)
  return modelCredential(tx)
}

export type NewCredential = Omit<ModelCredential, 'createdAt' | 'updatedAt' | 'lastRotatedAt'> & {
  readonly isKeyChanged: boolean
}

export async function putCredentialRow(tx: TenantTx, newCredential: NewCredential): Promise<ModelCredential> {
  const sql = /* sql */ `
    INSERT INTO model_credentials (provider, base_url, model, api_key, settings, enabled, last_rotated_at)
    VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $7 THEN clock_timestamp() END)
    ON CONFLICT (tenant_id) DO UPDATE SET provider = $1, base_url = $2, model = $3, api_key = $4, settings = $5,
      enabled = $6, updated_at = clock_timestamp(),
      last_rotated_at = CASE WHEN $7 THEN clock_timestamp() ELSE model_credentials.last_rotated_at END
    RETURNING ${MODEL_CREDENTIALS.columns}`
  const { provider, baseUrl, model, apiKey, settings, enabled, isKeyChanged } = newCredential
  const params = [provider, baseUrl, model, apiKey, JSON.stringify(settings), enabled, isKeyChanged]
  return tx.one(MODEL_CREDENTIALS.read, sql, params)
}

/** False when there was none. */
export async function deleteCredentialRow(tx: TenantTx): Promise<boolean> {
  return (await tx.run(/* sql */ `DELETE FROM model_credentials WHERE tenant_id = svc_tenant()`)) === 1
}
