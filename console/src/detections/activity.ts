import { useQuery } from '@tanstack/react-query'
import { bodyOf, GET } from '../api/client.ts'

const HOURS = 720

export function useActivity() {
  return useQuery({
    queryKey: ['rule-activity'],
    queryFn: () => bodyOf(GET('/api/v1/rules/activity', { params: { query: { hours: HOURS } } })),
    retry: false,
  })
}
