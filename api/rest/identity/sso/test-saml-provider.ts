/** A real SAML identity provider for the tests of sign-ins, which also says what no sound provider would. */
import { createSign, generateKeyPairSync } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import samlify from 'samlify'

export const ACS = 'https://soc.example/api/v1/auth/saml/callback'
export const ENTITY_ID = 'https://soc.example/api/v1/auth/saml'

/** Contents of an assertion; times in milliseconds since the epoch. */
export type SamlClaims = {
  readonly inResponseTo: string
  readonly issuer: string
  readonly nameId: string
  readonly nameIdFormat: string
  readonly email: string
  readonly groups: readonly string[]
  readonly audience: string
  readonly recipient: string
  readonly notBeforeMs: number
  readonly notOnOrAfterMs: number
}

export type TestSamlProvider = {
  readonly issuer: string
  readonly metadata: string
  /** The request that the provider reads from the address that we send people to. */
  readRequest(url: string): Promise<{ readonly id: string; readonly relayState: string }>
  /** A signed response as XML, true to the request but for `changes`. */
  respond(requestId: string, changes?: Partial<SamlClaims>): Promise<string>
  /** The same without any signature. */
  unsigned(requestId: string, changes?: Partial<SamlClaims>): string
}

samlify.setSchemaValidator({ validate: async () => 'not looked at' })
const BINDING = {
  redirect: samlify.Constants.namespace.binding.redirect,
  post: samlify.Constants.namespace.binding.post,
}

/** RSA keys take long to make: the providers of a file share two of them. */
const keys = [newKey(), newKey()] as const

/** `key`: 1 for a provider of the same name with another key. */
export function openTestSamlProvider(host: string, key: 0 | 1 = 0, algorithm = RSA_SHA256): TestSamlProvider {
  const issuer = `https://${host}/metadata`
  const { privateKey, certificate } = keys[key]
  const idp = samlify.IdentityProvider({
    entityID: issuer,
    privateKey,
    signingCert: certificate,
    requestSignatureAlgorithm: algorithm,
    singleSignOnService: [{ Binding: BINDING.redirect, Location: `https://${host}/sso` }],
    singleLogoutService: [{ Binding: BINDING.redirect, Location: `https://${host}/slo` }],
    loginResponseTemplate: { context: '', attributes: [] },
  })
  const sp = samlify.ServiceProvider({
    entityID: ENTITY_ID,
    wantAssertionsSigned: true,
    assertionConsumerService: [{ Binding: BINDING.post, Location: ACS }],
  })
  const claimsFor = (inResponseTo: string, changes: Partial<SamlClaims> = {}): SamlClaims => ({
    ...{ inResponseTo, issuer, nameId: 'ada', nameIdFormat: PERSISTENT, email: 'ada@people.example' },
    ...{ groups: ['leads'], audience: ENTITY_ID, recipient: ACS },
    ...{ notBeforeMs: Date.now() - 1_000, notOnOrAfterMs: Date.now() + 300_000, ...changes },
  })
  return {
    issuer,
    metadata: idp.getMetadata(),
    async readRequest(url) {
      const query = Object.fromEntries(new URL(url).searchParams)
      const { extract } = await idp.parseLoginRequest(sp, 'redirect', { query })
      return { id: String(extract.request?.id), relayState: query.RelayState ?? '' }
    },
    async respond(requestId, changes) {
      const context = responseXml(claimsFor(requestId, changes))
      const customTagReplacement = () => ({ id: 'of-the-response', context })
      const made = await idp.createLoginResponse(sp, { extract: {} }, 'post', {}, { customTagReplacement })
      return Buffer.from(String(made.context), 'base64').toString('utf8')
    },
    unsigned: (requestId, changes) => responseXml(claimsFor(requestId, changes)),
  }
}

export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
export const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

export function postForm(xml: string, relayState: string): string {
  return new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState }).toString()
}

export function redirectQuery(xml: string, relayState: string): string {
  const SAMLResponse = deflateRawSync(xml).toString('base64')
  return new URLSearchParams({ SAMLResponse, RelayState: relayState }).toString()
}

function responseXml(fields: SamlClaims): string {
  const { inResponseTo, issuer, nameId, nameIdFormat, email, groups, audience, recipient } = fields
  const now = new Date().toISOString()
  const [from, until] = [fields.notBeforeMs, fields.notOnOrAfterMs].map((ms) => new Date(ms).toISOString())
  const attribute = (name: string, values: readonly string[]) =>
    `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"`,
    ` ID="of-the-response" Version="2.0" IssueInstant="${now}" Destination="${ACS}" InResponseTo="${inResponseTo}">`,
    `<saml:Issuer>${issuer}</saml:Issuer>`,
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>',
    `<saml:Assertion ID="of-the-assertion" Version="2.0" IssueInstant="${now}"><saml:Issuer>${issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${recipient}" InResponseTo="${inResponseTo}"/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}">`,
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${now}"/>`,
    `<saml:AttributeStatement>${attribute('email', [email])}${attribute('groups', groups)}</saml:AttributeStatement>`,
    '</saml:Assertion></samlp:Response>',
  ].join('')
}

function newKey(): { readonly privateKey: string; readonly certificate: string } {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { privateKey, certificate: selfSigned(privateKey, pair.publicKey.export({ type: 'spki', format: 'der' })) }
}

/** An X.509 certificate of the first version (RFC 5280, section 4.1), in base64: no package here makes one. */
function selfSigned(privateKey: string, publicKey: Buffer): string {
  const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
    const body = Buffer.concat(parts)
    const { length } = body
    const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
    return Buffer.concat([Buffer.of(tag, ...size), body])
  }
  const [sequence, set] = [0x30, 0x31]
  const sha256WithRsa = der(sequence, der(6, Buffer.from('2a864886f70d01010b', 'hex')), der(5))
  const commonName = der(sequence, der(6, Buffer.from('550403', 'hex')), der(12, Buffer.from('test')))
  const name = der(sequence, der(set, commonName))
  const validity = der(sequence, der(23, Buffer.from('250101000000Z')), der(23, Buffer.from('490101000000Z')))
  const body = der(sequence, der(2, Buffer.of(1)), sha256WithRsa, name, validity, name, publicKey)
  const signature = createSign('sha256').update(body).sign(privateKey)
  return der(sequence, body, sha256WithRsa, der(3, Buffer.of(0), signature)).toString('base64')
}
