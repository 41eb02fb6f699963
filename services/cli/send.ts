/** Pushes a file as a forwarder does: in batches, several at a time, waiting when ingest says so. */
import fs from 'node:fs'
import { INGEST_LIMITS } from '../../ingest/http/limits.ts'
import { AppError } from '../../platform/errors.ts'
import { tenantId } from '../../platform/tenant.ts'
import { isBalanced, type LedgerRow } from '../../query/ledger.ts'
import { shellWord, svcCommand } from '../process/shell-word.ts'
import { targets } from './connect.ts'
import { waitForDrain } from './drain.ts'
import { formatOption } from './format-option.ts'
import { knownTenant } from './known-tenant.ts'
import { readLedger, tableWithReasons } from './ledger.ts'
import { numberOption } from './number-option.ts'
import { pushBody, refusedBody } from './push-body.ts'
import type { FileBatch } from './send/file-batch.ts'
import { openBatches } from './send/file-batches.ts'
import { mintFor, tenantOfToken } from './tokens.ts'

type Sending = {
  readonly format: string
  readonly url?: string
  readonly connector: string
  readonly batchBytes: string
  readonly parallel: string
}

export type SendOptions = Sending & { readonly tenantToken: string }

export type Sent = { accepted: number; rejected: number; bytes: number; errors: string[] }

const DRAIN_MS = 600_000
/** With the header lines before them, a request's events stay below the limit of ingest. */
const BATCH_BYTES_MAX = 15_000_000
const PARALLEL_MAX = 64

/** Exit status 1 when nothing was accepted, or when the ledger does not balance. */
export async function runSend(
  file: string,
  typed: Sending & { readonly tenantToken?: string; readonly tenant?: string },
): Promise<void> {
  const options = { ...typed, tenantToken: typed.tenantToken ?? (await tokenOfTenant(typed)) }
  const url = options.url ?? targets().ingestUrl
  const sent = await sendFile(file, { ...options, url }, progress(file))
  if (process.stderr.isTTY) process.stderr.write('\n')
  console.log(`accepted ${sent.accepted}, rejected ${sent.rejected}`)
  for (const error of sent.errors) process.stderr.write(`${error}\n`)
  if (sent.accepted === 0 && sent.rejected > 0) process.exitCode = 1
  if (options.url === undefined) await printBalance(options)
}

/** The push token of a tenant of the local instance, as `svc tokens mint` prints it. */
async function tokenOfTenant({ tenant, url }: { readonly tenant?: string; readonly url?: string }): Promise<string> {
  if (tenant === undefined || url !== undefined)
    throw new AppError(
      'bad_request',
      'name the tenant of the local instance (--tenant), or give a push token (--tenant-token)',
    )
  await knownTenant(tenantId(tenant)) // minting creates a tenant, and this one may be a slip
  return (await mintFor({ tenant })).token
}

/** Prints the ledger of the token's tenant and this connector, for all that was ever sent under them. */
async function printBalance({ connector, tenantToken }: SendOptions): Promise<void> {
  const { config } = targets()
  await waitForDrain(config, DRAIN_MS)
  const { rows, isDrained } = await readLedger(await tenantOfToken(tenantToken))
  const own = rows.filter((row) => row.source === connector)
  console.log(balanceOf(own, config.dataDir))
  if (!isDrained || isBalanced(own)) return
  process.stderr.write('the ledger does not balance\n')
  process.exitCode = 1
}

/** Adds the command that lists the dead letters when there are any. */
export function balanceOf(own: readonly LedgerRow[], dataDir: string): string {
  const letters = own.filter((row) => row.dead_lettered > 0)
  const lines = letters.map(({ tenant_id: tenant, source }) => {
    return `the dead letters: ${svcCommand(`dead-letters list --tenant ${tenant} --source ${shellWord(source)}`, dataDir)}`
  })
  return [tableWithReasons(own), ...lines].join('\n')
}

/**
 * Sends every batch, and again after the wait that ingest requests. A refused batch is counted and reported, and the
 * others are still sent; a refusal that every batch would meet ends the run.
 */
export async function sendFile(
  file: string,
  options: SendOptions & { url: string },
  report: (sent: Sent) => void,
): Promise<Sent> {
  const sent: Sent = { accepted: 0, rejected: 0, bytes: 0, errors: [] }
  const address = { url: options.url, token: options.tenantToken, waiting: reportOnce() }
  const bytesMax = numberOption('--batch-bytes', options.batchBytes, 1, BATCH_BYTES_MAX)
  const parallel = numberOption('--parallel', options.parallel, 1, PARALLEL_MAX)
  const format = formatOption(options.format)
  if (options.connector === '') throw new AppError('bad_request', '--connector is empty')
  const { batches, sourceFormat } = await openBatches(file, format, { bytesMax, eventsMax: INGEST_LIMITS.eventsMax })
  const origin = { connectorId: options.connector, connectorType: 'file', sourceFormat }
  const push = (batch: FileBatch) =>
    pushBody(address, origin, batch).catch((error: unknown) => refusedBody(error, batch.events))
  const worker = async () => {
    for (let next = await batches.next(); !next.done; next = await batches.next()) {
      const reply = await push(next.value)
      sent.accepted += reply.accepted
      sent.rejected += reply.rejected
      sent.bytes += next.value.bytes
      if (sent.errors.length < ERRORS_SHOWN_MAX)
        sent.errors.push(...reply.errors.slice(0, ERRORS_SHOWN_MAX - sent.errors.length))
      report(sent)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return sent
}

const ERRORS_SHOWN_MAX = 20

/** Reports once that ingest is away; every request finds it so. */
function reportOnce(): (why: string) => void {
  let isReported = false
  return (why) => {
    if (!isReported) process.stderr.write(`${why}; trying again\n`)
    isReported = true
  }
}

function progress(file: string): (sent: Sent) => void {
  if (!process.stderr.isTTY) return () => {}
  const total = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return (sent) => {
    const share = Math.min(1, sent.bytes / Math.max(1, total))
    const bar = '#'.repeat(Math.round(share * 30)).padEnd(30, '.')
    process.stderr.write(`\r${bar} ${(share * 100).toFixed(0)} %  ${sent.accepted} accepted`)
  }
}
