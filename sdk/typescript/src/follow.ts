/** The events of a tenant as they happen, over Server-Sent Events. The SDKs of the other languages follow the same rules. */
import { sleep } from './attempts.ts'
import type { Caller, Request } from './call.ts'
import { ConnectionFailed, Problem } from './errors.ts'

/**
 * An event, or a `reset`: the events since the last one are no longer kept, so read the current state from the lists.
 */
export interface StreamFrame {
  readonly type: string
  readonly payload?: unknown
  readonly timestamp?: string
  readonly reason?: string
  /** `follow(channels, { cursor })` resumes after this event, also in another program. */
  readonly cursor?: string
}

export interface FollowOptions {
  readonly cursor?: string | undefined
  /** Ends the stream: the loop over it throws the reason. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds without data after which the connection counts as lost. Default: 90,000, three heartbeats. */
  readonly idleMs?: number | undefined
  /** Called with the reason when a connection ends, and the pause before the next one. */
  readonly onReconnect?: ((error: unknown, pauseMs: number) => void) | undefined
}

const IDLE_MS = 90_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000
/** After this many refusals of a stream's ticket in a row, an expired ticket is no longer assumed to be the cause. */
const REFUSED_MAX = 3

export async function* follow(
  caller: Caller,
  channels: readonly string[],
  options: FollowOptions,
): AsyncGenerator<StreamFrame, never> {
  const { signal, onReconnect } = options
  let { cursor } = options
  let failures = 0
  let refusals = 0
  for (;;) {
    let reason: unknown
    try {
      for await (const frame of connection(caller, channels, cursor, options)) {
        if (frame.type !== 'connected' && frame.type !== 'close') failures = refusals = 0
        cursor = frame.cursor ?? cursor
        if (frame.type === 'close') reason = new ConnectionFailed(`the server ends the stream: ${frame.reason}`)
        else if (frame.type !== 'connected' && frame.type !== 'heartbeat') yield frame
      }
      reason ??= new ConnectionFailed('the stream ended')
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof Problem && error.status < 500 && error.status !== 429) {
        if (error.status !== 401 || ++refusals >= REFUSED_MAX) throw error
      }
      reason = error
    }
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++)
    const serverPause = reason instanceof Problem ? reason.retryAfter : undefined
    const pauseMs = serverPause === undefined ? longest * (0.5 + Math.random() / 2) : serverPause * 1000
    onReconnect?.(reason, pauseMs)
    await sleep(pauseMs, signal)
  }
}

async function* connection(
  caller: Caller,
  channels: readonly string[],
  cursor: string | undefined,
  { signal, idleMs = IDLE_MS }: FollowOptions,
): AsyncGenerator<StreamFrame> {
  const { token } = (await caller.send(streamRequest('POST', 'ticket', false), { signal })) as { token: string }
  const query = new URLSearchParams({ token, channels: channels.join(',') || 'all', ...(cursor ? { cursor } : {}) })
  const idle = new AbortController()
  const end = () => idle.abort(signal?.reason)
  signal?.addEventListener('abort', end, { once: true })
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => idle.abort(new ConnectionFailed(`nothing came within ${idleMs / 1000} s`)), idleMs)
  }
  restart()
  try {
    const sent = { signal: idle.signal, maxRetries: 0 }
    const file = await caller.download(streamRequest('GET', `sse?${query}`, true), sent)
    let data = ''
    for await (const line of file.lines()) {
      restart()
      if (line.startsWith('data: ')) data += line.slice('data: '.length)
      // A frame without its blank line is incomplete.
      if (line !== '' || data === '') continue
      yield JSON.parse(data) as StreamFrame
      data = ''
    }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

function streamRequest(method: string, name: string, isPublic: boolean): Request {
  const path = `/api/v1/realtime/${name}`
  return { method, path, headers: {}, content: undefined, media: undefined, keyed: false, reads: true, isPublic }
}
