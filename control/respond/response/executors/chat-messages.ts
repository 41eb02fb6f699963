/** Messages of every chat platform: their size, and how a refusal is read. */
import type { EgressResponse } from '../../../../platform/egress/client.ts'
import type { AppError } from '../../../../platform/errors.ts'
import { NotDone } from './executor.ts'

/** Time limit of one request. */
export const CALL_MS = 20_000
const TEXT_MAX = 3000
const LINKS = /https?:\/\/\S+/g
const LINK_MAX = 1_000

/** Cuts a text visibly to the size of a message, above its link: the last one of the text, where none is named. */
export function fitted(text: string, link: string | undefined = text.match(LINKS)?.at(-1)): string {
  if (text.length <= TEXT_MAX) return text
  const tail = link === undefined || link.length > LINK_MAX ? '…' : `…\n${link}`
  return `${text.slice(0, TEXT_MAX - tail.length).toWellFormed()}${tail}`
}

/** Includes the platform's error, such as `no_service` or `invalid_payload`. */
export function refusal(who: string, { status, headers, body }: EgressResponse): AppError {
  const later = status === 429 || status >= 500
  const wait = Number(headers['retry-after'])
  const retry = later && wait > 0 ? { retryAfterSeconds: Math.min(wait, 3600) } : {}
  const replyText = body
    .toString('utf8')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
  const detail = `${who} answered ${status}${replyText === '' ? '' : `: ${replyText}`}`
  return new NotDone(later ? 'unavailable' : 'conflict', detail, retry)
}
