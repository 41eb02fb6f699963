import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { follow } from './stream.ts'

/** A burst of changes reloads once. */
const PAUSE_MS = 500

/** Reloads the shown queries of these keys when one of the channels, separated by commas, reports a change. */
export function useReloads(channels: string, ...keys: readonly string[]): void {
  const queries = useQueryClient()
  const keyList = keys.join()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        for (const key of keyList.split(',')) void queries.invalidateQueries({ queryKey: [key] })
      }, PAUSE_MS)
    }
    const stop = follow(
      channels,
      ({ type }) => type !== 'heartbeat' && type !== 'connected' && soon(),
      () => undefined,
    )
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [queries, channels, keyList])
}
