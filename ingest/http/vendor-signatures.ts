/**
 * The signature forms of vendors' webhooks, with a secret that they share with the receiver. A signature over a time is
 * valid for five minutes either way, so that an intercepted request cannot be replayed later.
 *
 * Sources: webhook documentation of Slack, Zoom, Box, Zendesk, Tailscale, Notion, Atlassian, Bitbucket, Snyk, GitLab,
 * Cloudflare, Okta, Auth0.
 */
import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AppError } from '../../platform/errors.ts'
import { header } from './context.ts'
import type { Signature } from './signature.ts'

type Presented = { readonly digest: Buffer; readonly time?: string }

type Form =
  /** The header holds the secret itself, perhaps after a word. */
  | { readonly kind: 'secret'; readonly header: string }
  /** HMAC-SHA256 over the body, with the time before or after it. */
  | {
      readonly kind: 'hmac'
      readonly header: string
      readonly timeHeader?: string
      read(value: string, time: string | undefined): Presented | null
      before?(time: string): string
      after?(time: string): string
    }

const hex = (text: string | undefined): Buffer | null =>
  text !== undefined && /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : null
const prefixed = (prefix: string) => (value: string, time: string | undefined) => {
  const digest = value.startsWith(prefix) ? hex(value.slice(prefix.length)) : null
  return digest === null ? null : { digest, ...(time === undefined ? {} : { time }) }
}
const base64 = (value: string, time: string | undefined) => {
  const digest = Buffer.from(value, 'base64')
  return digest.length === 32 && time !== undefined ? { digest, time } : null
}
const hubSignature: Form = { kind: 'hmac', header: 'x-hub-signature', read: prefixed('sha256=') }

/** Signature forms by the template of a token. */
const FORMS: Readonly<Record<string, Form>> = {
  'webhook-slack': {
    ...{ kind: 'hmac', header: 'x-slack-signature', timeHeader: 'x-slack-request-timestamp', read: prefixed('v0=') },
    before: (time) => `v0:${time}:`,
  },
  'webhook-zoom': {
    ...{ kind: 'hmac', header: 'x-zm-signature', timeHeader: 'x-zm-request-timestamp', read: prefixed('v0=') },
    before: (time) => `v0:${time}:`,
  },
  'webhook-box': {
    ...{ kind: 'hmac', header: 'box-signature-primary', timeHeader: 'box-delivery-timestamp', read: base64 },
    after: (time) => time,
  },
  'webhook-zendesk': {
    ...{ kind: 'hmac', header: 'x-zendesk-webhook-signature', timeHeader: 'x-zendesk-webhook-signature-timestamp' },
    ...{ read: base64, before: (time) => time },
  },
  'webhook-tailscale': {
    ...{ kind: 'hmac', header: 'tailscale-webhook-signature' },
    read(value) {
      const parts = new Map(value.split(',').map((part) => part.trim().split('=', 2) as [string, string]))
      const digest = hex(parts.get('v1'))
      const time = parts.get('t')
      return digest === null || time === undefined ? null : { digest, time }
    },
    before: (time) => `${time}.`,
  },
  'webhook-notion': { kind: 'hmac', header: 'x-notion-signature', read: prefixed('sha256=') },
  'webhook-atlassian': hubSignature,
  'webhook-bitbucket': hubSignature,
  'webhook-snyk': hubSignature,
  'webhook-gitlab': { kind: 'secret', header: 'x-gitlab-token' },
  'webhook-cloudflare': { kind: 'secret', header: 'cf-webhook-auth' },
  'webhook-okta': { kind: 'secret', header: 'authorization' },
  'webhook-auth0': { kind: 'secret', header: 'authorization' },
}

const FRESH_MS = 5 * 60_000

/**
 * The request's signature in its vendor's form; null when it has none. `verify` throws `bad_credential`, also for an
 * expired time.
 */
export function vendorSignature(
  request: IncomingMessage,
  template: string,
  secret: string,
  nowMs: number,
): Signature | null {
  const form = FORMS[template]
  const value = form === undefined ? undefined : header(request, form.header)
  if (form === undefined || value === undefined) return null
  const hmac = createHmac('sha256', secret)
  if (form.kind === 'secret')
    return { hmac, verify: () => requireSame(digestOf(value.replace(/^Bearer\s+/i, '')), digestOf(secret)) }
  const shown = form.read(value.trim(), form.timeHeader === undefined ? undefined : header(request, form.timeHeader))
  const { before, after } = form
  const time = shown?.time
  if (before) hmac.update(before(time ?? ''))
  const isTimed = before !== undefined || after !== undefined
  return { hmac, verify: () => verify(hmac, shown, after?.(time ?? ''), isTimed ? time : null, nowMs) }
}

/** `time` is null when the form includes none. */
function verify(
  hmac: Hmac,
  shown: Presented | null,
  behind: string | undefined,
  time: string | null | undefined,
  nowMs: number,
): void {
  if (behind !== undefined) hmac.update(behind)
  const digest = hmac.digest()
  requireSame(shown?.digest ?? Buffer.alloc(digest.length), digest)
  if (shown === null) throw new AppError('bad_credential', REFUSED)
  if (time !== null && !isNow(time, nowMs))
    throw new AppError('bad_credential', 'the timestamp of the signature is too far from now')
}

const REFUSED = 'the signature does not match the received body'

function requireSame(buffer: Buffer, wanted: Buffer): void {
  if (!timingSafeEqual(buffer, wanted)) throw new AppError('bad_credential', REFUSED)
}

/** Digests, so that secrets of different lengths are compared in the same time. */
const digestOf = (secret: string) => createHmac('sha256', 'compared').update(secret.trim()).digest()

/** True when the time is within five minutes of now: seconds or milliseconds since 1970, or ISO 8601. */
function isNow(time: string | undefined, nowMs: number): boolean {
  if (time === undefined) return false
  const number = Number(time)
  const ms = /^\d{9,14}$/.test(time) ? (number > 1e11 ? number : number * 1000) : Date.parse(time)
  return Math.abs(nowMs - ms) <= FRESH_MS
}
