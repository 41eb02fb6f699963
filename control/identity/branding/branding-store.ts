import { bytes, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Branding, type BrandingFields, FIELDS, toBranding, toLogoType } from './branding.ts'
import type { Logo } from './logo.ts'

export type StoredBranding = { readonly branding: Branding; readonly isOwn: boolean }

/**
 * The rows of the tenant and of its organisation, in this order, if they exist. Row security shows no others. A tenant
 * of no organisation gets none, even if it stored one while it belonged to one.
 */
export function visibleBranding(tx: TenantTx): Promise<StoredBranding[]> {
  const sql = /* sql */ `
    SELECT product_name, primary_color, accent_color, support_email, support_url, sender_name, footer_text,
      logo_type, logo_digest, logo_at, length(logo) AS logo_bytes, tenant_id = svc_tenant() AS is_own
    FROM branding WHERE EXISTS (SELECT o.id FROM organisations o) ORDER BY (tenant_id = svc_tenant()) DESC`
  return tx.many((row) => ({ branding: toBranding(row), isOwn: row.is_own === true }), sql)
}

/** The bytes of the nearest logo, null when there is none. */
export function visibleLogo(tx: TenantTx): Promise<Logo | null> {
  const sql = /* sql */ `
    SELECT logo, logo_type, logo_digest FROM branding
    WHERE logo IS NOT NULL AND EXISTS (SELECT o.id FROM organisations o)
    ORDER BY (tenant_id = svc_tenant()) DESC LIMIT 1`
  const toLogo = (row: Row) => ({
    type: toLogoType(row),
    bytes: bytes(row, 'logo'),
    digest: text(row, 'logo_digest'),
  })
  return tx.maybeOne(toLogo, sql)
}

/** Every field as given; the logo stays. */
export async function putFields(tx: TenantTx, fields: BrandingFields): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO branding (product_name, primary_color, accent_color, support_email, support_url, sender_name, footer_text)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (tenant_id) DO UPDATE SET product_name = $1, primary_color = $2, accent_color = $3,
      support_email = $4, support_url = $5, sender_name = $6, footer_text = $7, updated_at = clock_timestamp()`
  await tx.run(
    sql,
    FIELDS.map((field) => fields[field]),
  )
}

export async function putLogo(tx: TenantTx, { bytes: logo, type, digest }: Logo): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO branding (logo, logo_type, logo_digest, logo_at) VALUES ($1, $2, $3, clock_timestamp())
    ON CONFLICT (tenant_id) DO UPDATE
      SET logo = $1, logo_type = $2, logo_digest = $3, logo_at = clock_timestamp(), updated_at = clock_timestamp()`
  await tx.run(sql, [logo, type, digest])
}

/** False when the tenant has no logo of its own. */
export async function clearLogo(tx: TenantTx): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE branding SET logo = NULL, logo_type = NULL, logo_digest = NULL, logo_at = NULL, updated_at = clock_timestamp()
    WHERE tenant_id = svc_tenant() AND logo IS NOT NULL`
  return (await tx.run(sql)) === 1
}

/** The tenant's own, its logo too. */
export async function clearBranding(tx: TenantTx): Promise<void> {
  await tx.run(/* sql */ `DELETE FROM branding WHERE tenant_id = svc_tenant()`)
}
