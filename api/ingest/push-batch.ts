import { envelopeList } from '../../connectors/formats/take-apart.ts'
import { AppError } from '../../platform/errors.ts'
import type { Sender } from './authenticate.ts'
import { type BatchFields, batchFields, queryFields } from './batch-fields.ts'
import type { Context } from './context.ts'
import { withColumns } from './csv-columns.ts'
import { judgeDocument } from './inbox-batch.ts'
import { type Judged, judgeElements, judgeLines } from './judge.ts'
import type { IngestLimits } from './limits.ts'
import type { BodyKind } from './media-type.ts'
import { readEnvelope } from './read-envelope.ts'

export type Batch = { readonly fields: BatchFields; readonly judged: Judged }

/** The body of a push: a JSON envelope, a bare array with the fields in the query, or lines with them there. */
export function pushBatch(context: Context, kind: BodyKind, body: Buffer, sender: Sender, limits: IngestLimits): Batch {
  if (kind === 'json') return jsonBatch(context, body, sender, limits)
  const fields = batchFields(queryFields(context.query), sender)
  if (kind !== 'ndjson' && kind !== 'text') {
    throw new AppError('unsupported_media', 'Content-Type is application/json, application/x-ndjson or text/plain')
  }
  const lines = withColumns(body, fields.sourceFormat, context.query)
  const format = kind === 'text' ? textFormat(fields.sourceFormat, lines) : fields.sourceFormat
  return { fields, judged: judgeLines(lines, format, limits) }
}

function jsonBatch(context: Context, received: Buffer, sender: Sender, limits: IngestLimits): Batch {
  const list = envelopeList(received)
  const body = list ?? received
  const isMail = context.query.get('source_format') === MAIL
  const envelope = readEnvelope(body, isMail ? { ...limits, eventBytesMax: limits.decodedBytesMax } : limits)
  if (envelope.kind === 'object' && isMail) return mailBatch(context, body, sender, limits)
  if (envelope.kind === 'object') throw noEvents(envelope.head)
  const fields = batchFields(presentFields(envelope.head, context.query), sender)
  return { fields, judged: judgeElements(body, envelope, fields.sourceFormat, limits) }
}

const MAIL = 'email'

/** One mail, as large as the inbox of mail makes them: the body is that and no envelope, so the query says the rest. */
function mailBatch(context: Context, body: Buffer, sender: Sender, limits: IngestLimits): Batch {
  const fields = batchFields(queryFields(context.query), sender)
  return { fields, judged: judgeDocument(body, MAIL, limits, limits.decodedBytesMax) }
}

/** Members of the envelope win over the query. */
function presentFields(head: Readonly<Record<string, unknown>>, query: URLSearchParams): Record<string, unknown> {
  const asked = queryFields(query)
  return Object.fromEntries(Object.keys(asked).map((name) => [name, head[name] ?? asked[name]]))
}

function noEvents(head: Readonly<Record<string, unknown>>): AppError {
  if (head.events !== undefined) return new AppError('bad_body', 'events must be an array of objects')
  if (head.awslogs !== undefined) {
    return new AppError(
      'bad_body',
      'awslogs.data is base64 of gzip, at most 16 MiB unpacked, with a list logEvents in it',
    )
  }
  return new AppError(
    'bad_body',
    'events is missing: send {"connector_id", "connector_type", "source_format", "events": [...]}',
  )
}

/** Lines of no declared format are JSON when the first one looks it, otherwise `text`: detected line by line. */
function textFormat(format: string, body: Buffer): string {
  if (format !== 'auto') return format
  return /^\s*\{/.test(body.toString('latin1', 0, 64)) ? 'auto' : 'text'
}
