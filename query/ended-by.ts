import type { Reader } from '../stores/clickhouse/tenant-reader.ts'
import type { LakeReader } from './ledger.ts'

/** A reader whose statements end in the engine once the signal is aborted; they reject with its reason. */
export function endedBy(reader: Pick<Reader, 'query'>, signal: AbortSignal): LakeReader {
  return {
    async query<T>(sql: string) {
      try {
        return await reader.query<T>(sql, {}, signal)
      } catch (error) {
        signal.throwIfAborted()
        throw error
      }
    },
  }
}
