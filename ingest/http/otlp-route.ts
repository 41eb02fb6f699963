/**
 * POST /v1/logs: logs of OpenTelemetry over HTTP (OTLP/HTTP 1), binary or JSON. The answer has the encoding of the
 * request; rejected events are reported as its partial success, and a refusal is a google.rpc.Status. Exporters repeat
 * a request only after 429, 502, 503 and 504 ("OpenTelemetry Protocol Specification", OTLP/HTTP Response).
 */
import { otlpEvents, readOtlp } from '../../connectors/formats/otlp.ts'
import { AppError } from '../../platform/errors.ts'
import type { Sender } from './authenticate.ts'
import { batchFields, queryFields } from './batch-fields.ts'
import type { Context } from './context.ts'
import type { IngestLimits } from './limits.ts'
import { typeOf } from './media-type.ts'
import type { Batch } from './push-batch.ts'
import { type PushDeps, receive } from './receive.ts'
import { problem, type Reply } from './reply.ts'
import { judgeLines, parseJson, tooManyEvents } from './validate-batch.ts'

/** Smaller for JSON, which is parsed as a whole and needs many times the memory of its text. */
const JSON_BYTES_MAX = 4 * 1024 * 1024
/** Messages in a binary body: records, attributes, values. */
const MESSAGES_MAX = 1_000_000
const BINARY = 'application/x-protobuf'

export async function otlp(ingest: PushDeps, context: Context): Promise<Reply> {
  const sender = await ingest.authenticator.push(context)
  const form = typeOf(context)
  if (form !== BINARY && form !== 'application/json')
    throw new AppError('unsupported_media', `OTLP is ${BINARY} or application/json`)
  const { limits } = ingest
  const outcome = await receive(ingest, context, sender, {
    wireBytesMax: limits.bodyBytesMax,
    decodedBytesMax: form === BINARY ? limits.decodedBytesMax : Math.min(limits.decodedBytesMax, JSON_BYTES_MAX),
    signatureHeaders: ['x-signature'],
    judge: (body) => otlpBatch(context, body, sender, limits),
  })
  const partialSuccess = {
    rejectedLogRecords: String(outcome?.rejected ?? 0),
    errorMessage: outcome?.errors.join('; ') ?? '',
  }
  return answer(context, 200, outcome === null || outcome.rejected === 0 ? {} : { partialSuccess })
}

function otlpBatch(context: Context, body: Buffer, sender: Sender, limits: IngestLimits): Batch | null {
  const request =
    typeOf(context) === BINARY
      ? readOtlp(body, { depthMax: limits.depthMax, messagesMax: MESSAGES_MAX })
      : parseJson(body.toString('utf8'), 'the whole')
  const lines: string[] = []
  for (const event of otlpEvents(request)) {
    if (lines.push(JSON.stringify(event)) > limits.eventsMax) throw tooManyEvents(limits.eventsMax)
  }
  if (lines.length === 0) return null
  const fields = batchFields({ connector_type: 'otlp', ...resourceFields(context) }, sender)
  return { fields, judged: judgeLines(Buffer.from(lines.join('\n')), fields.sourceFormat, limits) }
}

function resourceFields({ query }: Context): Record<string, unknown> {
  return Object.fromEntries(Object.entries(queryFields(query)).filter(([, value]) => value !== null))
}

export function otlpProblem(error: unknown, context: Context): Reply {
  const plain = problem(error, context)
  const { detail } = JSON.parse(plain.body) as { detail: string }
  // A request in an unknown encoding is answered in JSON.
  return answer(context, plain.status, { code: RPC_CODES[plain.status] ?? UNKNOWN, message: detail }, plain.headers)
}

const UNKNOWN = 2
/** google.rpc.Code for the HTTP statuses of refusals. */
const RPC_CODES: Readonly<Record<number, number>> = {
  ...{ 400: 3, 401: 16, 403: 7, 404: 5, 405: 12, 410: 5, 413: 8, 415: 3, 429: 8, 500: 13, 503: 14 },
}

type ExportResponse = {
  readonly partialSuccess?: { readonly rejectedLogRecords: string; readonly errorMessage: string }
  readonly code?: number
  readonly message?: string
}

function answer(
  context: Context,
  status: number,
  body: ExportResponse,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  if (typeOf(context) !== BINARY)
    return { status, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return { status, headers: { ...headers, 'content-type': BINARY }, body: binary(body) }
}

/** Encodes ExportLogsServiceResponse and google.rpc.Status: a number and a text each, under fields 1 and 2. */
function binary({ partialSuccess, code, message }: ExportResponse): Buffer {
  if (code !== undefined) return numberAndText(code, message ?? '')
  if (partialSuccess === undefined) return Buffer.alloc(0)
  const inner = numberAndText(Number(partialSuccess.rejectedLogRecords), partialSuccess.errorMessage)
  return Buffer.concat([Buffer.of(0x0a), varint(inner.length), inner])
}

function numberAndText(number: number, text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.of(0x08), varint(number), Buffer.of(0x12), varint(bytes.length), bytes])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80)
  return Buffer.of(...bytes, rest)
}
