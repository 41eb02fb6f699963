import { useQuery } from '@tanstack/react-query'
import { bodyOf, POST } from '../api/client.ts'
import { type SqlTable, tablesOf } from './sql-completion.ts'

const COLUMNS_MAX = 10_000
const SQL = 'SELECT table, name, type FROM system.columns ORDER BY table, position'

/** Tables that the tenant may read, with their columns. Empty until they are known. */
export function useSqlTables(enabled: boolean): readonly SqlTable[] {
  const { data } = useQuery({
    queryKey: ['sql-tables'],
    enabled,
    queryFn: async () =>
      tablesOf((await bodyOf(POST('/api/v1/lake/query', { body: { sql: SQL, limit: COLUMNS_MAX } }))).rows),
    // Each request is in the audit log, and the columns change with a release alone.
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: false },
  })
  return data ?? NONE
}

const NONE: readonly SqlTable[] = []
