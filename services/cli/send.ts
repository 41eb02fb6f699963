/** Pushes a file as a forwarder would: in batches, some at a time, waiting when the door says so. */
import fs from 'node:fs'
import { targets } from './connect.ts'
import { waitForDrain } from './drain.ts'
import { fileBatches } from './file-batches.ts'
import { readLedger, table } from './ledger.ts'
import { pushBody } from './push-body.ts'
import { tenantOfToken } from './tokens.ts'

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
  if (options.url === undefined) await printBalance(options)
}

/** Of the token's tenant and this connector, all that was ever sent under them. */
async function printBalance({ connector, tenantToken }: SendOptions): Promise<void> {
  await waitForDrain(targets().config, DRAIN_MS)
  const { rows } = await readLedger(await tenantOfToken(tenantToken))
  console.log(table(rows.filter((row) => row.source === connector)))
}

/** Every batch once, a refused one again after the wait the door asks for; another refusal ends it. */
export async function sendFile(
  file: string,
  options: SendOptions & { url: string },
  tell: (sent: Sent) => void,
): Promise<Sent> {
  const sent: Sent = { accepted: 0, rejected: 0, bytes: 0, errors: [] }
  const door = { url: options.url, token: options.tenantToken }
  const origin = { connectorId: options.connector, connectorType: 'file', sourceFormat: options.format }
  const batches = fileBatches(file, Number(options.batchBytes))
  const worker = async () => {
    for (let next = await batches.next(); !next.done; next = await batches.next()) {
      const reply = await pushBody(door, origin, next.value)
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
function progress(total: number): (sent: Sent) => void {
  if (!process.stderr.isTTY) return () => {}
  return (sent) => {
    const share = Math.min(1, sent.bytes / Math.max(1, total))
    const bar = '#'.repeat(Math.round(share * 30)).padEnd(30, '.')
    process.stderr.write(`\r${bar} ${(share * 100).toFixed(0)} %  ${sent.accepted} accepted${share === 1 ? '\n' : ''}`)
  }
}
