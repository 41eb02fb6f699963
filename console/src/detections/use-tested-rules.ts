import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { TestedRule } from './tests-of.ts'

/** Rules that matched in a purple-team test. Undefined while loading. */
export function useTestedRules(): readonly TestedRule[] | undefined {
  const coverage = useQuery({
    queryKey: ['purple-coverage'],
    queryFn: () => call('GET /api/v1/purple-team/coverage'),
    retry: false,
  })
  return coverage.data?.tested_rules
}
