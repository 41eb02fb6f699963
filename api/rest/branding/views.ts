/** API inputs and views of branding. */
import { type Static, Type } from 'typebox'
import {
  type Appearance,
  BRANDING_FIELDS,
  type BrandingFields,
  LOGO_TYPES,
} from '../../../control/identity/branding/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { closed, oneOf } from '../alerts/inputs.ts'
import { nullable, time } from '../views.ts'

export const tags = ['branding']

type Fields = { [K in keyof typeof BRANDING_FIELDS]: string | null }
type FieldName = keyof Fields

export const brandingBody = named('BrandingPatch', Type.Partial(Type.Object(BRANDING_FIELDS), closed))

const source = oneOf(['tenant', 'organisation', 'platform'] as const)
const logoSchema = Type.Object({
  url: Type.String({ description: 'where it is served, to whoever is signed in' }),
  content_type: oneOf(LOGO_TYPES),
  size_bytes: Type.Integer(),
  sha256: Type.String(),
  updated_at: time,
})
const shown = nullable(Type.String())
const sources = {
  ...{ product_name: source, primary_color: source, accent_color: source, support_email: source },
  ...{ support_url: source, sender_name: source, footer_text: source, logo: source },
}
export const appearanceSchema = named(
  'Appearance',
  Type.Object({
    ...{ product_name: shown, primary_color: shown, accent_color: shown, support_email: shown },
    ...{ support_url: shown, sender_name: shown, footer_text: shown, logo: nullable(logoSchema) },
    sources: Type.Object(sources, { description: 'who said it; what the tenant said is what it can change' }),
  }),
)

export const uploadSchema = named(
  'LogoUploaded',
  Type.Object({
    was_sanitized: Type.Boolean({ description: 'whether something of an SVG was removed' }),
    removed: Type.Object({ elements: Type.Array(Type.String()), attributes: Type.Array(Type.String()) }),
    content_type: oneOf(LOGO_TYPES),
    size_bytes: Type.Integer(),
    sha256: Type.String(),
  }),
)

/** Describes the upload only: the route reads the parts, and not by this schema. */
export const uploadBody = named('LogoUpload', Type.Object({ file: Type.String({ format: 'binary' }) }))

const file = { schema: Type.Unsafe<Buffer>(Type.String({ format: 'binary' })) }
export const logoFileSchema = {
  description: 'the image',
  content: Object.fromEntries(LOGO_TYPES.map((type) => [type, file])),
}

export const LOGO_URL = '/branding/assets/logo'

export function fieldsOf(body: Partial<Fields>): BrandingFields {
  const fieldOf = (name: FieldName) => body[name] ?? null
  return {
    productName: fieldOf('product_name'),
    primaryColor: fieldOf('primary_color'),
    accentColor: fieldOf('accent_color'),
    supportEmail: fieldOf('support_email'),
    supportUrl: fieldOf('support_url'),
    senderName: fieldOf('sender_name'),
    footerText: fieldOf('footer_text'),
  }
}

export function appearanceView({ branding, sources }: Appearance): Static<typeof appearanceSchema> {
  return {
    product_name: branding.productName,
    primary_color: branding.primaryColor,
    accent_color: branding.accentColor,
    support_email: branding.supportEmail,
    support_url: branding.supportUrl,
    sender_name: branding.senderName,
    footer_text: branding.footerText,
    logo: branding.logo && {
      url: `/api/v1${LOGO_URL}`,
      content_type: branding.logo.type,
      size_bytes: branding.logo.bytes,
      sha256: branding.logo.digest,
      updated_at: branding.logo.at.toISOString(),
    },
    sources: {
      product_name: sources.productName,
      primary_color: sources.primaryColor,
      accent_color: sources.accentColor,
      support_email: sources.supportEmail,
      support_url: sources.supportUrl,
      sender_name: sources.senderName,
      footer_text: sources.footerText,
      logo: sources.logo,
    },
  }
}
