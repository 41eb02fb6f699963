/**
 * Answers the challenges that vendors send to an inbox before events, by repeating the challenge. Only an existing
 * inbox answers, and it repeats nothing but the vendor's challenge.
 */
import { createHmac } from 'node:crypto'
import { isMembers } from '../../platform/members.ts'
import { type Context, header } from './context.ts'
import { maybeJson } from './maybe-json.ts'
import { json, type Reply } from './reply.ts'

const WORDS = /^[\x20-\x7e]{1,2048}$/
/** A challenge is small; a larger body is no challenge. */
const BODY_BYTES_MAX = 16 * 1024

/** Okta's event hooks send the challenge with GET in a header. Null when the request is no such challenge. */
export function oktaAnswer(context: Context): Reply | null {
  const words = header(context.request, 'x-okta-verification-challenge') ?? ''
  return WORDS.test(words) ? json(200, { verification: words }) : null
}

/**
 * Microsoft Graph sends the challenge in the query, without a body, and expects plain text. Null when the request is no
 * such challenge.
 */
export function graphAnswer(context: Context): Reply | null {
  const words = context.query.get('validationToken') ?? ''
  return WORDS.test(words) ? { status: 200, headers: { 'content-type': 'text/plain' }, body: words } : null
}

/**
 * Members of the answer to a challenge in the body: Zoom's token with its HMAC under the secret, `challenge` for Slack,
 * `validationResponse` for Azure Event Grid; none for any other body. The body still counts as an event.
 */
export function bodyAnswer(body: Buffer, secret: string | null = null): Readonly<Record<string, string>> {
  if (body.length > BODY_BYTES_MAX) return {}
  const event = [maybeJson(body.toString())].flat()[0]
  if (!isMembers(event)) return {}
  if (event.event === 'endpoint.url_validation') return zoomAnswer(event.payload, secret)
  if (event.type === 'url_verification') return textMember('challenge', event.challenge)
  const isGrid = event.eventType === 'Microsoft.EventGrid.SubscriptionValidationEvent' && isMembers(event.data)
  return isGrid && isMembers(event.data) ? textMember('validationResponse', event.data.validationCode) : {}
}

function zoomAnswer(payload: unknown, secret: string | null): Readonly<Record<string, string>> {
  const challenge = isMembers(payload) ? textMember('plainToken', payload.plainToken) : {}
  const { plainToken } = challenge
  if (plainToken === undefined || secret === null) return {}
  return { ...challenge, encryptedToken: createHmac('sha256', secret).update(plainToken).digest('hex') }
}

function textMember(name: string, words: unknown): Readonly<Record<string, string>> {
  return typeof words === 'string' && WORDS.test(words) ? { [name]: words } : {}
}
