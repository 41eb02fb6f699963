import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { storable, storableText } from '../../platform/storable.ts'

/** Bodies of these types stay as they came in this scope: a signature is over their bytes. */
export function takeBodiesAsText(scope: FastifyInstance, types: readonly string[], bodyLimit: number): void {
  const asText = (_: unknown, body: unknown, done: (error: null, body: unknown) => void) => done(null, body)
  scope.removeContentTypeParser([...types])
  scope.addContentTypeParser([...types], { parseAs: 'string', bodyLimit } as const, asText)
}

/**
 * The fields of a form whose signature holds. A vendor would send a refused message again, so the characters that no store keeps are
 * left out.
 */
export function formIn(body: string): URLSearchParams {
  return new URLSearchParams(
    [...new URLSearchParams(body)].map(([name, value]) => [storableText(name), storableText(value)]),
  )
}

/** The object in a JSON body whose signature holds. Throws `bad_request` for anything else. */
export function objectIn(body: string): object {
  try {
    const value = storable(JSON.parse(body))
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value
  } catch {
    // The error below says so.
  }
  throw new AppError('bad_request', 'the body is no JSON object')
}
