import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { TestedRule } from './tests-of.ts'

/** Rules that a test of the purple team has tried with success. Undefined until it is known. */
export function useTestedRules(): readonly TestedRule[] | undefined {
  const coverage = useQuery({
    queryKey: ['purple-coverage'],
    queryFn: () => call('GET /api/v1/purple-team/coverage'),
    retry: false,
  })
  return coverage.data?.tested_rules
}
