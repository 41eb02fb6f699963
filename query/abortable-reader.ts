import type { Reader } from '../stores/clickhouse/tenant-reader.ts'
import type { LakeReader } from './ledger.ts'

/** A reader whose queries are cancelled in the engine when the signal aborts; they reject with its reason. */
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
