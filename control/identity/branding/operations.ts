/** Operations of how the product looks in a tenant. */
import { Type } from 'typebox'
import { camelMembers } from '../../../schemas/to-wire.ts'
import { closed, named, nullable, oneOf, time } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { type Appearance, appearanceOf, removeLogo, replaceBranding, setLogo, shownLogo } from './appearance.ts'
import { type BrandingFields, FIELDS } from './branding.ts'
import { BRANDING_FIELDS } from './field-schemas.ts'
import { LOGO_BYTES_MAX, LOGO_TYPES, prepareLogo } from './logo.ts'

const LOGO_URL = '/branding/assets/logo'

const operation = operationsOf<unknown>()

const source = oneOf(['tenant', 'organisation', 'platform'] as const)
const logoSchema = Type.Object({
  url: Type.String({ description: 'path of the logo, for signed-in users' }),
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
    sources: Type.Object(sources, {
      description: 'source of each field; the tenant can change fields of source tenant',
    }),
  }),
)

const get = operation({
  name: 'branding.get',
  summary: 'Branding of this tenant',
  permission: 'signed_in',
  path: 'GET /branding',
  output: appearanceSchema,
  run: async ({ tx }) => appearanceView(await appearanceOf(tx)),
})

const replace = operation({
  name: 'branding.replace',
  summary: 'Replace the branding; empty fields fall back, and with all empty the logo is removed too',
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

/** Lets no image run or load anything, also when a browser opens it as a page of its own. */
const LOGO_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
const logoFile = { schema: Type.Unsafe<Buffer>(Type.String({ format: 'binary' })) }

const upload = operation.upload({
  name: 'branding.upload_logo',
  summary: 'Upload a logo: SVG, PNG, JPEG or WebP of at most 256 KB; an SVG is sanitised',
  permission: 'settings:write',
  audit: 'branding:logo_uploaded',
  removes: 'records',
  path: `POST ${LOGO_URL}`,
  upload: { what: 'a logo', bytesMax: LOGO_BYTES_MAX },
  body: named('LogoUpload', Type.Object({ file: Type.String({ format: 'binary' }) })),
  output: named(
    'LogoUploaded',
    Type.Object({
      was_sanitized: Type.Boolean({ description: 'true when parts of an SVG were removed' }),
      removed: Type.Object({ elements: Type.Array(Type.String()), attributes: Type.Array(Type.String()) }),
      content_type: oneOf(LOGO_TYPES),
      size_bytes: Type.Integer(),
      sha256: Type.String(),
    }),
  ),
  async run({ work }, { file }) {
    const { logo, removed } = prepareLogo(file.bytes)
    const { type: content_type, digest: sha256 } = logo
    await work(async (tx, note) => {
      await setLogo(tx, logo)
      note({ resource: 'branding', resourceId: tx.tenantId, changes: { content_type, sha256, removed } })
    })
    const was_sanitized = removed.elements.length + removed.attributes.length > 0
    return { was_sanitized, removed, content_type, size_bytes: logo.bytes.length, sha256 }
  },
})

const download = operation.file({
  name: 'branding.logo',
  summary: 'The logo of this tenant or its organisation',
  permission: 'signed_in',
  path: `GET ${LOGO_URL}`,
  file: {
    description: 'the image',
    unchanged: Type.Null({ description: 'unchanged: the version that If-None-Match names' }),
    content: Object.fromEntries(LOGO_TYPES.map((type) => [type, logoFile])),
  },
  async run({ read }) {
    const { type, bytes, digest } = await read(shownLogo)
    const headers = {
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': LOGO_POLICY,
      'content-disposition': 'inline; filename="logo"',
    }
    return { type, body: bytes, etag: `"${digest}"`, headers }
  },
})

const removeOwn = operation({
  name: 'branding.remove_logo',
  summary: 'Remove the logo of this tenant',
  permission: 'settings:write',
  audit: 'branding:logo_removed',
  removes: 'records',
  path: `DELETE ${LOGO_URL}`,
  async run({ tx, note }) {
    note({ resource: 'branding', resourceId: tx.tenantId })
    await removeLogo(tx)
  },
})

export const BRANDING_OPERATIONS = [get, replace, upload, download, removeOwn]

function appearanceView({ branding: { logo, ...fields }, sources }: Appearance) {
  const shownLogo = logo && {
    url: `/api/v1${LOGO_URL}`,
    ...{ contentType: logo.type, sizeBytes: logo.bytes, sha256: logo.digest, updatedAt: logo.at },
  }
  return { ...fields, logo: shownLogo, sources }
}
