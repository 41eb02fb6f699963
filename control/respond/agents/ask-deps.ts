import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import type { Holding } from '../../../stores/postgres/jobs.ts'
import type { RecordAct } from '../../platform/acting/index.ts'
import type { ModelDeps } from '../models/index.ts'

export type AskDeps = {
  readonly audit: RecordAct
  readonly models: ModelDeps
  /** An ask is held by it, and let go when the process stops. */
  readonly holding: Holding
  /** Reader of the tenant's lake; null without a lake. */
  readonly lake: Reader | null
  /** 0 to 1: alerts that both voices are at least so sure to be no attack are closed. Null: nothing is closed. */
  readonly closeFrom: number | null
  /** 0 to 1: alerts that are at least so sure an attack become cases. Null or left out: none does. */
  readonly escalateFrom?: number | null
}
