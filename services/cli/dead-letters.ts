/**
 * Pushes a tenant's dead letters again through the ingest service, under their connector and format, so that an event that
 * was stored meanwhile is recognised as a duplicate. A letter that fails again becomes a new one.
 */
import {
  batched,
  bodiesOf,
  eachLetter,
  type LetterScope,
  newestLetterMs,
  textsOf,
} from '../../control/platform/dead-letters/index.ts'
import { tenantId } from '../../platform/tenant.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { type Reader, tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { targets } from './connect.ts'
import { waitForDrain } from './drain.ts'
import { knownTenant } from './known-tenant.ts'
import { readLedger, tableWithReasons } from './ledger.ts'
import { changeOf, total } from './ledger-change.ts'
import { type IngestAddress, pushBody, refusedBody } from './push-body.ts'
import { mintFor } from './tokens.ts'

export type ReplayOptions = {
  readonly tenant: string
  readonly source?: string
  readonly reason?: string
  readonly url?: string
}

type Replayed = { letters: number; accepted: number; rejected: number; errors: string[] }

/** A page of texts, in base64, fits many times over. */
const LIMITS = { timeoutSeconds: 3600, rowsMax: 0 }
const DRAIN_MS_MAX = 600_000
const ERRORS_SHOWN_MAX = 20
/** A separate token, because the tenant's tokens may require signed bodies. */
const LABEL = 'svc-dead-letters'
/**
 * All replays share one request name, so that a letter stored by an earlier replay is recognised as a duplicate,
 * whichever letters are sent with it.
 */
const REPLAY = 'svc-dead-letters'

export async function replay(options: ReplayOptions): Promise<void> {
  const tenant = tenantId(options.tenant)
  const { config, clickhouseUrl, ingestUrl } = targets()
  const client = openClickhouse({ url: clickhouseUrl })
  try {
    const reader = tenantReader(client, tenant, LIMITS)
    const untilMs = await newestLetterMs(reader)
    if (untilMs === 0) {
      await knownTenant(tenant)
      return console.log(`${tenant} has no dead letters`)
    }
    const { token } = await mintFor({ tenant, label: LABEL })
    await waitForDrain(config, DRAIN_MS_MAX)
    const before = (await readLedger(tenant)).rows
    const address = { url: options.url ?? ingestUrl, token }
    const replayed = await replayAll(
      reader,
      { untilMs, source: options.source ?? '', reason: options.reason ?? '' },
      address,
    )
    await waitForDrain(config, DRAIN_MS_MAX)
    report(replayed, changeOf(before, (await readLedger(tenant)).rows))
  } finally {
    await client.close()
  }
}

async function replayAll(reader: Reader, scope: LetterScope, address: IngestAddress): Promise<Replayed> {
  const replayed: Replayed = { letters: 0, accepted: 0, rejected: 0, errors: [] }
  for await (const { origin, letters } of batched(eachLetter(reader, scope))) {
    for (const body of bodiesOf(await textsOf(reader, letters), origin.sourceFormat)) {
      const reply = await pushBody(address, origin, { ...body, name: REPLAY }).catch((error: unknown) =>
        refusedBody(error, body.letters),
      )
      replayed.accepted += reply.accepted
      replayed.rejected += reply.rejected
      replayed.errors.push(...reply.errors.slice(0, ERRORS_SHOWN_MAX - replayed.errors.length))
    }
    replayed.letters += letters.length
    if (process.stderr.isTTY) process.stderr.write(`\r${replayed.letters} letters replayed `)
  }
  return replayed
}

/**
 * Exit status 1 when a letter was rejected again (it stays a dead letter) or when an event never arrives in the lake.
 */
export function report({ letters, accepted, rejected, errors }: Replayed, change: Parameters<typeof total>[0]): void {
  if (process.stderr.isTTY) process.stderr.write('\n')
  console.log(
    `dead letters replayed: ${letters} (repeats of one text count once), accepted ${accepted}, rejected ${rejected}`,
  )
  for (const error of errors) process.stderr.write(`${error}\n`)
  if (rejected > 0) process.exitCode = 1
  if (letters === 0) return
  console.log(
    `\nthe ledger since the replay began, with the events that arrived meanwhile\n${tableWithReasons(change)}`,
  )
  if (total(change).in_flight === 0) return
  process.stderr.write('the ledger does not balance\n')
  process.exitCode = 1
}
