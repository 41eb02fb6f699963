/** Exports that are made beside their request are begun here, with the inputs of event search. The rest are operations. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { idOf } from '../../../control/platform/acting/index.ts'
import {
  EXPORT_JOB_FORMATS,
  EXPORT_JOBS,
  type ExportLanguage,
  requireExport,
  startExportJob,
} from '../../../control/platform/exports/index.ts'
import type { Condition } from '../../../query/search/compile.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import { EXPORT_FIELDS, exportSql } from '../../../query/search/export-events.ts'
import { SEARCH_LIMITS } from '../../../query/search/limits.ts'
import { lookedBack, spanOf } from '../../../query/search/time-span.ts'
import { toWire } from '../../../schemas/to-wire.ts'
import { closed, named, oneOf } from '../../../schemas/wire.ts'
import { requestActor, tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { conditionOf, exportLanguage, fieldName, questionMembers } from '../events/inputs.ts'
import { eventsRule } from '../events/kql-rule.ts'
import { exportCall } from './export-call.ts'

const tags = ['exports']
const body = named(
  'ExportStart',
  Type.Object(
    {
      ...questionMembers,
      language: exportLanguage,
      format: Type.Optional(oneOf(EXPORT_JOB_FORMATS, { description: 'csv without it' })),
      fields: Type.Optional(
        Type.Array(fieldName, { minItems: 1, maxItems: SEARCH_LIMITS.fields, description: 'every column without it' }),
      ),
    },
    closed,
  ),
)

export const exportJobRoutes: Routes = (app, deps) => {
  app.post(
    '/exports/jobs',
    {
      config: { permission: 'lake:query', audit: 'export:started' },
      schema: {
        ...{
          tags,
          summary: 'Begin an export of all events that a query finds, oldest first, a file for each slice of time',
        },
        body,
        response: { 202: EXPORT_JOBS.schema },
      },
    },
    async (request, reply) => {
      await requireExport(exportCall(deps, request))
      const { query = '', language = 'lucene', format = 'csv', fields = EXPORT_FIELDS, ...times } = request.body
      const askedMs = deps.nowMs()
      const wanted = spanOf(times, askedMs, 'body')
      const { condition, span } = await askedOf(request, { query, language }, wanted, askedMs)
      // Fields that there are not are refused here, and not by the export that has begun.
      exportSql(condition, span, fields)
      const job = await tenantWork(deps, request, async (tx, note) => {
        const startedBy = idOf(requestActor(request))
        const started = await startExportJob(tx, { query, language, format, fields, askedMs, span, startedBy })
        note({ resource: 'export_job', resourceId: started.id, changes: { format } })
        return started
      })
      return reply.code(202).send(toWire(EXPORT_JOBS.schema, job) as never)
    },
  )
}

/** Throws 422 for what is no query. */
async function askedOf(
  request: FastifyRequest,
  { query, language }: { readonly query: string; readonly language: ExportLanguage },
  span: TimeSpan,
  nowMs: number,
): Promise<{ readonly condition: Condition; readonly span: TimeSpan }> {
  const { tenantId, hidden } = principalOf(request)
  if (language === 'lucene') return { condition: conditionOf({ query }, nowMs, 'body', hidden), span }
  const { lookBackMs } = await eventsRule(tenantId, query, hidden, 'body')
  return { condition: { sql: '1', params: {} }, span: lookedBack(span, lookBackMs, nowMs) }
}
