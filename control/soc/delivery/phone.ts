/**
 * Texts and calls through Twilio.
 * Source: Twilio, "Messages resource", "Calls resource", "TwiML Voice: Gather", "Security: validating requests".
 */
import { createHmac } from 'node:crypto'
import type { Egress, EgressResponse } from '../../../platform/egress/client.ts'
import { isWorthRetrying, retryAfterSeconds } from '../../../platform/egress/retry.ts'
import { escapeHtml } from '../../../platform/escape-html.ts'
import { sameSecret } from '../../../platform/same-secret.ts'
import { E164 } from '../notify/index.ts'
import type { Sent } from './sent.ts'

export type PhoneSettings = {
  /** Origin of the provider's API. */
  readonly baseUrl: string
  readonly accountSid: string
  readonly authToken: string
  /** Number or messaging service that messages come from. */
  readonly from: string
  /** Texts and calls of one tenant within 24 hours. */
  readonly dailyMax: number
}

export type Phone = {
  /** The host of the provider's API. */
  readonly host: string
  readonly dailyMax: number
  text(to: string, text: string, statusUrl: string): Promise<Sent>
  /** `answerUrl` returns the spoken text and receives the pressed key. */
  call(to: string, answerUrl: string, statusUrl: string): Promise<Sent>
}

export const PHONE_NOT_CONFIGURED = 'no texts and calls go out: SVC_TWILIO_ACCOUNT_SID is not set'
export const PHONE_NUMBER = new RegExp(E164)

const TIMEOUT_MS = 20_000
const ANSWER_BYTES = 64 << 10
const RETRY_SECONDS_MAX = 3_600
/** Seconds that a phone rings. */
const RING_S = '30'

export function openPhone(settings: PhoneSettings, egress: Egress): Phone {
  const { baseUrl, accountSid, authToken, from, dailyMax } = settings
  const origin = baseUrl.replace(/\/+$/, '')
  const post = async (resource: 'Messages' | 'Calls', fields: Record<string, string>): Promise<Sent> => {
    const answer = await egress({
      url: `${origin}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/${resource}.json`,
      ...{ chosenBy: 'operator', method: 'POST', body: new URLSearchParams(fields).toString() },
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      },
      ...{ timeoutMs: TIMEOUT_MS, redirectsMax: 0, responseBytesMax: ANSWER_BYTES },
    })
    return sentOf(answer)
  }
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
  return {
    ...{ host: new URL(origin).hostname, dailyMax },
    text: (to, text, statusUrl) => post('Messages', { To: to, ...sender, Body: text, StatusCallback: statusUrl }),
    call: (to, answerUrl, statusUrl) =>
      post('Calls', { To: to, From: from, Url: answerUrl, StatusCallback: statusUrl, Timeout: RING_S }),
  }
}

function sentOf({ status, headers, body }: EgressResponse): Sent {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  const { message, code } = membersOf(body)
  const words = typeof message === 'string' ? `: ${message.replaceAll(/[\p{C}\s]+/gu, ' ').slice(0, 200)}` : ''
  const reason = `the phone provider answered ${status}${code === undefined ? '' : ` (${String(code).slice(0, 20)})`}${words}`
  if (!isWorthRetrying(status)) return { outcome: 'failed', reason }
  const wait = retryAfterSeconds(headers, RETRY_SECONDS_MAX)
  return { outcome: 'later', reason, ...(wait === null ? {} : { afterMs: wait * 1000 }) }
}

function membersOf(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString())
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
  } catch {
    return {} // a page of a proxy; the reason has its status
  }
}

/** Checks `X-Twilio-Signature` of a form: over the address that the provider called, and its fields by name. */
export function isFromProvider(authToken: string, signature: string, url: string, form: URLSearchParams): boolean {
  const fields = [...form].toSorted(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
  const text = url + fields.map(([name, value]) => name + value).join('')
  return sameSecret(signature, createHmac('sha1', authToken).update(text).digest('base64'))
}

/** TwiML that speaks a text and, with an address, asks for a key. */
export function spoken(text: string, digitsUrl: string | null): string {
  const say = (words: string) => `<Say>${escapeHtml(words.replaceAll(/[\p{C}\s]+/gu, ' '))}</Say>`
  const asks =
    digitsUrl === null
      ? say(text)
      : `<Gather input="dtmf" numDigits="1" timeout="10" method="POST" action="${escapeHtml(digitsUrl)}">${say(text)}${say(PRESS)}</Gather>${say('No key was pressed. Goodbye.')}`
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${asks}</Response>`
}

const PRESS = 'Press 1 to acknowledge.'
