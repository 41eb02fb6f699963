import { readXml, type XmlElement } from './safe-xml.ts'

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
const ENC = 'http://www.w3.org/2001/04/xmlenc#'

/**
 * Accepted algorithms: SHA-1 is refused, and so is every other transform, because a transform selects the signed
 * content.
 */
const ALGORITHMS: Readonly<Record<string, readonly string[]>> = {
  SignatureMethod: [`${MORE}rsa-sha256`, `${MORE}rsa-sha512`],
  DigestMethod: [`${ENC}sha256`, `${ENC}sha512`],
  CanonicalizationMethod: [EXCLUSIVE, `${EXCLUSIVE}WithComments`],
  Transform: [`${DSIG}enveloped-signature`, EXCLUSIVE, `${EXCLUSIVE}WithComments`],
}

/** At most one signature of the response and one of its assertion. */
const SIGNATURES_MAX = 2

/**
 * Checks that a response has the one accepted shape: a response with one assertion directly below it, signatures
 * directly below the elements that they sign, every ID unique. XML signature wrapping attacks need a second assertion,
 * a signature elsewhere, or a repeated ID. The signature itself is verified afterwards. Throws `UnsafeXml` for what
 * `readXml` refuses.
 */
export function hasSoundShape(xml: string): boolean {
  const ids = new Set<string>()
  const seen = { assertions: 0, signatures: 0, isSound: true }
  readXml(xml, {
    open(element) {
      const { name, attributes, path } = element
      for (const member of ['ID', 'Id', 'id']) {
        const id = attributes[member]
        if (id === undefined) continue
        if (ids.has(id)) seen.isSound = false
        ids.add(id)
      }
      if (path.length === 1 && name !== 'Response') seen.isSound = false
      if (name === 'Assertion') seen.assertions++
      if (name === 'Signature') seen.signatures++
      if (!isInPlace(element) || !isAllowed(element)) seen.isSound = false
    },
  })
  return seen.isSound && seen.assertions === 1 && seen.signatures >= 1 && seen.signatures <= SIGNATURES_MAX
}

const PLACES: Readonly<Record<string, readonly string[]>> = {
  Response: ['Response'],
  Assertion: ['Response/Assertion'],
  Signature: ['Response/Signature', 'Response/Assertion/Signature'],
}

function isInPlace({ name, path }: XmlElement): boolean {
  // We publish no encryption key, so encrypted elements are refused.
  if (name === 'EncryptedAssertion' || name === 'EncryptedID' || name === 'EncryptedAttribute') return false
  return PLACES[name]?.includes(path.join('/')) ?? true
}

function isAllowed({ name, namespace, attributes }: XmlElement): boolean {
  const allowed = namespace === DSIG ? ALGORITHMS[name] : undefined
  return allowed === undefined || allowed.includes(attributes.Algorithm ?? '')
}
