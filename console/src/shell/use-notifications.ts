import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { notificationsOf } from '../parts/notifications.ts'

const KEY = ['notifications']
const REFRESH_MS = 60_000
/** Receipts that are read at once. */
const RECEIPTS = 100

export function useNotifications() {
  return useQuery({
    queryKey: KEY,
    queryFn: async () =>
      notificationsOf((await call('GET /api/v1/notifications', { query: { limit: RECEIPTS } })).items),
    refetchInterval: REFRESH_MS,
  })
}

export function useMarkSeen() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly string[]) => call('POST /api/v1/notifications/seen', { body: { ids } }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}
