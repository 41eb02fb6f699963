import { createHash, randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import type { SAML } from '@node-saml/node-saml'
import type { SsoConnection } from '../connection.ts'
import type { ProviderDocuments } from '../documents.ts'
import { emailOf, groupsOf, type Person, SignInRefused, subjectOf } from '../person.ts'
import { type Assertion, holdsFor, readAssertion } from './assertion.ts'
import { type IdpMetadata, readMetadata } from './metadata.ts'
import { hasSoundShape } from './response-guard.ts'

/**
 * Size of a response as XML; more is refused.
 * @bound a SAML response -> refused
 */
export const RESPONSE_BYTES_MAX = 190_000

/** Our entity id and address, as a provider sees them. */
export type ServiceProvider = { readonly entityId: string; readonly acsUrl: string }

/**
 * The metadata of this service for the provider's administrator to import: entity id, assertion consumer by HTTP-POST,
 * signed assertions wanted (SAML 2.0 Metadata, section 2.4.4). The text is the same for everyone, each time.
 */
export async function serviceProviderMetadata({ entityId, acsUrl }: ServiceProvider): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml')
  const generateUniqueId = () => `svc-${createHash('sha256').update(entityId).digest('hex').slice(0, 40)}`
  const formats = { identifierFormat: null, wantAssertionsSigned: true }
  return generateServiceProviderMetadata({ issuer: entityId, callbackUrl: acsUrl, ...formats, generateUniqueId })
}

/** Starts with a letter, as an XML id has to. */
export function newRequestId(): string {
  return `svc-${randomBytes(20).toString('hex')}`
}

/**
 * The URL with our AuthnRequest over HTTP-Redirect. The request is unsigned, because most providers require no
 * signature; the answer is bound to it. Throws `SignInRefused` when the metadata cannot be used, `unavailable` when it
 * cannot be fetched.
 */
export async function samlRequestUrl(
  documents: ProviderDocuments,
  connection: SsoConnection,
  provider: ServiceProvider,
  { requestId, relayState }: { readonly requestId: string; readonly relayState: string },
): Promise<string> {
  const saml = await samlOf(await metadataOf(documents, connection), provider, requestId)
  return saml.getAuthorizeUrlAsync(relayState, undefined, {})
}

export type SamlAnswer = {
  readonly response: string
  readonly binding: 'post' | 'redirect'
  readonly requestId: string
}

/**
 * The person whom the response names. Only content that the provider signed inside the one assertion counts. An address
 * counts as verified: a SAML provider speaks for the directory that the tenant keeps itself. Throws `SignInRefused`.
 */
export async function samlPerson(
  documents: ProviderDocuments,
  connection: SsoConnection,
  provider: ServiceProvider,
  answer: SamlAnswer,
  nowMs: number,
): Promise<Person> {
  const metadata = await metadataOf(documents, connection)
  const assertion = await verified(metadata, provider, answer).catch((cause: unknown) => {
    throw cause instanceof SignInRefused ? cause : new SignInRefused('bad_assertion', { cause })
  })
  const expected = {
    issuer: connection.issuer,
    audience: provider.entityId,
    recipient: provider.acsUrl,
    requestId: answer.requestId,
  }
  if (!holdsFor(assertion, expected, nowMs)) throw new SignInRefused('bad_assertion')
  return personOf(assertion, connection.groupsClaim)
}

async function metadataOf(documents: ProviderDocuments, connection: SsoConnection): Promise<IdpMetadata> {
  const { metadataXml, metadataUrl, issuer } = connection
  const read = readMetadata(metadataXml ?? (await documents.text(metadataUrl ?? '')), issuer)
  if ('fault' in read) throw new SignInRefused('provider_metadata', { cause: read.fault })
  return read
}

async function verified(metadata: IdpMetadata, provider: ServiceProvider, answer: SamlAnswer): Promise<Assertion> {
  const xml = decoded(answer)
  if (!hasSoundShape(xml)) throw new SignInRefused('bad_assertion')
  const saml = await samlOf(metadata, provider, answer.requestId)
  const SAMLResponse = Buffer.from(xml).toString('base64')
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse })
  const signed = profile?.getAssertionXml?.()
  if (signed === undefined) throw new SignInRefused('bad_assertion')
  return readAssertion(signed)
}

/** HTTP-POST sends base64, HTTP-Redirect deflates before (SAML 2.0 bindings, sections 3.5.4 and 3.4.4.1). */
function decoded({ response, binding }: SamlAnswer): string {
  const bytes = Buffer.from(response, 'base64')
  const xml = binding === 'post' ? bytes : inflateRawSync(bytes, { maxOutputLength: RESPONSE_BYTES_MAX })
  if (xml.length > RESPONSE_BYTES_MAX) throw new SignInRefused('bad_assertion')
  return xml.toString('utf8')
}

/**
 * Created for each message: it knows the one request that may be answered and keeps nothing else. The library is loaded
 * at first use, because it is larger than everything else that such a role loads at its start.
 */
async function samlOf(
  { signInUrl, certificates }: IdpMetadata,
  { entityId, acsUrl }: ServiceProvider,
  requestId: string,
): Promise<SAML> {
  const { SAML: Saml, ValidateInResponseTo } = await import('@node-saml/node-saml')
  const known = (id: string | null) => (id === requestId ? new Date().toISOString() : null)
  return new Saml({
    idpCert: [...certificates],
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl,
    entryPoint: signInUrl,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false, // nothing of the response outside the assertion is used
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: 60_000,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => requestId,
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => known(id),
      removeAsync: async () => null,
    },
  })
}

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
/** Attribute names of common providers. */
const EMAIL_ATTRIBUTES = [
  'email',
  'mail',
  'emailAddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]
const GROUP_ATTRIBUTES = [
  'groups',
  'memberOf',
  'http://schemas.xmlsoap.org/claims/Group',
  'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
]

function personOf({ nameId, nameIdFormat, attributes }: Assertion, groupsClaim: string | null): Person {
  // A transient name id differs at each sign-in, so the person would never be recognised.
  if (nameIdFormat === TRANSIENT) throw new SignInRefused('bad_subject')
  const emailAttribute = EMAIL_ATTRIBUTES.map((name) => attributes.get(name)?.[0]).find((value) => value !== undefined)
  const email = emailOf(emailAttribute ?? (nameIdFormat === EMAIL_FORMAT ? nameId : null))
  const names = groupsClaim === null ? GROUP_ATTRIBUTES : [groupsClaim]
  const groups = groupsOf(names.flatMap((name) => attributes.get(name) ?? []))
  return { subject: subjectOf(nameId), email, emailVerified: email !== null, groups }
}
