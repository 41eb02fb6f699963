import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { checkEmail } from '../accounts/index.ts'
import { ownOrganisation } from '../organisations/index.ts'
import { type Branding, type BrandingFields, FIELDS, PLATFORM } from './branding.ts'
import * as store from './branding-store.ts'
import type { Logo } from './logo.ts'

/**
 * The origin of a field. `tenant` is the caller's own, also where its row is that of the organisation it is home of.
 */
export type Source = 'tenant' | 'organisation' | 'platform'

export type Appearance = {
  readonly branding: Branding
  readonly sources: Readonly<Record<keyof Branding, Source>>
}

/** The branding of this tenant: each field from the tenant, else its organisation, else the platform. */
export async function appearanceOf(tx: TenantTx): Promise<Appearance> {
  const rows = await store.visibleBranding(tx)
  const layers = rows.map(({ branding, isOwn }) => ({ branding, source: isOwn ? 'tenant' : 'organisation' }) as const)
  const resolved = ([...FIELDS, 'logo'] as const).map((field) => {
    const layer = layers.find(({ branding }) => branding[field] !== null)
    return { field, value: (layer?.branding ?? PLATFORM)[field], source: layer?.source ?? 'platform' }
  })
  return {
    branding: Object.fromEntries(resolved.map(({ field, value }) => [field, value])) as Branding,
    sources: Object.fromEntries(resolved.map(({ field, source }) => [field, source])) as Appearance['sources'],
  }
}

/** The tenant's own choices; null where it chose nothing. */
export async function ownBranding(tx: TenantTx): Promise<BrandingFields | null> {
  const own = (await store.visibleBranding(tx)).find(({ isOwn }) => isOwn)?.branding
  return own === undefined || FIELDS.every((field) => own[field] === null) ? null : own
}

/**
 * Replaces every field of the tenant's own; an empty field is inherited. When all are empty the whole row goes, the
 * logo included. Throws `conflict` for a tenant of no organisation, 422 for an invalid address.
 */
export async function replaceBranding(tx: TenantTx, brandingFields: BrandingFields): Promise<Appearance> {
  await requireOrganisation(tx)
  const fields = checked(brandingFields)
  if (FIELDS.every((field) => fields[field] === null)) await store.clearBranding(tx)
  else await store.putFields(tx, fields)
  return appearanceOf(tx)
}

/** Throws `conflict` for a tenant of no organisation. */
export async function setLogo(tx: TenantTx, logo: Logo): Promise<void> {
  await requireOrganisation(tx)
  await store.putLogo(tx, logo)
}

/** Throws `conflict` for a tenant of no organisation, `not_found` when it has no logo of its own. */
export async function removeLogo(tx: TenantTx): Promise<void> {
  await requireOrganisation(tx)
  if (!(await store.clearLogo(tx))) throw new AppError('not_found', 'this tenant has no logo of its own')
}

/** The tenant's own or its organisation's. Throws `not_found`. */
export async function shownLogo(tx: TenantTx): Promise<Logo> {
  const logo = await store.visibleLogo(tx)
  if (!logo) throw new AppError('not_found', 'neither this tenant nor its organisation has a logo')
  return logo
}

async function requireOrganisation(tx: TenantTx): Promise<void> {
  if ((await ownOrganisation(tx)) === null) throw new AppError('conflict', 'this tenant belongs to no organisation')
}

function checked(brandingFields: BrandingFields): BrandingFields {
  const trimmed = Object.fromEntries(
    FIELDS.map((field) => [field, brandingFields[field]?.trim() || null]),
  ) as BrandingFields
  const { supportEmail, supportUrl } = trimmed
  if (supportUrl !== null && !isLink(supportUrl))
    throw invalid('support_url', 'is an https address without a user in it')
  return { ...trimmed, supportEmail: supportEmail === null ? null : checkEmail(supportEmail, 'support_email') }
}

function isLink(text: string): boolean {
  if (!text.startsWith('https://') || /\s/.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}
