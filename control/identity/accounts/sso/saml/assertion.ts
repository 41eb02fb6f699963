import { readXml, type XmlElement } from './safe-xml.ts'

/** The parts of a verified assertion (SAML 2.0 core, section 2.3) that a sign-in rests on. */
export type Assertion = {
  readonly issuer: string
  readonly nameId: string
  readonly nameIdFormat: string | null
  readonly confirmations: readonly Readonly<Record<string, string>>[]
  readonly conditions: readonly Readonly<Record<string, string>>[]
  /** One list for each restriction; each must name our entity id. */
  readonly audiences: readonly (readonly string[])[]
  readonly authnStatements: number
  readonly attributes: ReadonlyMap<string, readonly string[]>
}

export type Expected = {
  readonly issuer: string
  /** Entity id of this service provider. */
  readonly audience: string
  /** The address that the assertion had to be sent to. */
  readonly recipient: string
  readonly requestId: string
}

/** Tolerated clock difference. */
const SKEW_MS = 60_000
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** `xml` must be exactly the text whose signature was verified. */
export function readAssertion(xml: string): Assertion {
  const confirmations: Record<string, string>[] = []
  const conditions: Record<string, string>[] = []
  const audiences: string[][] = []
  const attributes = new Map<string, string[]>()
  const found = { issuer: '', nameId: '', nameIdFormat: null as string | null, authnStatements: 0 }
  const current = { method: '', values: [] as string[] }
  const isAt = ({ path }: XmlElement, place: string) => path.join('/') === place
  readXml(xml, {
    open(element) {
      const attributeTexts = element.attributes
      if (isAt(element, 'Assertion/Subject/SubjectConfirmation')) current.method = attributeTexts.Method ?? ''
      if (isAt(element, CONFIRMATION_DATA)) confirmations.push({ ...attributeTexts, Method: current.method })
      if (isAt(element, 'Assertion/Conditions')) conditions.push({ ...attributeTexts })
      if (isAt(element, 'Assertion/Conditions/AudienceRestriction')) audiences.push([])
      if (isAt(element, 'Assertion/AuthnStatement')) found.authnStatements++
      if (isAt(element, 'Assertion/Subject/NameID')) found.nameIdFormat = attributeTexts.Format ?? null
      if (isAt(element, 'Assertion/AttributeStatement/Attribute')) {
        current.values = attributes.get(attributeTexts.Name ?? '') ?? []
        attributes.set(attributeTexts.Name ?? '', current.values)
      }
    },
    text(element, text) {
      if (isAt(element, 'Assertion/Issuer')) found.issuer = text.trim()
      if (isAt(element, 'Assertion/Subject/NameID')) found.nameId = text.trim()
      if (isAt(element, 'Assertion/Conditions/AudienceRestriction/Audience')) audiences.at(-1)?.push(text.trim())
      if (isAt(element, 'Assertion/AttributeStatement/Attribute/AttributeValue')) current.values.push(text.trim())
    },
  })
  return { ...found, confirmations, conditions, audiences, attributes }
}

const CONFIRMATION_DATA = 'Assertion/Subject/SubjectConfirmation/SubjectConfirmationData'

/**
 * Checks that an assertion is meant for us, now, and answers our request, as the web browser profile requires of the
 * recipient (SAML 2.0 profiles, section 4.1.4.3). Only data inside the assertion counts, because the response around it
 * may be unsigned.
 */
export function holdsFor(assertion: Assertion, expected: Expected, nowMs: number): boolean {
  const { issuer, nameId, confirmations, conditions, audiences, authnStatements } = assertion
  const isConfirmed = confirmations.some(
    ({ Method, Recipient, InResponseTo, NotOnOrAfter, NotBefore }) =>
      Method === BEARER &&
      Recipient === expected.recipient &&
      InResponseTo === expected.requestId &&
      NotOnOrAfter !== undefined &&
      isWithin(NotBefore, NotOnOrAfter, nowMs),
  )
  const [condition, ...more] = conditions
  return (
    isConfirmed &&
    issuer === expected.issuer &&
    nameId !== '' &&
    authnStatements > 0 &&
    condition !== undefined &&
    more.length === 0 &&
    isWithin(condition.NotBefore, condition.NotOnOrAfter, nowMs) &&
    audiences.length > 0 &&
    audiences.every((names) => names.includes(expected.audience))
  )
}

function isWithin(notBefore: string | undefined, notOnOrAfter: string | undefined, nowMs: number): boolean {
  // A time that cannot be read compares as false: nothing is within it.
  const hasBegun = notBefore === undefined || Date.parse(notBefore) <= nowMs + SKEW_MS
  return hasBegun && (notOnOrAfter === undefined || Date.parse(notOnOrAfter) > nowMs - SKEW_MS)
}
