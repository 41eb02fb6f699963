import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { invalid } from '../../platform/invalid-input.ts'

/**
 * Reads the single file of a form, in the field `file`. Needs a scope with multipart limits, which stop a larger file
 * while it is read. `what` names the expected file in the error for any other body.
 */
export async function formFile(request: FastifyRequest, what: string): Promise<{ name: string; bytes: Buffer }> {
  if (!request.isMultipart()) throw new AppError('unsupported_media', `${what} comes as multipart/form-data`)
  const file = await readForm(request).catch((error: Error) => {
    // An error past a bound carries a status; a body that is no form causes a plain error of the parser.
    throw error instanceof AppError || 'statusCode' in error
      ? error
      : new AppError('bad_body', 'the form cannot be read', { cause: error })
  })
  if (file?.member !== 'file') throw invalid('file', 'is missing', 'required')
  return file
}

async function readForm(request: FastifyRequest) {
  const part = await request.file()
  if (part === undefined) return part
  const bytes = await part.toBuffer()
  // `toBuffer` looks for the limit after each chunk, and may take the last one before the limit is marked.
  if (part.file.truncated) throw new AppError('too_large', 'request file too large')
  return { member: part.fieldname, name: part.filename, bytes }
}
