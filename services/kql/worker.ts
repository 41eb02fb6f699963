/** The thread of queries: runs one on request, and returns its result. */
import { Readable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import { KqlOverrun } from '../../detections/kql/run/budget.ts'
import { runKql } from '../../detections/kql/run/query.ts'
import { AppError } from '../../platform/errors.ts'
import { kqlHunt } from '../../query/kql/kql-hunt.ts'
import { kqlTable } from '../../query/kql/kql-table.ts'
import { isUnreadable } from '../../stores/clickhouse/archived-events.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { engineAway } from '../../stores/clickhouse/engine-calls.ts'
import { type Reader, tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { failureText } from '../process/failure-text.ts'
import { type Answer, END, type KqlAsk, type ThreadData } from './thread.ts'

const port = parentPort
if (port === null) throw new Error('queries run in a worker thread')
const { clickhouseUrl, timeoutSeconds } = workerData as ThreadData
const client = openClickhouse({ url: clickhouseUrl, timeoutMs: timeoutSeconds * 1000 })
const say = (message: Answer) => port.postMessage(message)

port.on('message', async (message: KqlAsk | typeof END) => {
  if (message === END) {
    await client.close()
    port.close()
    return
  }
  const { tenant, table, isPlan = false, archive, ...hunt } = message
  const onProgress = (events: number) => say({ kind: 'given', events })
  // The query's own bound limits the rows, not that of a statement.
  const limits = { timeoutSeconds, rowsMax: 0, ...(archive && { archive }) }
  const reader = isPlan ? NOTHING : tenantReader(client, tenant, limits)
  try {
    const found = await kqlHunt(reader, hunt, { onProgress })
    say({ kind: 'answer', answer: table === undefined || 'reason' in found ? found : kqlTable(found, table) })
  } catch (error) {
    if (error instanceof KqlOverrun) say({ kind: 'refused', code: 'too_large', detail: error.message })
    else if (error instanceof AppError)
      say({ kind: 'refused', code: error.code, detail: failureText(error) ?? error.message })
    else if (isOfEngine(error)) {
      const detail = engineAway(error)?.message ?? error.message
      say({ kind: 'refused', code: isUnreadable(error) ? 'not_found' : 'unavailable', detail })
    } else throw error
  }
})

/** A lake without events. */
const NOTHING: Reader = { query: async () => [], stream: async () => Readable.from([]) }

/** True for a refusal of the engine, or an engine that is missing. */
function isOfEngine(error: unknown): error is Error {
  return error instanceof Error && 'code' in error
}

// Loads the parser now, because loading takes longer than most queries.
runKql('print 1 | where print_0 > 0 | summarize count()', { table: () => null, names: [] }, { nowMs: 0 })
say({ kind: 'ready' })
