/** The operation that begins an export beside its request, with the inputs of event search. */
import { Type } from 'typebox'
import type { Condition } from '../../../query/search/compile.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import { EXPORT_FIELDS, exportSql } from '../../../query/search/export-events.ts'
import { SEARCH_LIMITS } from '../../../query/search/limits.ts'
import { lookedBack, spanOf } from '../../../query/search/time-span.ts'
import { oneOf, sent } from '../../../schemas/wire.ts'
import { conditionOf, eventsRule, exportLanguage, fieldName, questionMembers } from '../../soc/events/index.ts'
import { type Actor, idOf, operationsOf } from '../acting/index.ts'
import { EXPORT_JOB_FORMATS, EXPORT_JOBS, type ExportLanguage, startExportJob } from './export-job.ts'
import { requireExport } from './signed-file.ts'

const operation = operationsOf<unknown>()

const start = operation.outside({
  name: 'exports.start',
  summary: 'Start an export of all events that match a query, oldest first, with a file per time slice',
  permission: 'lake:query',
  audit: 'export:started',
  path: 'POST /exports/jobs',
  status: 202,
  body: sent('ExportStart', {
    ...questionMembers,
    language: exportLanguage,
    format: Type.Optional(oneOf(EXPORT_JOB_FORMATS, { description: 'default: csv' })),
    fields: Type.Optional(
      Type.Array(fieldName, { minItems: 1, maxItems: SEARCH_LIMITS.fields, description: 'default: every column' }),
    ),
  }),
  output: EXPORT_JOBS.schema,
  async run(call, { query = '', language = 'lucene', format = 'csv', fields = EXPORT_FIELDS, ...times }) {
    await requireExport(call)
    const { actor, nowMs: requestedMs, work } = call
    const wanted = spanOf(times, requestedMs, 'body')
    const { condition, span } = await conditionIn(actor, { query, language }, wanted, requestedMs)
    // Fields that do not exist are refused here, and not by the export that has begun.
    exportSql(condition, span, fields)
    return work(async (tx, note) => {
      const started = await startExportJob(tx, {
        query,
        language,
        format,
        fields,
        requestedMs,
        span,
        startedBy: idOf(actor),
      })
      note({ resource: 'export_job', resourceId: started.id, changes: { format } })
      return started
    })
  },
})

export const EXPORT_START_OPERATIONS = [start]

/** Throws 422 for a query that cannot be read. */
async function conditionIn(
  { tenantId, hidden }: Actor,
  { query, language }: { readonly query: string; readonly language: ExportLanguage },
  span: TimeSpan,
  nowMs: number,
): Promise<{ readonly condition: Condition; readonly span: TimeSpan }> {
  if (language === 'lucene') return { condition: conditionOf({ query }, nowMs, 'body', hidden), span }
  const { lookBackMs } = await eventsRule(tenantId, query, hidden, 'body')
  return { condition: { sql: '1', params: {} }, span: lookedBack(span, lookBackMs, nowMs) }
}
