/** An API that passes streams on, listening, beside the one that a test asks. */
import type { TestDatabase } from '../../../stores/postgres/testing.ts'
import type { ApiDeps } from '../../deps.ts'
import { openTestApi, type TestApi } from '../../test-api.ts'
import { INTERNAL_TOKEN } from '../test-realtime.ts'

export type TestHop = {
  readonly api: TestApi
  /** Base URL of `/ws` and `/sse`. */
  readonly url: string
  readonly close: () => Promise<void>
}

/** `target` may move: it is where the realtime service is when a stream is opened. */
export async function openTestHop(
  database: TestDatabase,
  target: () => string,
  more: { token?: string; streamsMax?: number; deps?: Partial<ApiDeps> } = {},
): Promise<TestHop> {
  const { token = INTERNAL_TOKEN, streamsMax = 100 } = more
  const realtimeHop = {
    get baseUrl() {
      return target()
    },
    token,
    streamsMax,
  }
  const api = await openTestApi(database, { deps: { realtimeHop, ...more.deps } })
  const port = await api.api.listen(0, '127.0.0.1')
  return { api, url: `http://127.0.0.1:${port}/api/v1/realtime`, close: api.close }
}

export type Events = {
  readonly status: number
  readonly headers: Headers
  /** Everything that came. */
  text(): string
  /** Resolves when the other side ended it; rejects when it broke off. */
  readonly ended: Promise<void>
  end(): Promise<void>
}

export async function followEvents(url: string, headers: Record<string, string> = {}): Promise<Events> {
  const stop = new AbortController()
  const answer = await fetch(url, { signal: stop.signal, headers })
  let text = ''
  const ended = (async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk
  })()
  ended.catch(() => undefined)
  const end = async () => {
    stop.abort()
    await ended.catch(() => undefined)
  }
  return { status: answer.status, headers: answer.headers, text: () => text, ended, end }
}
