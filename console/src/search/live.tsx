/** Shows events as they are stored: with consecutive requests, each of which waits for new events. */
import { Alert, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { Failure } from '../parts/states.tsx'
import { counted } from '../parts/words.ts'

type Found = Schemas['FoundEvent']
type Seen = {
  readonly events: readonly Found[]
  readonly dropped: number
  readonly late: number
  readonly isLive: boolean
}

/** Maximum number of events on the page; older ones are removed. */
const SHOWN_MAX = 500
const RETRY_MS = 3_000
/** Maximum time that one request waits for an event. */
const WAIT_SECONDS = 20
const NOTHING: Seen = { events: [], dropped: 0, late: 0, isLive: false }

type LiveProps = {
  readonly query: string
  readonly columns: readonly string[]
  readonly children: (events: readonly Found[]) => React.ReactNode
}

export function Live({ query, columns, children }: LiveProps) {
  const fields = columns.join(',')
  const { seen, error } = useTail(query, fields)
  const { events, dropped, late, isLive } = seen
  return (
    <section className="stack" aria-label="Live">
      <Text size="sm" className="quiet" role="status">
        {isLive ? `Live: ${counted(events.length, 'event', 'events')} since it was started` : 'Live: it begins …'}
        {events.length === SHOWN_MAX && ', the newest of them'}
      </Text>
      {(dropped > 0 || late > 0) && (
        <Alert color="yellow" variant="light" title="Not everything is shown" role="status">
          {dropped > 0 && (
            <Text size="sm">{dropped.toLocaleString()} further events came too fast to be shown: add a condition.</Text>
          )}
          {late > 0 && (
            <Text size="sm">
              {late.toLocaleString()} events of this tenant were stored too late for the live view: search for them.
            </Text>
          )}
        </Alert>
      )}
      {error !== null && <Failure error={error} />}
      {children(events)}
    </section>
  )
}

/** Starts again for another query; stops when the page is left. */
function useTail(query: string, fields: string) {
  const [seen, setSeen] = useState<Seen>(NOTHING)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    const stop = new AbortController()
    setSeen(NOTHING)
    setError(null)
    void follow(query, fields, stop.signal, setError, (page) =>
      setSeen((before) => ({
        events: [...page.events, ...before.events].slice(0, SHOWN_MAX),
        dropped: before.dropped + page.dropped,
        late: before.late + page.late,
        isLive: true,
      })),
    )
    return () => stop.abort()
  }, [query, fields])
  return { seen, error }
}

async function follow(
  query: string,
  fields: string,
  signal: AbortSignal,
  fail: (error: unknown) => void,
  show: (page: Schemas['EventTailPage']) => void,
): Promise<void> {
  let cursor: string | undefined
  while (!signal.aborted) {
    try {
      const body = {
        query,
        fields: fields.split(','),
        wait_seconds: WAIT_SECONDS,
        ...(cursor === undefined ? {} : { cursor }),
      }
      const page = await bodyOf(POST('/api/v1/events/tail', { body, signal }))
      if (signal.aborted) return
      cursor = page.cursor
      fail(null)
      show(page)
    } catch (error) {
      if (signal.aborted) return
      fail(error)
      // The cursor is kept, so that events stored meanwhile are not missed.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
