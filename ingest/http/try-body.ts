/** `?try=true` at an inbox shows the sender how a body would be read, and stores nothing. */
import type { SampleReading } from '../../pipeline/sample/reading.ts'
import { AppError } from '../../platform/errors.ts'
import type { Sender } from './authenticate.ts'
import type { Context } from './context.ts'
import { type PushDeps, receive } from './receive.ts'
import { json, type Reply } from './reply.ts'
import { SIGNATURE_HEADERS } from './signature-headers.ts'

/** Small, because the sample is read inside the ingest process. */
const TRIED_BYTES_MAX = 64 * 1024

/** Throws `bad_request` for a value other than true or false. */
export function isTried({ query }: Context): boolean {
  const value = query.get('try')
  if (value === null || value === 'false') return false
  if (value === 'true') return true
  throw new AppError('bad_request', 'try is true or false')
}

/**
 * `bodyOf` unwraps the body as the route does. The reader is loaded only here, because it loads the mapping tables of
 * all sources.
 */
export async function tried(
  ingest: PushDeps,
  context: Context,
  sender: Sender,
  bodyOf: (body: Buffer) => Buffer,
): Promise<Reply> {
  const { readingOf } = await import('../../pipeline/sample/reading.ts')
  let reading: SampleReading | null = null
  await receive(ingest, context, sender, {
    ...{ wireBytesMax: TRIED_BYTES_MAX, decodedBytesMax: TRIED_BYTES_MAX, signatureHeaders: SIGNATURE_HEADERS },
    judge: (body) => {
      reading = readingOf(Buffer.from(bodyOf(body)), sender.sourceFormat)
      return null
    },
  })
  return json(200, { accepted: 0, tried: reading, template_id: sender.templateId, label: sender.label })
}
