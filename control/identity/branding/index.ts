/** The parts of branding that other contexts and the API may use. */
export { appearanceOf, ownBranding, replaceBranding } from './appearance.ts'
export { type Branding, type BrandingFields, messageColour } from './branding.ts'
export { BRANDING_FIELDS } from './field-schemas.ts'
