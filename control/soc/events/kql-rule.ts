/** Reads a KQL query that only chooses events as a rule's condition; any other runs whole and gives a table. */
import type { KqlFault } from '../../../detections/kql/fault.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { isoTime } from '../../../platform/iso-time.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { faultText } from '../../../query/kql/fault-text.ts'
import { type AskingKql, type AskKql, type KqlAnswer, kqlAnswer, kqlSpan } from '../../../query/kql/kql-answer.ts'
import type { KqlHunt } from '../../../query/kql/kql-hunt.ts'
import type { KqlTable } from '../../../query/kql/kql-table.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import type { ArchivedEvents } from '../../../stores/clickhouse/archived-events.ts'
import { type KqlCondition, kqlSearchRule } from '../../detect/detections/index.ts'
import { noLake } from '../../platform/acting/index.ts'
import { type HiddenFields, refuseKql } from '../../platform/governance/index.ts'
import type { Question } from './inputs.ts'

/** Null when the query does more than select events, or is invalid. Throws `rate_limited`. */
export async function kqlRule(tenant: TenantId, { query = '' }: Question): Promise<KqlCondition | null> {
  const read = await kqlSearchRule(tenant, query)
  return 'fault' in read ? null : read
}

/**
 * Throws 422 for invalid KQL, and for KQL that does more than select events, because its rows are no events. Throws
 * `forbidden` when a field rule hides a field of events from the caller.
 */
export async function eventsRule(
  tenant: TenantId,
  query: string,
  hidden: HiddenFields,
  place: 'body' | 'query',
): Promise<KqlCondition> {
  refuseKql(hidden)
  const read = await kqlSearchRule(tenant, query)
  if ('fault' in read) throw new InvalidInput({ loc: [place, 'query'], msg: read.fault, type: 'query' })
  return read
}

/** Limits of a table in an answer; `charsMax` is the approximate length of all cells. */
const BOUNDS = { rowsMax: 10_000, charsMax: 16 * 1024 * 1024 } as const

type Asking = Omit<AskingKql, 'signal'>

/** Throws `unavailable` where there is no lake. */
export function kqlAsking(ask: AskKql | undefined, tenant: TenantId, hunt: KqlHunt): Asking {
  if (!ask) throw noLake()
  return { ask, tenant, hunt, bounds: BOUNDS }
}

/** Throws 422 with the place of the fault. */
export async function kqlSpanOf(asking: AskingKql): Promise<TimeSpan> {
  return found(await kqlSpan(asking))
}

/** Throws 422 with the place of the fault, and as `kqlAnswer` does. */
export async function kqlTableOf(
  asking: AskingKql,
  span: TimeSpan,
  archive: ArchivedEvents | undefined,
): Promise<KqlAnswer> {
  return found(await kqlAnswer(asking, span, archive))
}

function found<T extends object>(answer: T | KqlFault): T {
  if ('reason' in answer) throw new InvalidInput({ loc: ['body', 'query'], msg: faultText(answer), type: 'query' })
  return answer
}

export function tableMember(table: KqlTable) {
  const { columns, rows, rowsInAll, render, reads } = table
  return {
    columns: columns.map((column) => ({ ...column })),
    rows: rows.map((row) => [...row]),
    rows_in_all: rowsInAll,
    render: render && { chart: render.chart, properties: { ...render.properties } },
    reads: reads.map(({ table: name, fromMs, toMs, scanned, events }) => {
      return { table: name, from: isoTime(fromMs), to: isoTime(toMs), scanned, events }
    }),
  }
}
