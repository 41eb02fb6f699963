/** One question to a model: within a deadline, again after a 429 or a fault of the server, and never anywhere else. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Egress } from '../../../platform/egress/client.ts'
import { isWorthRetrying, retryAfterSeconds } from '../../../platform/egress/retry.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Answered, type ModelAccess, type Question, readAnswer, written } from './protocol.ts'

const ANSWER_BYTES_MAX = 1 << 20
const ATTEMPTS_MAX = 3
const PAUSE_MS = 500
const RETRY_SECONDS_MAX = 86_400

export type AskOptions = {
  readonly egress: Egress
  /** For all attempts and the pauses between them. */
  readonly timeoutMs: number
  readonly nowMs: () => number
}

/**
 * Throws `unavailable` for no answer in time or an invalid one, `bad_credential`, `rate_limited` when the model asks
 * for more time than there is, with that time as `retryAfterSeconds`, and `forbidden` for an address that the guard refuses.
 */
export async function askModel(access: ModelAccess, question: Question, options: AskOptions): Promise<Answered> {
  const { url, headers, body } = written(access, question)
  const endMs = options.nowMs() + options.timeoutMs
  for (let attempt = 1; ; attempt++) {
    const leftMs = endMs - options.nowMs()
    if (leftMs <= 0) throw new AppError('unavailable', 'the model does not answer in time')
    const answer = await options.egress({
      ...{ url, headers, body, method: 'POST', chosenBy: access.chosenBy, timeoutMs: leftMs },
      ...{ responseBytesMax: ANSWER_BYTES_MAX, redirectsMax: 0 },
    })
    if (answer.status >= 200 && answer.status < 300) return readAnswer(access.provider, answer.body.toString('utf8'))
    const wait = retryAfterSeconds(answer.headers, RETRY_SECONDS_MAX, options.nowMs())
    const fault = faultOf(answer.status, wait)
    // Without a time of the receiver, each pause is longer.
    const pauseMs = wait === null ? PAUSE_MS * 2 ** (attempt - 1) : wait * 1000
    if (!isWorthRetrying(answer.status) || attempt >= ATTEMPTS_MAX || options.nowMs() + pauseMs >= endMs) throw fault
    await delay(pauseMs)
  }
}

function faultOf(status: number, wait: number | null): AppError {
  const again = wait === null ? {} : { retryAfterSeconds: wait }
  if (status === 401 || status === 403) return new AppError('bad_credential', `the model refuses the key (${status})`)
  if (status === 429) return new AppError('rate_limited', 'too many requests to the model (429)', again)
  return new AppError('unavailable', `the model answered ${status}`, again)
}
