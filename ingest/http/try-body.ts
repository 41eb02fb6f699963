/** `?try=true` at an inbox tells the sender how a body would be read, and takes none of it in. */
import type { SampleReading } from '../../pipeline/sample/reading.ts'
import { AppError } from '../../platform/errors.ts'
import type { Sender } from './authenticate.ts'
import type { Context } from './context.ts'
import { type PushDoor, receive } from './receive.ts'
import { json, type Reply } from './reply.ts'
import { SIGNATURE_HEADERS } from './signature-headers.ts'

/** A sample is read in the door's own process. */
const TRIED_BYTES_MAX = 64 * 1024

/** Throws `bad_request` for another value. */
export function isTried({ query }: Context): boolean {
  const value = query.get('try')
  if (value === null || value === 'false') return false
  if (value === 'true') return true
  throw new AppError('bad_request', 'try is true or false')
}

/** `bodyOf` unpacks what the form of the request wraps. Loaded only here: it brings the tables of all sources with it. */
export async function tried(
  door: PushDoor,
  context: Context,
  sender: Sender,
  bodyOf: (body: Buffer) => Buffer,
): Promise<Reply> {
  const { readingOf } = await import('../../pipeline/sample/reading.ts')
  let reading: SampleReading | null = null
  await receive(door, context, sender, {
    ...{ wireBytesMax: TRIED_BYTES_MAX, decodedBytesMax: TRIED_BYTES_MAX, signatureHeaders: SIGNATURE_HEADERS },
    judge: (body) => {
      reading = readingOf(Buffer.from(bodyOf(body)), sender.sourceFormat)
      return null
    },
  })
  return json(200, { accepted: 0, tried: reading, template_id: sender.templateId, label: sender.label })
}
