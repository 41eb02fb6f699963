import { assert } from '../../../platform/assert.ts'
import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import { LOGO_TYPES, type LogoType } from './logo.ts'

/** The colour of messages; the platform's when the tenant has no valid one. */
export function messageColour({ primaryColor }: Pick<Branding, 'primaryColor'>): string {
  return primaryColor !== null && /^#[0-9a-f]{6}$/i.test(primaryColor) ? primaryColor : '#1f4e79'
}

/** Appearance of the product for a tenant's people; null where the tenant has not chosen. */
export type BrandingFields = {
  readonly productName: string | null
  /** `#RRGGBB` */
  readonly primaryColor: string | null
  readonly accentColor: string | null
  readonly supportEmail: string | null
  /** https, without a user in it. */
  readonly supportUrl: string | null
  /** Name of the sender of messages. */
  readonly senderName: string | null
  readonly footerText: string | null
}

export type LogoFacts = {
  readonly type: LogoType
  readonly digest: string
  readonly bytes: number
  readonly at: Date
}

/** A row of the table: a tenant's branding; that of an organisation's home tenant is the organisation's. */
export type Branding = BrandingFields & { readonly logo: LogoFacts | null }

export const FIELDS = [
  ...['productName', 'primaryColor', 'accentColor', 'supportEmail', 'supportUrl', 'senderName', 'footerText'],
] as readonly (keyof BrandingFields)[]

/** The branding when neither the tenant nor its organisation set one. */
export const PLATFORM: Branding = {
  productName: 'svc',
  primaryColor: '#1F4FD8',
  accentColor: '#0E9F8E',
  supportEmail: null,
  supportUrl: null,
  senderName: 'svc',
  footerText: null,
  logo: null,
}

export function toBranding(row: Row): Branding {
  return {
    productName: orNull(text, row, 'product_name'),
    primaryColor: orNull(text, row, 'primary_color'),
    accentColor: orNull(text, row, 'accent_color'),
    supportEmail: orNull(text, row, 'support_email'),
    supportUrl: orNull(text, row, 'support_url'),
    senderName: orNull(text, row, 'sender_name'),
    footerText: orNull(text, row, 'footer_text'),
    logo: row.logo_type === null ? null : toLogo(row),
  }
}

function toLogo(row: Row): LogoFacts {
  return {
    type: toLogoType(row),
    digest: text(row, 'logo_digest'),
    bytes: int(row, 'logo_bytes'),
    at: time(row, 'logo_at'),
  }
}

export function toLogoType(row: Row): LogoType {
  const found = LOGO_TYPES.find((type) => type === row.logo_type)
  assert(found !== undefined, 'a stored logo is of a type that is stored')
  return found
}
