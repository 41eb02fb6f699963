/** Events that a query finds, as a signed file. `svc export` has no bound of rows, and writes a file a day. */
import { Type } from 'typebox'
import {
  EXPORT_BYTES_MAX,
  EXPORT_ROWS_MAX,
  requireExport,
  signedBundle,
  zipFile,
} from '../../../control/platform/exports/index.ts'
import { EXPORT_FORMATS, exportSql } from '../../../query/search/export-events.ts'
import { spanOf } from '../../../query/search/time-span.ts'
import { sendFile } from '../../plugins/rest-operations.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { exportCall } from '../exports/export-call.ts'
import { conditionOf, questionMembers } from './inputs.ts'
import type { AskBoth } from './turns.ts'

const LIMITS = { timeoutSeconds: 20, memoryMb: 500, rowsMax: 0 }
const LINE_FEED = 10

export const exportRoute =
  (askBoth: AskBoth): Routes =>
  (app, deps) => {
    app.get(
      '/exports/events',
      {
        config: { permission: 'lake:query', audit: 'export:made' },
        schema: {
          tags: ['exports'],
          summary: 'Events that a query finds as NDJSON, signed, oldest first',
          querystring: Type.Object(questionMembers, { additionalProperties: false }),
          response: { 200: zipFile },
        },
      },
      async (request, reply) => {
        const call = exportCall(deps, request)
        await requireExport(call)
        const { nowMs } = call
        const span = spanOf(request.query, nowMs, 'query')
        const condition = conditionOf(request.query, nowMs, 'query', principalOf(request).hidden)
        const { sql, params } = exportSql(condition, span)
        const { answer, archived } = await askBoth(
          request,
          reply,
          span,
          async ({ reader }) =>
            within(await reader.stream(`${sql} LIMIT ${EXPORT_ROWS_MAX + 1}`, EXPORT_FORMATS.ndjson, { ...params })),
          LIMITS,
        )
        const file = await signedBundle(call, {
          ...{ kind: 'events', file: 'events.ndjson', content: answer.content, rows: answer.rows },
          isWhole: answer.isWhole && archived.length === 0,
          query: { query: request.query.query ?? '', from: span.fromMs, to: span.toMs },
        })
        return sendFile(reply, file) as never
      },
    )
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
