/** The API's answer when the realtime service refused a stream. */
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { Problem } from '../../plugins/problem.ts'
import { TOKEN_HEADER } from './token-header.ts'

const BODY_BYTES_MAX = 8_192
const BODY_MS = 5_000

/**
 * Returns the realtime service's refusal of the client unchanged. Throws `unavailable` for any other answer: a refusal
 * of the API's token, a failure, an answer of another server at the address.
 */
export async function refusalOf(answer: IncomingMessage, request: FastifyRequest, log: Log): Promise<Problem> {
  const { statusCode: status = 0, headers } = answer
  const problem = isProblem(answer) ? readProblem(await bodyOf(answer)) : null
  answer.destroy()
  const isOurs = headers[TOKEN_HEADER] !== undefined
  if (problem !== null && !isOurs) return { status, ...problem, retryAfterSeconds: secondsOf(headers['retry-after']) }
  const why = isOurs ? 'REALTIME_INTERNAL_TOKEN is not that of the realtime service' : 'no answer of a realtime service'
  log.error({ request_id: request.id, status }, `cannot pass a stream on: ${why}`)
  throw new AppError('unavailable', 'the realtime service does not answer', { retryAfterSeconds: 10 })
}

function isProblem({ statusCode: status = 0, headers }: IncomingMessage): boolean {
  const isRefusal = (status >= 400 && status < 500) || status === 503
  return isRefusal && headers['content-type']?.startsWith('application/problem+json') === true
}

/** Reads the beginning of the body: a longer, late or broken one is no problem that can be read. */
async function bodyOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  const late = setTimeout(() => answer.destroy(), BODY_MS)
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > BODY_BYTES_MAX) break
    }
  } catch {
    return ''
  } finally {
    clearTimeout(late)
  }
  return Buffer.concat(chunks).toString()
}

function readProblem(text: string): Pick<Problem, 'code' | 'detail'> | null {
  try {
    const { code, detail } = JSON.parse(text)
    return typeof code === 'string' && typeof detail === 'string' ? { code, detail } : null
  } catch {
    return null
  }
}

function secondsOf(header: string | undefined): number | undefined {
  const seconds = Number(header)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}
