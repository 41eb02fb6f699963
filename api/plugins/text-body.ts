import type { FastifyInstance } from 'fastify'

/** Bodies of these types stay as they came in this scope: a signature is over their bytes. */
export function takeBodiesAsText(scope: FastifyInstance, types: readonly string[], bodyLimit: number): void {
  const asText = (_: unknown, body: unknown, done: (error: null, body: unknown) => void) => done(null, body)
  scope.removeContentTypeParser([...types])
  scope.addContentTypeParser([...types], { parseAs: 'string', bodyLimit } as const, asText)
}
