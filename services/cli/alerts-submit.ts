/**
 * `svc alerts submit FILE...`: each file one alert, by the direct-write route. A file is one event, a list of events, an
 * object that holds `events` with its labels, or one event a line. Labels in the file win over the command's.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../platform/errors.ts'
import { failureText } from '../process/failure-text.ts'
import { localApiUrl } from './connect.ts'

export type AlertsSubmitOptions = {
  /** The local instance without it. */
  readonly apiUrl?: string | undefined
  readonly tenantId?: string | undefined
  /** An access token; without one the API has to be in development mode. */
  readonly token?: string | undefined
  readonly apiKey?: string | undefined
  readonly connectorId?: string | undefined
  readonly connectorType?: string | undefined
  readonly sourceFormat?: string | undefined
  readonly ruleId?: string | undefined
  /** Only for a single file; with several files each key is derived from the file's content. */
  readonly idempotencyKey?: string | undefined
  /** The whole answer of the API, a line a file. */
  readonly json?: boolean | undefined
}

type Answer = { readonly alert_id: string; readonly accepted: number; readonly rejected: number } & {
  readonly errors: readonly string[]
}
type Sent = { readonly answer: Answer; readonly isNew: boolean }

const ATTEMPTS_MAX = 5
const PAUSE_MS_MAX = 10_000
/** The size limit of a batch on the wire, plus room for its labels. */
const FILE_BYTES_MAX = 64 * 1024 * 1024

/**
 * Submits files of alerts and prints one line for each on stdout: the alert's id, or with `json` the whole answer.
 * Rejected events are listed on stderr and make the exit status 1. Throws `bad_request` for a file in an unknown
 * format, and for a refusal by the API.
 */
export async function runAlertsSubmit(files: readonly string[], options: AlertsSubmitOptions): Promise<void> {
  if (options.tenantId === undefined) throw new AppError('bad_request', '--tenant-id or SVC_TENANT_ID is required')
  if (options.idempotencyKey !== undefined && files.length > 1)
    throw new AppError('bad_request', '--idempotency-key can be used with one file only')
  for (const file of files) {
    const body = await readBatch(file, options)
    const { answer, isNew } = await submit(file, body, options.tenantId, options)
    console.log(options.json ? JSON.stringify({ file, ...answer }) : answer.alert_id)
    const rejected = answer.rejected === 0 ? '' : `, ${answer.rejected} rejected`
    process.stderr.write(`${file}: ${isNew ? 'submitted' : 'known'}, ${answer.accepted} accepted${rejected}\n`)
    for (const error of answer.errors) process.stderr.write(`${file}: ${error}\n`)
    if (answer.rejected > 0) process.exitCode = 1
  }
}

/** Builds the body of the request. Labels in the file override those of the command. */
export async function readBatch(file: string, options: Omit<AlertsSubmitOptions, 'apiUrl'>): Promise<object> {
  const text = await readFile(file === '-' ? '/dev/stdin' : file, 'utf8').catch((error: Error) => {
    throw new AppError('bad_request', `${file} cannot be read: ${error.message}`, { cause: error })
  })
  if (text.length > FILE_BYTES_MAX) throw new AppError('too_large', `${file} is larger than ${FILE_BYTES_MAX} bytes`)
  const content = parse(file, text)
  const labels = Object.entries({
    connector_id: options.connectorId,
    connector_type: options.connectorType,
    source_format: options.sourceFormat,
    rule_id: options.ruleId,
  }).filter(([, value]) => value !== undefined)
  const isEnvelope = typeof content === 'object' && content !== null && Object.hasOwn(content, 'events')
  return { ...Object.fromEntries(labels), ...(isEnvelope ? content : { events: [content].flat() }) }
}

/** Parses one JSON value, or NDJSON. */
function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    if (lines.length < 2) throw new AppError('bad_request', `${file} is not JSON: ${(error as Error).message}`)
    return lines.map((line, i) => parseLine(file, line, i + 1))
  }
}

function parseLine(file: string, line: string, number: number): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw new AppError('bad_request', `${file}:${number} is not JSON: ${(error as Error).message}`)
  }
}

/** Retries after the requested wait: the idempotency key makes a repeat return the first alert. */
async function submit(file: string, body: object, tenant: string, options: AlertsSubmitOptions): Promise<Sent> {
  const text = JSON.stringify(body)
  const headers = headersOf(text, tenant, options)
  const address = options.apiUrl ?? localApiUrl()
  const base = URL.parse(address)
  if (base === null || !/^https?:$/.test(base.protocol))
    throw new AppError('bad_request', `${address} is not the address of an API`)
  const target = new URL('/api/v1/alerts/submit', base)
  for (let attempt = 1; ; attempt++) {
    const reply = await fetch(target, { method: 'POST', headers, body: text }).catch((error: Error) => error)
    const isReply = reply instanceof Response
    if (isReply && reply.ok) return { answer: (await reply.json()) as Answer, isNew: reply.status === 201 }
    if (isReply && reply.status < 429) throw new AppError('bad_request', `${file}: ${await reasonOf(reply)}`)
    if (attempt >= ATTEMPTS_MAX)
      throw new AppError('unavailable', `${file}: ${isReply ? await reasonOf(reply) : silenceOf(target, reply)}`)
    const retryAfter = isReply ? reply.headers.get('retry-after') : null
    await delay(Math.min(PAUSE_MS_MAX, Number(retryAfter ?? 1) * 1000))
  }
}

function headersOf(text: string, tenant: string, { token, apiKey, idempotencyKey }: AlertsSubmitOptions) {
  return {
    'content-type': 'application/json',
    'x-tenant-id': tenant,
    'idempotency-key': idempotencyKey ?? `sha256:${createHash('sha256').update(text).digest('hex')}`,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
  }
}

function silenceOf({ origin }: URL, { cause, message }: Error): string {
  return `no answer from ${origin} (${failureText(cause) ?? message})`
}

async function reasonOf(reply: Response): Promise<string> {
  const { detail = 'no reason given' } = (await reply.json().catch(() => ({}))) as { detail?: unknown }
  return `the API answered ${reply.status}: ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`
}
