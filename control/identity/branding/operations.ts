/** Operations of how the product looks in a tenant. */
import { Type } from 'typebox'
import { camelMembers } from '../../../schemas/to-wire.ts'
import { closed, named, nullable, oneOf, time } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { type Appearance, appearanceOf, replaceBranding } from './appearance.ts'
import { type BrandingFields, FIELDS } from './branding.ts'
import { BRANDING_FIELDS } from './field-schemas.ts'
import { LOGO_TYPES } from './logo.ts'

export const LOGO_URL = '/branding/assets/logo'

const operation = operationsOf<unknown>()

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
const appearanceSchema = named(
  'Appearance',
  Type.Object({
    ...{ product_name: shown, primary_color: shown, accent_color: shown, support_email: shown },
    ...{ support_url: shown, sender_name: shown, footer_text: shown, logo: nullable(logoSchema) },
    sources: Type.Object(sources, { description: 'who said it; what the tenant said is what it can change' }),
  }),
)

const get = operation({
  name: 'branding.get',
  summary: 'How the product looks in this tenant',
  permission: 'signed_in',
  path: 'GET /branding',
  output: appearanceSchema,
  run: async ({ tx }) => appearanceView(await appearanceOf(tx)),
})

const replace = operation({
  name: 'branding.replace',
  summary: 'Replace how the product looks; empty fields fall back, and with all of them empty the logo goes too',
  permission: 'settings:write',
  audit: 'branding:updated',
  removes: 'records',
  path: 'PUT /branding',
  body: named('BrandingPatch', Type.Partial(Type.Object(BRANDING_FIELDS), closed)),
  output: appearanceSchema,
  async run({ tx, note }, sent) {
    note({ resource: 'branding', resourceId: tx.tenantId, changes: sent })
    const fields = camelMembers(sent)
    const whole = Object.fromEntries(FIELDS.map((field) => [field, fields[field] ?? null])) as BrandingFields
    return appearanceView(await replaceBranding(tx, whole))
  },
})

export const BRANDING_OPERATIONS = [get, replace]

function appearanceView({ branding: { logo, ...fields }, sources }: Appearance) {
  const shownLogo = logo && {
    url: `/api/v1${LOGO_URL}`,
    ...{ contentType: logo.type, sizeBytes: logo.bytes, sha256: logo.digest, updatedAt: logo.at },
  }
  return { ...fields, logo: shownLogo, sources }
}
