import { lineFormat } from '../../connectors/formats/body.ts'
import { textFormat } from '../../connectors/formats/formats.ts'
import { type Envelope, type SplitFault, splitEnvelope, splitValues } from '../../connectors/formats/framing.ts'
import { envelopeList } from '../../connectors/formats/take-apart.ts'
import { AppError } from '../../platform/errors.ts'
import { encodeFrames } from '../../schemas/frames.ts'
import type { Sender } from './authenticate.ts'
import { type BatchFields, batchFields, queryFields } from './batch-fields.ts'
import type { Context } from './context.ts'
import { withColumns } from './csv-columns.ts'
import { judgeBroken, judgeDocument, judgeValues, valuesAsLines } from './inbox-batch.ts'
import type { IngestLimits } from './limits.ts'
import type { BodyKind } from './media-type.ts'
import { openEnvelope, splitBody } from './read-envelope.ts'
import { type Judged, judgeElements, judgeFrames, judgeLines } from './validate-batch.ts'

export type Batch = { readonly fields: BatchFields; readonly judged: Judged }

/**
 * Reads the body of a push: a JSON envelope, or, with the fields in the query, a bare array, lines, or JSON objects one
 * after another. Some forwarders cannot set a meaningful media type; for these the body itself decides whether it is
 * JSON.
 */
export function pushBatch(context: Context, kind: BodyKind, body: Buffer, sender: Sender, limits: IngestLimits): Batch {
  const isUnnamed = kind === 'form' || kind === 'bytes'
  if (kind === 'json' || (isUnnamed && looksLikeJson(body))) return jsonBatch(context, body, sender, limits)
  if (sender.isService && (kind === 'messages' || kind === 'bodies')) {
    const fields = batchFields(queryFields(context.query), sender)
    return { fields, judged: judgeFrames(body, kind, fields.sourceFormat, limits) }
  }
  if (!LINE_KINDS.has(kind)) {
    throw new AppError('unsupported_media', 'Content-Type is application/json, application/x-ndjson or text/plain')
  }
  const fields = batchFields(queryFields(context.query), sender)
  const lines = withColumns(body, fields.sourceFormat, context.query)
  const isMail = kind === 'mail' && fields.sourceFormat === 'auto'
  if (isMail || kind === 'ndjson')
    return { fields, judged: judgeLines(lines, isMail ? 'mail' : fields.sourceFormat, limits) }
  return { fields, judged: judgeText(lines, fields.sourceFormat, limits) }
}

/**
 * Checks the lines one by one: a first line that looks like JSON does not decide for the others, because a relay mixes
 * lines of many devices.
 */
function judgeText(lines: Buffer, sourceFormat: string, limits: IngestLimits): Judged {
  const format = lineFormat(sourceFormat, lines)
  const judged = judgeLines(lines, format, limits)
  return sourceFormat === 'auto' && judged.faults.has('not_an_object') ? judgeLines(lines, 'text', limits) : judged
}

const LINE_KINDS: ReadonlySet<BodyKind> = new Set(['ndjson', 'text', 'mail', 'form', 'bytes'])

/**
 * Records of several producers, of which only the fields are known: JSON objects, or lines. Each record is read alone,
 * unless its form needs neighbouring lines.
 */
export function recordsBatch(
  context: Context,
  records: readonly Buffer[],
  fields: BatchFields,
  limits: IngestLimits,
): Batch {
  const { sourceFormat } = fields
  if (needsNeighbours(sourceFormat)) {
    const lines = withColumns(
      Buffer.concat(records.flatMap((record) => [record, LINE_END])),
      sourceFormat,
      context.query,
    )
    return { fields, judged: judgeLines(lines, sourceFormat, limits) }
  }
  const frames = records.map((record) => {
    const body = looksLikeJson(record) ? valuesAsLines(record, limits) : record
    return { key: '', body: withColumns(body, sourceFormat, context.query) }
  })
  return { fields, judged: judgeFrames(encodeFrames(frames), 'bodies', sourceFormat, limits) }
}

/** Rows need the header line before them, and records of Linux audit need those of the same event. */
function needsNeighbours(sourceFormat: string): boolean {
  return sourceFormat === 'auditd' || textFormat(sourceFormat)?.decoder.headers !== undefined
}

const LINE_END = Buffer.from('\n')

/** True for JSON; a line of text may begin with a bracket as well, so more than the first byte is checked. */
function looksLikeJson(body: Buffer): boolean {
  return /^\s*(?:\{|\[\s*[{\]])/.test(body.toString('latin1', 0, 64))
}

function jsonBatch(context: Context, received: Buffer, sender: Sender, limits: IngestLimits): Batch {
  const list = envelopeList(received)
  const body = list ?? received
  const isMail = context.query.get('source_format') === MAIL
  const bounds = isMail ? { ...limits, eventBytesMax: limits.decodedBytesMax } : limits
  const split = splitBody(body, bounds)
  const isBare = !isMail && BARE.some((name) => context.query.has(name))
  if (isBare && isSeveral(body, split)) return bareBatch(body, batchFields(queryFields(context.query), sender), limits)
  const envelope = openEnvelope(body, split, bounds)
  if (envelope.kind === 'object' && isMail) return mailBatch(context, body, sender, limits)
  if (envelope.kind === 'object') {
    if (isBare && envelope.head.events === undefined && envelope.head.awslogs === undefined)
      return bareBatch(body, batchFields(queryFields(context.query), sender), limits)
    throw noEvents(envelope.head)
  }
  const fields = batchFields(presentFields(envelope.head, context.query), sender)
  return { fields, judged: judgeElements(body, envelope, fields.sourceFormat, limits) }
}

/** A sender that sets one of these query parameters sends events without an envelope, even a single one. */
const BARE = ['connector_id', 'source_format'] as const

/** True for objects one after another of which the first is an event and no envelope. */
function isSeveral(body: Buffer, split: Envelope | SplitFault): boolean {
  if (!('fault' in split) || split.fault !== 'trailing_data') return false
  const first = splitEnvelope(body.subarray(0, split.at))
  return 'kind' in first && first.kind === 'object'
}

function bareBatch(body: Buffer, fields: BatchFields, limits: IngestLimits): Batch {
  const split = splitValues(body, limits)
  const judge = split.fault ? judgeBroken : judgeValues
  return { fields, judged: judge(body, split, fields.sourceFormat, limits) }
}

const MAIL = 'email'

/** One mail, up to the size limit of the mail inbox: the body has no envelope, so the query holds the fields. */
function mailBatch(context: Context, body: Buffer, sender: Sender, limits: IngestLimits): Batch {
  const fields = batchFields(queryFields(context.query), sender)
  return { fields, judged: judgeDocument(body, MAIL, limits, limits.decodedBytesMax) }
}

/** Members of the envelope override the query. */
function presentFields(head: Readonly<Record<string, unknown>>, query: URLSearchParams): Record<string, unknown> {
  const fields = queryFields(query)
  return Object.fromEntries(Object.keys(fields).map((name) => [name, head[name] ?? fields[name]]))
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
    'events is missing: send {"connector_id", "connector_type", "source_format", "events": [...]}, or name the first or the third in the query to send events as they are',
  )
}
