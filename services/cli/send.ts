/** Pushes a file as a forwarder would: in batches, some at a time, waiting when the door says so. */
import fs from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../platform/errors.ts'
import { targets } from './connect.ts'
import { waitForDrain } from './drain.ts'
import { fileBatches } from './file-batches.ts'
import { readLedger, table } from './ledger.ts'

export type SendOptions = {
  readonly format: string
  readonly tenantToken: string
  readonly url?: string
  readonly connector: string
  readonly batchBytes: string
  readonly parallel: string
}

export type Sent = { accepted: number; rejected: number; bytes: number; errors: string[] }

const DRAIN_MS = 600_000

export async function runSend(file: string, options: SendOptions): Promise<void> {
  const url = options.url ?? targets().ingestUrl
  const sent = await sendFile(file, { ...options, url }, progress(fs.statSync(file).size))
  console.log(`accepted ${sent.accepted}, rejected ${sent.rejected}`)
  for (const error of sent.errors) process.stderr.write(`${error}\n`)
  if (options.url === undefined) await printBalance(options.connector)
}

async function printBalance(connector: string): Promise<void> {
  await waitForDrain(targets().config, DRAIN_MS)
  const { rows } = await readLedger(undefined)
  console.log(table(rows.filter((row) => row.source === connector)))
}

/** Every batch once, a refused one again after the wait the door asks for; another refusal ends it. */
export async function sendFile(
  file: string,
  options: SendOptions & { url: string },
  tell: (sent: Sent) => void,
): Promise<Sent> {
  const sent: Sent = { accepted: 0, rejected: 0, bytes: 0, errors: [] }
  const batches = fileBatches(file, Number(options.batchBytes))
  const worker = async () => {
    for (let next = await batches.next(); !next.done; next = await batches.next()) {
      const reply = await push(next.value, options)
      sent.accepted += reply.accepted
      sent.rejected += reply.rejected
      sent.bytes += next.value.bytes
      if (sent.errors.length < ERRORS_SHOWN_MAX)
        sent.errors.push(...reply.errors.slice(0, ERRORS_SHOWN_MAX - sent.errors.length))
      tell(sent)
    }
  }
  await Promise.all(Array.from({ length: Number(options.parallel) }, worker))
  return sent
}

const ERRORS_SHOWN_MAX = 20
const ATTEMPTS_MAX = 120

type Reply = { accepted: number; rejected: number; errors: string[] }

async function push(batch: { body: Buffer; type: string }, options: SendOptions & { url: string }): Promise<Reply> {
  const query = new URLSearchParams({
    connector_id: options.connector,
    connector_type: 'file',
    source_format: options.format,
  })
  const target = new URL(`/v1/ingest/batch?${query}`, options.url)
  const headers = { Authorization: `Bearer ${options.tenantToken}`, 'Content-Type': batch.type }
  for (let attempt = 1; ; attempt++) {
    const answer = await tryPush(target, headers, batch.body)
    if (answer && answer.status < 300) return (await answer.json()) as Reply
    const isOver = attempt >= ATTEMPTS_MAX
    if (answer && answer.status < 429 && answer.status >= 400) return refused(answer)
    if (isOver)
      throw new AppError(
        'unavailable',
        `the door refused ${attempt} times: ${answer ? await answer.text() : 'no answer'}`,
      )
    await delay(Math.min(10_000, Number(answer?.headers.get('retry-after') ?? 1) * 1000))
  }
}

/** A batch of which nothing was accepted: its reply counts what it refused; without counts it was never one. */
async function refused(answer: Response): Promise<Reply> {
  const body = (await answer.json()) as Partial<Reply> & { detail?: string }
  if (body.rejected === undefined)
    throw new AppError('bad_request', `the door answered ${answer.status}: ${body.detail ?? ''}`)
  return { accepted: 0, rejected: body.rejected, errors: body.errors ?? [] }
}

/** Null when there was no answer: the batch may or may not have been taken, and sending it again is safe. */
async function tryPush(target: URL, headers: Record<string, string>, body: Buffer): Promise<Response | null> {
  try {
    return await fetch(target, {
      method: 'POST',
      headers,
      body: new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.length),
    })
  } catch {
    return null
  }
}

function progress(total: number): (sent: Sent) => void {
  if (!process.stderr.isTTY) return () => {}
  return (sent) => {
    const share = Math.min(1, sent.bytes / Math.max(1, total))
    const bar = '#'.repeat(Math.round(share * 30)).padEnd(30, '.')
    process.stderr.write(`\r${bar} ${(share * 100).toFixed(0)} %  ${sent.accepted} accepted${share === 1 ? '\n' : ''}`)
  }
}
