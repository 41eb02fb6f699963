/** Streams the tenant's events as they happen: Server-Sent Events with a ticket, resumed at the last cursor. */
import { bodyOf, POST } from './client.ts'
import { sharedFeeds } from './shared-feeds.ts'
import type { StreamEvent, StreamState } from './stream-event.ts'

const PAUSE_MS_MIN = 1_000
const PAUSE_MS_MAX = 30_000

/** Follows channels until the returned function is called. Pages that follow the same channels share one stream. */
export const follow = sharedFeeds(open)

/** A ticket opens one stream, so the browser's own reconnect cannot be used. */
function open(channel: string, report: (event: StreamEvent) => void, state: (now: StreamState) => void): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let cursor = ''
  let pauseMs = PAUSE_MS_MIN
  let isOver = false

  const later = () => {
    source?.close()
    if (isOver) return
    state('waiting')
    timer = setTimeout(connect, pauseMs)
    pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * 2)
  }
  const connect = async () => {
    state('connecting')
    const ticket = await bodyOf(POST('/api/v1/realtime/ticket')).catch(() => null)
    if (isOver) return
    if (ticket === null) return later()
    const query = new URLSearchParams({ token: ticket.token, channels: channel, ...(cursor === '' ? {} : { cursor }) })
    source = new EventSource(`/api/v1/realtime/sse?${query}`)
    source.onopen = () => {
      pauseMs = PAUSE_MS_MIN
      state('live')
    }
    source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      if (lastEventId !== '') cursor = lastEventId
      report(JSON.parse(data) as StreamEvent)
    }
    source.onerror = later
    source.addEventListener('close', later)
  }
  void connect()
  return () => {
    isOver = true
    clearTimeout(timer)
    source?.close()
  }
}
