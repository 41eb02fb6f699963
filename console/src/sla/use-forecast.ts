import { useQuery } from '@tanstack/react-query'
import { call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'

const FORECAST = 'GET /api/v1/sla/forecast'
const CASES_MAX = 500
/** A forecast plays the next days through, and changes slowly. */
const REFRESH_MS = 60_000

export function useForecast() {
  const mayRead = lacking(useSession(), FORECAST) === null
  return useQuery({
    queryKey: [FORECAST],
    enabled: mayRead,
    queryFn: () => call(FORECAST, { query: { limit: CASES_MAX } }),
    refetchInterval: REFRESH_MS,
  })
}
