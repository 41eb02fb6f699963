import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { follow } from '../api/stream.ts'

/** Reloads a running search when the feed reports progress. */
export function useSearchFeed(id: string, isRunning: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isRunning) return
    const again = () => void queries.invalidateQueries({ queryKey: ['search-job', id] })
    return follow(
      'searches',
      (event) => {
        if (event.type === 'reset' || (event.type === 'search.job' && event.payload.id === id)) again()
      },
      (now) => now === 'live' && again(),
    )
  }, [queries, id, isRunning])
}
