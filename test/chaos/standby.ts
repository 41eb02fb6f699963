/**
 * Postgres with a standby and a pooler, under load: in each round the primary is killed and the standby takes over.
 * Acknowledged events must be stored once, created tokens must still be known, and nothing may need a manual restart.
 */
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Instance } from '../e2e/instance.ts'
import { until } from '../e2e/until.ts'
import { Load } from './load.ts'
import { isWell, ROLES } from './network.ts'
import { type ChaosOptions, type ChaosResult, pidOf, whatIsThere } from './rounds.ts'
import { StandbyPair } from './standby-pair.ts'

const TENANT = 'standby'
const LANES = 3
const EVENTS_BETWEEN = 500
const WELL_MS_MAX = 180_000

export async function failOver(options: ChaosOptions): Promise<ChaosResult> {
  const dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-standby-'))
  const pair = await StandbyPair.start(dir)
  options.tell(pair.isPooled ? 'connections go through PgBouncer' : 'PgBouncer is not installed: without a pooler')
  try {
    const urls = { DATABASE_URL: pair.ownerUrl, SVC_DATABASE_APP_URL: pair.appUrl }
    const instance = await Instance.start({ SVC_LOG_LEVEL: 'warn', ...urls })
    try {
      return await rounds(instance, pair, options)
    } catch (error) {
      options.tell(instance.logTail)
      throw error
    } finally {
      await instance.remove()
    }
  } finally {
    await pair.end()
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

async function rounds(instance: Instance, pair: StandbyPair, { rounds, tell }: ChaosOptions): Promise<ChaosResult> {
  const load = new Load(instance.ingestUrl, await instance.token(TENANT), LANES)
  const ended: Record<string, number> = {}
  const tokens: string[] = []
  let slowest = 0
  for (let round = 1; round <= rounds; round++) {
    await load.more(EVENTS_BETWEEN)
    // Created just before the kill: its response is a promise too.
    tokens.push(await instance.token(`before-${round}`))
    const pids = instance.file().children
    const since = performance.now()
    await pair.failOver()
    tokens.push(await tokenOnceBack(instance, `after-${round}`))
    await Promise.all([
      load.more(EVENTS_BETWEEN),
      ...ROLES.map((role) => until(`${role} to be well`, () => isWell(instance, role), WELL_MS_MAX)),
    ])
    const seconds = Math.round((performance.now() - since) / 100) / 10
    slowest = Math.max(slowest, seconds)
    for (const child of Object.keys(pids).filter((child) => pids[child] !== pidOf(instance, child)))
      ended[child] = (ended[child] ?? 0) + 1
    tell(
      `round ${round} of ${rounds}: the standby took over, all well after ${seconds} s; ${load.acknowledged} acknowledged`,
    )
    await pair.addStandby()
  }
  await load.more(EVENTS_BETWEEN)
  const acknowledged = await load.stop()
  await Promise.all(tokens.map((token) => pushWith(instance, token)))
  tell(`${tokens.length} tokens that were made around the kills are known`)
  const slowestBackSeconds = { postgres: slowest }
  return {
    acknowledged,
    killed: { primary: rounds },
    slowestBackSeconds,
    ended,
    ...(await whatIsThere(instance, TENANT)),
  }
}

/** A command fails with a message while no server answers; a person would repeat it. */
async function tokenOnceBack(instance: Instance, tenant: string): Promise<string> {
  let token = ''
  await until('a token to be made', async () => {
    token = await instance.token(tenant).catch(() => '')
    return token !== ''
  })
  return token
}

async function pushWith(instance: Instance, token: string): Promise<void> {
  const answer = await fetch(`${instance.ingestUrl}/v1/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ connector_id: 'after', source_format: 'json', events: [{ title: 'still known' }] }),
  })
  if (answer.status !== 202)
    throw new Error(`a token that was made is not known: ${answer.status} ${await answer.text()}`)
}
