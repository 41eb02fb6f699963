/**
 * Proof that a request comes from Slack or Teams, over the bytes of its body and, so that what was overheard cannot be sent
 * again later, a time that is at most five minutes off.
 * Source: Slack, "Verifying requests"; Microsoft Teams, outgoing webhooks.
 */
import { createHmac } from 'node:crypto'
import { sameSecret } from '../../../platform/same-secret.ts'

/** @bound age of a signed chat request -> 401 */
const FRESH_MS = 5 * 60_000

export type SignedRequest = { readonly body: string; readonly signature: string; readonly timestamp: string }

export function isFromSlack(secret: string, { body, signature, timestamp }: SignedRequest, nowMs: number): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || !isFresh(Number(timestamp) * 1000, nowMs)) return false
  const mac = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
  return sameSecret(signature, `v0=${mac}`)
}

/** `timestamp` is that of the message, which the signature covers as a part of the body. */
export function isFromTeams(secret: string, { body, signature, timestamp }: SignedRequest, nowMs: number): boolean {
  const mac = createHmac('sha256', Buffer.from(secret, 'base64')).update(body).digest('base64')
  return sameSecret(signature, `HMAC ${mac}`) && isFresh(Date.parse(timestamp), nowMs)
}

const isFresh = (ms: number, nowMs: number) => Math.abs(nowMs - ms) <= FRESH_MS
