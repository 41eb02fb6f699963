import { X509Certificate } from 'node:crypto'
import { METADATA_LENGTH_MAX } from '../connection.ts'
import { readXml, UnsafeXml, type XmlElement } from './safe-xml.ts'

/** The parts of a SAML identity provider's metadata that are used here. */
export type IdpMetadata = {
  /** Address of the provider's sign-in page for our request, over HTTP-Redirect. */
  readonly signInUrl: string
  /** PEM; a signature by any of them is valid. Their dates are not checked: the metadata decides which are in use. */
  readonly certificates: readonly string[]
}

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
/** A provider has one, and the next one while it changes. */
const CERTIFICATES_MAX = 10
/** Bits of an RSA key: some attackers can break shorter ones. */
const RSA_BITS_MIN = 2_048

/**
 * Reads the descriptor of the provider named `issuer` from metadata of one or several providers (SAML 2.0 metadata,
 * section 2.4.3). `fault` names what is missing.
 */
export function readMetadata(xml: string, issuer: string): IdpMetadata | { readonly fault: string } {
  if (xml.length > METADATA_LENGTH_MAX) return { fault: `has more than ${METADATA_LENGTH_MAX} characters` }
  const collected = openCollector(issuer)
  try {
    readXml(xml, collected)
    return collected.result()
  } catch (error) {
    if (error instanceof UnsafeXml) return { fault: error.message }
    throw error
  }
}

function openCollector(issuer: string) {
  const urls: string[] = []
  const texts: string[] = []
  /** Within the descriptor of the provider's role, of the entity we look for. */
  const at = { entity: false, role: false, signingKey: false }
  const isOf = ({ name, namespace }: XmlElement, wanted: string) => namespace === METADATA && name === wanted
  return {
    open(element: XmlElement) {
      const { attributes } = element
      if (isOf(element, 'EntityDescriptor')) at.entity = attributes.entityID === issuer
      if (!at.entity) return
      if (isOf(element, 'IDPSSODescriptor')) at.role = protocolsOf(attributes).includes(PROTOCOL)
      if (!at.role) return
      if (isOf(element, 'KeyDescriptor')) at.signingKey = attributes.use !== 'encryption'
      if (isOf(element, 'SingleSignOnService') && attributes.Binding === REDIRECT) urls.push(attributes.Location ?? '')
    },
    text({ name }: XmlElement, text: string) {
      if (at.role && at.signingKey && name === 'X509Certificate') texts.push(text)
    },
    close(element: XmlElement) {
      if (isOf(element, 'EntityDescriptor')) at.entity = false
      if (isOf(element, 'IDPSSODescriptor')) at.role = false
      if (isOf(element, 'KeyDescriptor')) at.signingKey = false
    },
    result(): IdpMetadata | { readonly fault: string } {
      const signInUrl = urls.find((url) => URL.parse(url)?.protocol === 'https:')
      if (signInUrl === undefined)
        return { fault: `has no identity provider ${issuer} with an https sign-in address for HTTP-Redirect` }
      if (texts.length > CERTIFICATES_MAX) return { fault: `has more than ${CERTIFICATES_MAX} signing certificates` }
      const certificates = texts.map(pemOf)
      if (certificates.length === 0 || certificates.includes(null))
        return { fault: `has no signing certificate, or one that cannot be read or has under ${RSA_BITS_MIN} bits` }
      return { signInUrl, certificates: certificates.filter((pem) => pem !== null) }
    },
  }
}

function protocolsOf({ protocolSupportEnumeration = '' }: XmlElement['attributes']): readonly string[] {
  return protocolSupportEnumeration.split(/\s+/)
}

function pemOf(base64: string): string | null {
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
    const isRsa = asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_BITS_MIN
    return isRsa ? certificate.toString() : null
  } catch {
    return null // not a certificate: the caller reports it
  }
}
