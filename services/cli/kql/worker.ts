/** The thread of queries: runs one when it is told to, and says what became of it. */
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../../platform/errors.ts'
import { tenantId } from '../../../platform/tenant.ts'
import { type KqlHunt, kqlHunt } from '../../../query/kql/kql-hunt.ts'
import { openClickhouse } from '../../../stores/clickhouse/client.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { failureText } from '../../process/failure-text.ts'
import type { Answer, ThreadData } from './thread.ts'

const port = parentPort
if (port === null) throw new Error('queries run in a worker thread')
const { clickhouseUrl, tenant, timeoutSeconds } = workerData as ThreadData
const client = openClickhouse({ url: clickhouseUrl, timeoutMs: timeoutSeconds * 1000 })
// How many rows there may be is the query's bound, and not that of a statement.
const reader = tenantReader(client, tenantId(tenant), { timeoutSeconds, rowsMax: 0 })
const say = (message: Answer) => port.postMessage(message)

port.on('message', async (hunt: KqlHunt) => {
  const onProgress = (events: number) => say({ kind: 'given', events })
  try {
    say({ kind: 'answer', answer: await kqlHunt(reader, hunt, { onProgress }) })
  } catch (error) {
    if (error instanceof AppError)
      say({ kind: 'refused', code: error.code, detail: failureText(error) ?? error.message })
    else if (isOfEngine(error)) say({ kind: 'refused', code: 'unavailable', detail: error.message })
    else throw error
  }
})

/** What the engine refuses, or that there is none. */
function isOfEngine(error: unknown): error is Error {
  return error instanceof Error && 'code' in error
}
