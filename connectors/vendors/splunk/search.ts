/**
 * Runs `POST /services/search/v2/jobs/export`, which returns the rows of a search as lines of JSON and leaves no job
 * behind.
 */
import { AppError } from '../../../platform/errors.ts'
import { refuseFaults } from '../../polling/ask.ts'
import { signIn } from '../../polling/sign-in.ts'
import type { SearchAnswer, SearchRequest } from '../../search/search.ts'
import { SPLUNK_POLL } from './poll.ts'

type Line = {
  readonly result?: unknown
  readonly preview?: unknown
  readonly messages?: unknown
}

export async function searchSplunk({ statement, secrets, settings, ask }: SearchRequest): Promise<SearchAnswer> {
  const headers = {
    ...(await signIn(SPLUNK_POLL, secrets, settings, ask)),
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  }
  const body = new URLSearchParams({ search: statement, output_mode: 'json', preview: 'false' }).toString()
  const url = `${settings.base_url}/services/search/v2/jobs/export`
  const answer = refuseFaults(await ask({ method: 'POST', url, headers, body }))
  const rows: Readonly<Record<string, unknown>>[] = []
  for (const text of answer.body.toString('utf8').split('\n')) {
    if (text.trim() === '') continue
    const line = lineOf(text)
    const error = errorIn(line.messages)
    if (error !== null) throw new AppError('bad_request', `Splunk answered: ${error}`)
    if (line.preview === true) continue
    if (line.result !== null && typeof line.result === 'object' && !Array.isArray(line.result))
      rows.push(line.result as Record<string, unknown>)
  }
  return { rows, partial: null }
}

/** A truncated response ends within a line. */
function lineOf(text: string): Line {
  try {
    const line: unknown = JSON.parse(text)
    if (line !== null && typeof line === 'object') return line as Line
  } catch {}
  throw new AppError('unavailable', 'Splunk answered a line that is no JSON object')
}

/** A failed search may still return 200. */
function errorIn(messages: unknown): string | null {
  if (!Array.isArray(messages)) return null
  for (const message of messages as { type?: unknown; text?: unknown }[])
    if (message !== null && ['ERROR', 'FATAL'].includes(String(message?.type)))
      return String(message.text).slice(0, 300)
  return null
}
