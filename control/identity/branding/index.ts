/** The parts of branding that other contexts and the API may use. */
export {
  type Appearance,
  appearanceOf,
  ownBranding,
  removeLogo,
  replaceBranding,
  type Source,
  setLogo,
  shownLogo,
} from './appearance.ts'
export { type Branding, type BrandingFields, messageColour } from './branding.ts'
export { BRANDING_FIELDS } from './field-schemas.ts'
export { LOGO_BYTES_MAX, LOGO_TYPES, type LogoType, type PreparedLogo, prepareLogo } from './logo.ts'
