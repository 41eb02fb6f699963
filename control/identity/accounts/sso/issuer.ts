import { invalid } from '../../../../platform/invalid-input.ts'

const ISSUER_LENGTH_MAX = 1_000

/**
 * The canonical form of an issuer, so that two tenants cannot claim the same provider in two spellings: a URL as the
 * parser writes it, without its trailing slash. Another name (SAML allows any URI) stays as it is.
 */
export function issuerKey(issuer: string): string {
  if (!URL.canParse(issuer)) return issuer
  return new URL(issuer).href.replace(/\/+$/, '')
}

/**
 * Throws 422. An OIDC issuer is an https URL without query and fragment (OpenID Connect Discovery 1.0, section 2); a
 * SAML one is an entity id, any URI (SAML 2.0 core, section 8.3.6).
 */
export function checkIssuer(provider: 'oidc' | 'saml', issuer: string): string {
  if (issuer.length > ISSUER_LENGTH_MAX || /[\s\p{C}]/u.test(issuer)) throw invalid('issuer', 'is no URI')
  if (provider === 'saml') return issuer
  const url = checkHttps('issuer', issuer)
  if (url.search !== '' || url.hash !== '' || issuer.includes('?') || issuer.includes('#'))
    throw invalid('issuer', 'an issuer has no query and no fragment')
  return issuer
}

/** Throws 422 for a text that is no https URL, or has credentials in it. */
export function checkHttps(member: string, text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw invalid(member, 'is an https URL, without a user in it')
  return url
}
