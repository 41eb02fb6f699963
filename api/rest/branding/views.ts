/** Inputs and answers of the logo. */
import { Type } from 'typebox'
import { LOGO_TYPES } from '../../../control/identity/branding/index.ts'
import { named, oneOf } from '../../../schemas/wire.ts'

export const tags = ['branding']

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
