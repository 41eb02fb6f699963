/** `?try=true` at an inbox shows the sender how a body would be read, and stores nothing. */
import { readSample } from '../../pipeline/sample/read-sample.ts'
import { AppError } from '../../platform/errors.ts'
import type { Sender } from './authenticate.ts'
import type { Context } from './context.ts'
import { type PushDeps, receive } from './receive.ts'
import { json, type Reply } from './reply.ts'
import { SIGNATURE_HEADERS } from './signature-headers.ts'

/** @bound a body that an inbox is asked to try -> 413 */
const TRIED_BYTES_MAX = 64 * 1024

/** Throws `bad_request` for a value other than true or false. */
export function isTried({ query }: Context): boolean {
  const value = query.get('try')
  if (value === null || value === 'false') return false
  if (value === 'true') return true
  throw new AppError('bad_request', 'try is true or false')
}

/** `bodyOf` unwraps the body as the route does. The body is read in a thread, which loads the tables of all sources. */
export async function tried(
  ingest: PushDeps,
  context: Context,
  sender: Sender,
  bodyOf: (body: Buffer) => Buffer,
): Promise<Reply> {
  let sample: Buffer = Buffer.alloc(0)
  await receive(ingest, context, sender, {
    ...{ wireBytesMax: TRIED_BYTES_MAX, decodedBytesMax: TRIED_BYTES_MAX, signatureHeaders: SIGNATURE_HEADERS },
    judge: (body) => {
      sample = Buffer.from(bodyOf(body))
      return null
    },
  })
  const reading = await readSample(sender.tenantId, { sample, format: sender.sourceFormat })
  return json(200, { accepted: 0, tried: reading, template_id: sender.templateId, label: sender.label })
}
