import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { follow } from '../api/stream.ts'

/** Reloads the shown cases when one of them changed. */
export function useCaseFeed(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: ['cases'] })
        void queries.invalidateQueries({ queryKey: ['case'] })
      }, 500)
    }
    const stop = follow(
      'cases',
      ({ type }) => type !== 'heartbeat' && type !== 'connected' && soon(),
      () => undefined,
    )
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [queries])
}
