import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { usePause } from '../api/pauses.ts'

/** Says that the API refused a request because of its rate limit, and when requests continue. */
export function BusyNotice() {
  const untilMs = usePause()
  const [nowMs, setNow] = useState(Date.now)
  useEffect(() => {
    if (untilMs === null) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [untilMs])
  const seconds = untilMs === null ? 0 : Math.max(1, Math.ceil((untilMs - nowMs) / 1000))
  return (
    <div role="status" className="busy-notice">
      {untilMs !== null && (
        <Text size="sm" className="busy-words">
          Too many requests in this minute. The page continues automatically in{' '}
          <span className="number">{seconds} s</span>.
        </Text>
      )}
    </div>
  )
}
