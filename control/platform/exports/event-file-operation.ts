/** Events that a query finds, as a signed file. `svc export` has no bound of rows, and writes a file a day. */
import { Type } from 'typebox'
import { assert } from '../../../platform/assert.ts'
import { AppError } from '../../../platform/errors.ts'
import { lakeSources } from '../../../query/lake-sources.ts'
import type { Condition } from '../../../query/search/compile.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import { EXPORT_FORMATS, exportSql, namedEvents } from '../../../query/search/export-events.ts'
import { eventsByRule, RULE_EVENTS_MAX } from '../../../query/search/search-by-rule.ts'
import { lookedBack, spanOf } from '../../../query/search/time-span.ts'
import { closed } from '../../../schemas/wire.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import type { KqlCondition } from '../../detect/detections/index.ts'
import { conditionOf, type EventDeps, eventsRule, exportLanguage, questionMembers } from '../../soc/events/index.ts'
import { operationsOf } from '../acting/index.ts'
import { askBoth } from '../archive/index.ts'
import type { Vault } from '../vault/index.ts'
import { EXPORT_BYTES_MAX, EXPORT_ROWS_MAX, requireExport, signedBundle, zipFile } from './signed-file.ts'

const operation = operationsOf<EventDeps & { readonly vault: Vault }>()
const LIMITS = { timeoutSeconds: 20, memoryMb: 500, rowsMax: 0 }
const LINE_FEED = 10

const events = operation.file({
  name: 'exports.events',
  summary: 'Export events that match a query as signed NDJSON, oldest first',
  permission: 'lake:query',
  audit: 'export:made',
  path: 'GET /exports/events',
  query: Type.Object({ ...questionMembers, language: exportLanguage }, closed),
  file: zipFile,
  async run(call, { language = 'lucene', ...question }) {
    await requireExport(call)
    const { actor, deps, gone, nowMs } = call
    const { tenantId, hidden } = actor
    const { query = '' } = question
    const wanted = spanOf(question, nowMs, 'query')
    const kql = language === 'kql' ? await eventsRule(tenantId, query, hidden, 'query') : null
    const span = kql === null ? wanted : lookedBack(wanted, kql.lookBackMs, nowMs)
    const condition = kql === null ? conditionOf(question, nowMs, 'query', hidden) : null
    const read = async (reader: Reader) => {
      const { sql, params } = exportSql(condition ?? (await namedByRule(reader, kql, span, gone)), span)
      return within(await reader.stream(`${sql} LIMIT ${EXPORT_ROWS_MAX + 1}`, EXPORT_FORMATS.ndjson, { ...params }))
    }
    const { answer, archived } = await askBoth(deps, { tenantId, gone }, span, read, LIMITS)
    return signedBundle(call, {
      kind: 'events',
      file: 'events.ndjson',
      content: answer.content,
      rows: answer.rows,
      isWhole: answer.isWhole && archived.length === 0,
      query: { query, language, from: span.fromMs, to: span.toMs },
    })
  },
})

export const EVENT_FILE_OPERATIONS = [events]

/** Throws `too_large` for more events than one statement names: an export that is made beside its request has no such bound. */
async function namedByRule(
  reader: Reader,
  kql: KqlCondition | null,
  span: TimeSpan,
  gone: AbortSignal,
): Promise<Condition> {
  assert(kql !== null, 'a question has a condition in one of two languages')
  const found = await eventsByRule(reader, lakeSources(), { rule: kql.rule, span }, gone)
  if (found === null)
    throw new AppError(
      'too_large',
      `the query finds more than ${RULE_EVENTS_MAX} events: begin an export with POST /exports/jobs`,
    )
  if (found.unreadable > 0)
    throw new AppError(
      'conflict',
      `${found.unreadable} events of this time cannot be read back: begin an export with POST /exports/jobs, which names their time`,
    )
  return namedEvents(found.uids)
}

/** Whole lines up to the bounds of an export. */
async function within(stream: AsyncIterable<Buffer>) {
  const kept: Buffer[] = []
  let [rows, bytes] = [0, 0]
  let open = Buffer.alloc(0)
  for await (const chunk of stream) {
    const text = Buffer.concat([open, chunk])
    let from = 0
    for (let end = text.indexOf(LINE_FEED); end >= 0; end = text.indexOf(LINE_FEED, from)) {
      const line = text.subarray(from, end + 1)
      bytes += line.length
      if (rows === EXPORT_ROWS_MAX || bytes > EXPORT_BYTES_MAX)
        return { content: Buffer.concat(kept), rows, isWhole: false }
      kept.push(line)
      rows++
      from = end + 1
    }
    open = text.subarray(from)
  }
  return { content: Buffer.concat(kept), rows, isWhole: true }
}
