/** The name, colours and logo that a tenant or its organisation gives the product. */
export { appearanceOf, ownBranding, replaceBranding } from './appearance.ts'
export { type Branding, type BrandingFields, messageColour } from './branding.ts'
export { BRANDING_FIELDS } from './field-schemas.ts'
