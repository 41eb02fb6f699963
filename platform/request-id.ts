import { randomUUID } from 'node:crypto'

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/

/** The id that the sender gave its request, or a new one for an id that would not be safe in a log. */
export function safeRequestId(sent: unknown): string {
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID()
}
