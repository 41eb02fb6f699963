import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { follow } from '../api/stream.ts'

/** Reloads approvals, actions and runs when one of them changes. */
export function useResponseFeed(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        for (const key of ['approvals', 'actions', 'runs', 'run']) void queries.invalidateQueries({ queryKey: [key] })
      }, 300)
    }
    const stop = follow(
      'actions,playbooks',
      ({ type }) => type !== 'heartbeat' && type !== 'connected' && soon(),
      () => undefined,
    )
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [queries])
}
