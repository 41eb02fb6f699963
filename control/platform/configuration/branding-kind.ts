/** The look of the product as a document. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { closed } from '../../../schemas/wire.ts'
import { BRANDING_FIELDS, type BrandingFields, ownBranding, replaceBranding } from '../../identity/branding/index.ts'
import type { Kind, Present, Sent } from './kind.ts'
import { placed } from './placed.ts'
import { specOf } from './spec.ts'

const BRANDING = 'branding'
const brandingSpec = Type.Partial(Type.Object(BRANDING_FIELDS), closed)
/** Without the logo, which is a file. */
export const branding: Kind = {
  reads: 'settings:read',
  writes: 'settings:write',
  async present(tx) {
    const own = await ownBranding(tx)
    return own === null ? [] : [{ name: BRANDING, spec: brandingView(own) }]
  },
  whole(sent) {
    if (sent.name !== BRANDING)
      throw new AppError('bad_request', `the document of how the product looks is called ${BRANDING}`)
    return brandingView(brandingIn(sent))
  },
  async put({ tx }, sent) {
    for (const one of sent) await placed(one.at, () => replaceBranding(tx, brandingIn(one)))
  },
  remove: async ({ tx }) => void (await replaceBranding(tx, brandingIn({ at: 0, name: BRANDING, spec: {} }))),
}

/** An empty text counts as not set, as in `PUT /branding`. */
function brandingIn(sent: Sent): BrandingFields {
  const spec = specOf(brandingSpec, sent)
  return {
    productName: spec.product_name || null,
    primaryColor: spec.primary_color || null,
    accentColor: spec.accent_color || null,
    supportEmail: spec.support_email || null,
    supportUrl: spec.support_url || null,
    senderName: spec.sender_name || null,
    footerText: spec.footer_text || null,
  }
}

function brandingView(of: BrandingFields): Present['spec'] {
  return {
    product_name: of.productName,
    primary_color: of.primaryColor,
    accent_color: of.accentColor,
    support_email: of.supportEmail,
    support_url: of.supportUrl,
    sender_name: of.senderName,
    footer_text: of.footerText,
  }
}
