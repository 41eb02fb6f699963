/** JSON-RPC 2.0 as the Model Context Protocol carries it over HTTP: an answer is JSON, or a stream of events (SSE). */
import { AppError } from '../../../../platform/errors.ts'
import { jsonOrUndefined } from '../../../../platform/json-or-undefined.ts'

export type RpcAnswer = {
  readonly id: number
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number; readonly message: string }
}

/**
 * Finds the answer to the request `id`. All other messages of the server (progress, log lines, requests) are passed
 * over.
 */
export function answerIn(type: string, body: string, id: number): RpcAnswer | null {
  const texts = isStream(type) ? new EventReader().read(Buffer.from(body)) : [body]
  for (const text of texts) {
    const found = answerOf(text, id)
    if (found !== null) return found
  }
  return null
}

/** A text may be a batch of several. */
export function answerOf(text: string, id: number): RpcAnswer | null {
  return ([jsonOrUndefined(text)].flat().find((one) => isAnswer(one, id)) as RpcAnswer | undefined) ?? null
}

export function isStream(type: string): boolean {
  return /^text\/event-stream\b/i.test(type)
}

/** Parses a stream of events chunk by chunk, without reading anything twice. */
export class EventReader {
  readonly #decoder = new TextDecoder()
  #rest = ''

  /** The data of each event that is whole now: its lines are joined, comments and other fields are passed over. */
  read(chunk: Buffer): string[] {
    const from = Math.max(0, this.#rest.length - 3)
    this.#rest += this.#decoder.decode(chunk, { stream: true })
    if (!END.test(this.#rest.slice(from))) return []
    const events = this.#rest.split(END)
    this.#rest = events.pop() ?? ''
    return events.flatMap(dataOf)
  }
}

const END = /\r\n\r\n|\n\n|\r\r/

function dataOf(event: string): string[] {
  const lines = event.split(/\r\n|\n|\r/)
  const data = lines.flatMap((line) => (/^data(?::|$)/.test(line) ? [line.slice(5).replace(/^ /, '')] : []))
  return data.length === 0 ? [] : [data.join('\n')]
}

function isAnswer(value: unknown, id: number): boolean {
  if (value === null || typeof value !== 'object') return false
  const { id: of, result, error } = value as Record<string, unknown>
  return of === id && (isObject(result) || isObject(error))
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** In the words of the server, which are for people alone: no agent and no ledger sees them. */
export class ServerMessage extends Error {}

/** Throws `unavailable` for a protocol error, with the server's message as the cause. */
export function resultOf({ result, error }: RpcAnswer): Readonly<Record<string, unknown>> {
  if (result !== undefined) return result
  const { code, message } = error ?? {}
  const cause = new ServerMessage(String(message).slice(0, 300))
  throw new AppError('unavailable', `the tool server answered the error ${Number(code)}`, { cause })
}
