/**
 * Each role by itself, against a real Postgres and the log of the installation: its requirements, and its errors when
 * one is missing.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTenant } from '../../control/identity/tenants/index.ts'
import { type ActEntry, recordIn } from '../../control/platform/acting/index.ts'
import { auditBacklog } from '../../control/platform/audit/index.ts'
import { createAlert } from '../../control/soc/alerts/index.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { sealerOf } from '../../platform/seal.ts'
import { tenantId } from '../../platform/tenant.ts'
import { decodeEntityChange } from '../../schemas/entity-change.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { openPostgres, withTenant } from '../../stores/postgres/pool.ts'
import { freePort, type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import { EmbeddedDriver } from '../../stream/embedded/driver.ts'
import { config, PORTS } from '../config.ts'
import { watchBacklog } from '../health/audit-health.ts'
import type { RunningRole, StartRole } from '../role.ts'
import { startActions } from './actions.ts'
import { startAgents } from './agents.ts'
import { startChainer } from './chainer.ts'
import { startConnectors } from './connectors.ts'
import { startListeners } from './listeners.ts'
import { startRealtime } from './realtime.ts'
import { startRelay } from './relay.ts'

// A real server on a machine that may be busy with others.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
const log = pino({ level: 'silent' })
const KEY = `${Buffer.alloc(32, 7).toString('base64url')}=`
const acme = tenantId('acme')
const running: RunningRole[] = []
let server: TestPostgres
let dataDir: string

beforeAll(async () => {
  server = await withTestPostgres()
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'svc-alone-'))
  const pool = openPostgres({ url: server.appUrl, poolSize: 1 })
  await createTenant(pool, { id: acme })
  await pool.end()
})
afterEach(async () => {
  for (const role of running.splice(0)) await role.stop()
})
afterAll(async () => {
  await server.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const settingsOf = (env: NodeJS.ProcessEnv) =>
  config({ DATABASE_URL: server.url, SVC_DATA_DIR: dataDir, SVC_CREDENTIAL_KEY: KEY, ...env })

async function start(role: StartRole, port: number, env: NodeJS.ProcessEnv = {}): Promise<RunningRole> {
  const portOffset = (await freePort()) - port
  const started = await role({ ...settingsOf(env), portOffset }, log)
  running.push(started)
  return started
}

const statusOf = async ({ url }: RunningRole) => (await fetch(`${url}/health`)).json()

test.each([
  ['relay', startRelay, { DATABASE_URL: '' }, 'DATABASE_URL'],
  ['relay', startRelay, { SVC_DATA_DIR: '/nowhere/svc' }, 'KAFKA_BROKERS'],
  ['relay', startRelay, { SVC_CREDENTIAL_KEY: '' }, 'SVC_CREDENTIAL_KEY'],
  ['realtime', startRealtime, { DATABASE_URL: '' }, 'DATABASE_URL'],
  ['realtime', startRealtime, { SVC_DATA_DIR: '/nowhere/svc' }, 'KAFKA_BROKERS'],
  ['realtime', startRealtime, { SVC_CREDENTIAL_KEY: '' }, 'SVC_CREDENTIAL_KEY'],
  ['realtime', startRealtime, { SVC_CREDENTIAL_KEY: '', KAFKA_BROKERS: '127.0.0.1:1' }, 'SVC_CREDENTIAL_KEY'],
  ['actions', startActions, { DATABASE_URL: '' }, 'DATABASE_URL'],
  ['actions', startActions, { SVC_CREDENTIAL_KEY: '' }, 'SVC_CREDENTIAL_KEY'],
  ['connectors', startConnectors, { DATABASE_URL: '' }, 'DATABASE_URL'],
  ['connectors', startConnectors, {}, 'SVC_SERVICE_TOKEN'],
  ['listeners', startListeners, {}, 'SVC_SERVICE_TOKEN'],
  ['agents', startAgents, { DATABASE_URL: '' }, 'DATABASE_URL'],
  ['agents', startAgents, { CLICKHOUSE_URL: '' }, 'CLICKHOUSE_URL'],
  ['chainer', startChainer, { DATABASE_URL: '' }, 'DATABASE_URL'],
  ['chainer', startChainer, { SVC_CREDENTIAL_KEY: '' }, 'SVC_CREDENTIAL_KEY'],
])('%s refuses to start without its settings, and names the missing one', async (_, role, env, named) => {
  const refused = start(role, 0, env)
  await expect(refused).rejects.toMatchObject({ code: 'bad_config', message: expect.stringContaining(named) })
  expect(fs.existsSync(path.join(dataDir, 'credential.key'))).toBe(false)
})

test('every role refuses an air gap that it could not keep', () => {
  expect(() => config({ SVC_AIRGAP_ALLOWLIST: 'https://feed.example/' })).toThrow(/SVC_AIRGAP_ALLOWLIST/)
  expect(() => config({ SVC_AIRGAPPED: 'yes please' })).toThrow(/SVC_AIRGAPPED/)
})

test('the relay appends rows that wait in Postgres to the log, and only one relay writes at a time', async () => {
  const pool = openPostgres({ url: server.appUrl, poolSize: 1 })
  const made = await withTenant(pool, acme, (tx) => createAlert(tx, { title: 'told', severity: 'low' }, Date.now()))
  await pool.end()
  const relay = await start(startRelay, PORTS.relay)
  const driver = await EmbeddedDriver.open({ dir: path.join(dataDir, 'log'), writes: [] })
  const tp = { topic: TOPICS.entityChanges.name, partition: 0 }
  const cursor = await driver.reader(tp, 0)
  const [record] = await cursor.read(1, 30_000)
  expect(decodeEntityChange(record?.value ?? Buffer.alloc(0))).toMatchObject({ entity_id: made.id, tenant_id: acme })
  await cursor.close()
  await driver.close()
  await expect
    .poll(() => statusOf(relay))
    .toMatchObject({
      status: 'ok',
      subsystems: { postgres: 'ok', backbone: 'ok', control_outbox: 'ok', entity_changes: 'ok' },
    })
  await expect(start(startRelay, PORTS.relay)).rejects.toMatchObject({ code: 'data_dir_in_use' })
})

test('realtime follows a log that another process writes, and reports its dependencies', async () => {
  const realtime = await start(startRealtime, PORTS.realtime)
  expect(await statusOf(realtime)).toMatchObject({ status: 'ok', subsystems: { postgres: 'ok', backbone: 'ok' } })
  expect((await fetch(`${realtime.url}/sse`)).status).toBe(401)
})

test('the chainer reports the age of the oldest unchained entry, and chains it', async () => {
  const pool = openPostgres({ url: server.appUrl, poolSize: 1 })
  const entry: ActEntry = {
    ...{ tenantId: acme, actorId: null, actorKind: 'service', actorEmail: null, actorIp: null, apiKeyPrefix: null },
    ...{ delegationId: null, action: 'test:done', resource: 'test', resourceId: null, changes: null, requestId: 'r' },
  }
  const aMinuteAgo = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 60_000)
  await withTenant(pool, acme, (tx) => recordIn(sealerOf(KEY))(tx, entry)).finally(() => aMinuteAgo.mockRestore())
  const metrics = openMetrics('chainer', { processMetrics: false })
  const watched = watchBacklog(() => auditBacklog(pool, Date.now()), metrics)
  await expect(watched.check()).rejects.toThrow(/has waited for [5-9]\d s/)
  watched.stop()
  await pool.end()
  const chainer = await start(startChainer, PORTS.chainer)
  const isWell = {
    status: 'ok',
    subsystems: {
      postgres: 'ok',
      audit_chain: 'ok',
      'worker: audit chain': 'ok',
      'worker: chainer report': 'ok',
      'worker: vault reseal': 'ok',
      'worker: vault reseal on request': 'ok',
    },
    figures: { audit: { oldest_unchained_seconds: 0 } },
  }
  await expect.poll(() => statusOf(chainer), { timeout: 30_000 }).toEqual(isWell)
  expect(await (await fetch(`${chainer.url}/metrics`)).text()).toContain('svc_audit_oldest_unchained_seconds')
})

test('the status server allows only reads, and has no other path', async () => {
  const { url } = await start(startChainer, PORTS.chainer)
  const ask = async (method: string, route: string) => {
    const { status, headers } = await fetch(`${url}${route}`, { method })
    return [status, headers.get('allow')]
  }
  expect(await ask('POST', '/health')).toEqual([405, 'GET, HEAD'])
  expect(await ask('DELETE', '/metrics?x=1')).toEqual([405, 'GET, HEAD'])
  expect(await ask('POST', '/nothing')).toEqual([404, null])
  expect(await ask('HEAD', '/healthz')).toEqual([200, null])
})

test('the command’s last line says why a role did not start, and it exits with 1', () => {
  const main = path.join(import.meta.dirname, '../cli/main.ts')
  const { PATH } = process.env
  const env = { PATH, SVC_DATA_DIR: dataDir }
  for (const [role, named] of [
    ['realtime', 'DATABASE_URL'],
    ['relay', 'DATABASE_URL'],
    ['nonsense', 'unknown role nonsense'],
  ] as const) {
    const how = { env, encoding: 'utf8', timeout: 60_000 } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'start', role], how)
    expect([role, status]).toEqual([role, 1])
    expect((stdout + stderr).trim().split('\n').at(-1)).toContain(named)
    expect(stdout + stderr).not.toContain('    at ') // a missing setting is the operator's error, so there is no stack trace
  }
})
