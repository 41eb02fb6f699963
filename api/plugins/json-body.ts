/** Bodies of JSON, which is UTF-8 (RFC 8259, section 8.1): bytes that are not would be stored as other characters than were sent. */
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'

type Done = (error: Error | null, body?: unknown) => void
type JsonBody = {
  /** Sees the body as it came, before it is read. */
  readonly seen?: (request: FastifyRequest, text: string) => void
}

/** Replaces the scope's parsers of these media types; `*` stands for all types without a parser. */
export function readJsonBody(app: FastifyInstance, types: readonly string[], { seen }: JsonBody = {}): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const read = (request: FastifyRequest, bytes: Buffer, done: Done) => {
    if (!isUtf8(bytes)) return done(new AppError('bad_request', 'the body is not UTF-8'))
    const text = bytes.toString('utf8')
    seen?.(request, text)
    // Clients name the type on every request, also where they send nothing: that is no body.
    if (text === '') return done(null, undefined)
    parse(request, text, done)
  }
  for (const type of types) if (app.hasContentTypeParser(type)) app.removeContentTypeParser(type)
  app.addContentTypeParser<Buffer>([...types], { parseAs: 'buffer' }, read)
}
