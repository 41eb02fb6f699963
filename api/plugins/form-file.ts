import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { invalid } from '../../platform/invalid-input.ts'

/**
 * The one file of a form, which is named `file`, in a scope that has multipart with its bounds: they end a larger one
 * while it is read. `what` is it in words, for who sends something else.
 */
export async function formFile(request: FastifyRequest, what: string): Promise<{ name: string; bytes: Buffer }> {
  if (!request.isMultipart()) throw new AppError('unsupported_media', `${what} comes as multipart/form-data`)
  const file = await readForm(request).catch((error: Error) => {
    // An error past a bound carries a status; a body that is no form causes a plain error of the parser.
    throw 'statusCode' in error ? error : new AppError('bad_body', 'the form cannot be read', { cause: error })
  })
  if (file?.member !== 'file') throw invalid('file', 'is missing', 'required')
  return file
}

async function readForm(request: FastifyRequest) {
  const part = await request.file()
  return part && { member: part.fieldname, name: part.filename, bytes: await part.toBuffer() }
}
