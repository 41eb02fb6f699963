/**
 * Amazon Data Firehose with an HTTP endpoint as its destination: `{"requestId", "timestamp", "records": [{"data"}]}`,
 * each `data` the base64 of what was put into the stream: one event, several, or a compressed batch of CloudWatch Logs.
 * Firehose accepts only status 200 with its own request id, and repeats the request after any other answer. Source:
 * "HTTP endpoint delivery request and response specifications" in the developer guide of Amazon Data Firehose.
 */
import { gunzipSync } from 'node:zlib'
import { JsonScan } from '../../connectors/formats/json-scan.ts'
import { AppError } from '../../platform/errors.ts'
import { isMembers } from '../../platform/members.ts'
import type { Sender } from './authenticate.ts'
import { type BatchFields, batchFields, queryFields } from './batch-fields.ts'
import { type Context, header } from './context.ts'
import type { IngestLimits } from './limits.ts'
import { maybeJson } from './maybe-json.ts'
import { type Batch, recordsBatch } from './push-batch.ts'
import { json, problem, type Reply } from './reply.ts'
import { parseJson, tooManyEvents } from './validate-batch.ts'

const REQUEST_ID = /^[A-Za-z0-9-]{1,128}$/
/**
 * Compressed records per request; opening each takes tens of microseconds, however small it is.
 * @bound packed records in a Firehose request -> 413
 */
const PACKED_MAX = 4096
const OPEN_OBJECT = 0x7b
const OPEN_LIST = 0x5b

/** The request id that Firehose sends; null for any other sender. */
export function firehoseId({ request }: Context): string | null {
  const id = header(request, 'x-amz-firehose-request-id') ?? ''
  return REQUEST_ID.test(id) ? id : null
}

export function firehoseReply(context: Context, requestId: string): Reply {
  return json(200, { requestId, timestamp: context.receivedMs })
}

/** Problem details with the members that Firehose reads. */
export function firehoseProblem(error: unknown, context: Context, requestId: string): Reply {
  const plain = problem(error, context)
  const { detail, ...rest } = JSON.parse(plain.body) as Record<string, unknown>
  const members = { requestId, timestamp: context.receivedMs, errorMessage: detail, detail, ...rest }
  return json(plain.status, members, { ...plain.headers, 'content-type': 'application/json' })
}

/** Null when the records hold no event, such as the control message of a subscription. */
export function firehoseBatch(context: Context, body: Buffer, sender: Sender, limits: IngestLimits): Batch | null {
  const batch = recordsBatch(context, recordTexts(body, limits), fieldsOf(context, sender), limits)
  return batch.judged.events === 0 ? null : batch
}

/** Parameters of a stream come in a header; the query of its URL overrides them. */
function fieldsOf(context: Context, sender: Sender): BatchFields {
  const attributes = maybeJson(header(context.request, 'x-amz-firehose-common-attributes') ?? '')
  const common = isMembers(attributes) && isMembers(attributes.commonAttributes) ? attributes.commonAttributes : {}
  const fields = queryFields(context.query)
  return batchFields(
    Object.fromEntries(Object.keys(fields).map((name) => [name, fields[name] ?? common[name]])),
    sender,
  )
}

/** The contents of the records. Throws `bad_body` and `too_large`. */
export function recordTexts(body: Buffer, limits: IngestLimits): Buffer[] {
  const texts: Buffer[] = []
  let size = 0
  let packed = 0
  for (const data of recordsIn(body, limits)) {
    const bytes = Buffer.from(data, 'base64')
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
    if (isPacked && ++packed > PACKED_MAX) {
      throw new AppError('too_large', `a request has at most ${PACKED_MAX} packed records; set a smaller buffer`)
    }
    const text = isPacked ? unpacked(bytes, limits.decodedBytesMax - size, limits) : bytes
    texts.push(text)
    size += text.length + 1
    if (size > limits.decodedBytesMax) throw tooMuch(limits)
  }
  return texts
}

function* recordsIn(body: Buffer, limits: IngestLimits): Generator<string> {
  const ranges = rangesOf(body, limits)
  for (let i = 0; i < ranges.length; i += 2) {
    const record = parseJson(body.toString('utf8', ranges[i], ranges[i + 1]), `record ${i / 2 + 1}`)
    if (!isMembers(record) || typeof record.data !== 'string') throw notFirehose()
    yield record.data
  }
}

/** Positions of the elements of `records`, without parsing them. */
function rangesOf(body: Buffer, limits: IngestLimits): readonly number[] {
  const scan = new JsonScan(body, limits.depthMax)
  let ranges: readonly number[] | null = null
  const isObject = scan.skipSpace() && scan.peek() === OPEN_OBJECT
  const isSound =
    isObject &&
    scan.members((name) => {
      if (name !== 'records' || scan.peek() !== OPEN_LIST) return scan.skipValue()
      const list = scan.list(limits.eventsMax)
      if (list && list.count > limits.eventsMax) throw tooManyEvents(limits.eventsMax)
      ranges = list?.ranges ?? null
      return list !== null
    })
  if (!isSound || ranges === null) throw notFirehose()
  return ranges
}

function unpacked(bytes: Buffer, max: number, limits: IngestLimits): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: Math.max(max, 1) })
  } catch (error) {
    if (error instanceof RangeError) throw tooMuch(limits)
    throw new AppError('bad_body', 'a record begins as gzip does and cannot be unpacked', { cause: error })
  }
}

function tooMuch({ decodedBytesMax }: IngestLimits): AppError {
  return new AppError('too_large', `the unpacked records are larger than ${decodedBytesMax} bytes`)
}

function notFirehose(): AppError {
  return new AppError('bad_body', 'the body is {"requestId", "timestamp", "records": [{"data": base64}]}')
}
