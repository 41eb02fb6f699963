/**
 * Everything on one machine: ClickHouse and Postgres as child processes with real files, unless their addresses are
 * configured, and three processes of our own (ingest; the stages; the API with the relays, the actions, the agents, the
 * connectors, enrichment, osquery hosts, the audit chainer and the streams), each started again when it dies. The streams
 * and the relays in a process of their own would cost 130 MB for what the API has loaded anyway: without the API nobody
 * gets a ticket for a stream or changes what is relayed.
 */
import path from 'node:path'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { outgoingPorts } from '../../platform/port-holder.ts'
import { bodyFolder } from '../../stores/clickhouse/body-folder.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { startEmbeddedClickhouse } from '../../stores/clickhouse/embedded/start.ts'
import { migrateClickhouse } from '../../stores/clickhouse/migrate.ts'
import { setRetention } from '../../stores/clickhouse/retention.ts'
import { startEmbeddedPostgres } from '../../stores/postgres/embedded/start.ts'
import { migrate as migratePostgres } from '../../stores/postgres/migrate.ts'
import { type Config, PORTS } from '../config.ts'
import { requireClickhouse } from '../health/clickhouse-health.ts'
import { lookBeforeRoles } from '../health/credential-keys.ts'
import { atSetting } from '../settings/at-setting.ts'
import { embeddedConsoleHop } from '../settings/console-hop.ts'
import { keyOfDataFolder } from '../settings/credential-key.ts'
import { embeddedIngestHop } from '../settings/ingest-hop.ts'
import { reachedUrl } from '../settings/listening.ts'
import { embeddedHop } from '../settings/realtime-hop.ts'
import { takeDataDir } from './data-dir.ts'
import { type Instance, InstanceFile } from './instance.ts'
import { forgetChildren, noteChild } from './orphans.ts'
import { requireLimits } from './process-limits.ts'
import { startRoleProcess } from './role-process.ts'
import { ageStores, noteStores, refuseMissingStores } from './store-generations.ts'
import { Supervised } from './supervised.ts'

export type Up = { readonly instance: Instance; stop(): Promise<void> }

/**
 * Resolves when every service responds. Throws when one cannot start, or with the reason of `asked` when that comes
 * first; nothing is left running then.
 */
export async function up(config: Config, log: Log, signal: AbortSignal): Promise<Up> {
  requireLimits()
  warnOfOutgoingPorts(config, log)
  const dir = path.resolve(config.dataDir)
  const release = await takeDataDir(dir, log, signal)
  const file = new InstanceFile(dir, log)
  const layers: Supervised[][] = []
  const begun: Begun = { layers, file, ended: () => undefined }
  const stop = async () => {
    // The roles end first: their open work needs the stores.
    for (const layer of [...layers].reverse()) await Promise.all(layer.map((child) => child.stop()))
    begun.ended()
    file.remove()
    forgetChildren(dir)
    release()
  }
  try {
    const own = { ...config, dataDir: dir }
    refuseMissingStores(own)
    const credentialKey = keyOfDataFolder(own)
    return { instance: await startAll({ ...own, credentialKey }, log, begun, signal), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Processes that were begun go into `layers`, running ones into `file`. */
type Begun = {
  readonly layers: Supervised[][]
  readonly file: InstanceFile
  /** Called when all of it has ended. */
  ended: () => void
}

/** A connection of any program may have such a port just when a service wants it. */
function warnOfOutgoingPorts({ portOffset }: Config, log: Log): void {
  const range = outgoingPorts()
  const ports = Object.values(PORTS).map((port) => port + portOffset)
  const within = range === null ? [] : ports.filter((port) => port >= range.from && port <= range.to)
  if (within.length === 0) return
  const message = 'SVC_PORT_OFFSET puts ports in the range of outgoing connections; one may be in use at a start'
  log.warn({ ports: within, range }, message)
}

async function startAll(config: Keyed, log: Log, begun: Begun, signal: AbortSignal): Promise<Instance> {
  const { layers, file } = begun
  const urls: Urls = {
    clickhouseUrl: config.clickhouseUrl ?? '',
    databaseUrl: config.databaseUrl ?? '',
    databaseAppUrl: config.databaseAppUrl ?? config.databaseUrl ?? '',
  }
  let isComplete = false
  const changed = () => {
    if (isComplete) file.write(() => instanceOf(config, urls, layers.flat()))
  }
  const start = async (...layer: Supervised[]) => {
    layers.push(layer)
    await allStarted(layer)
    signal.throwIfAborted()
  }
  const clickhouse = new Supervised('clickhouse', () => onPort(startClickhouse(config, log, urls)), log, changed)
  const postgres = new Supervised('postgres', () => onPort(startPostgres(config, log, urls)), log, changed)
  await start(
    ...(config.clickhouseUrl === null ? [clickhouse] : []),
    ...(config.databaseUrl === null ? [postgres] : []),
  )
  await migrateBoth(urls, config)
  await lookBeforeRoles(config, urls.databaseUrl, log)
  noteStores(config)
  begun.ended = ageStores(config, log)
  signal.throwIfAborted()
  const hop = { ...embeddedHop(config), ...embeddedIngestHop(config), ...embeddedConsoleHop(config) }
  const role = (name: string, roles: readonly string[]) =>
    new Supervised(
      name,
      () => startRoleProcess(roles, { ...roleEnv(config, urls), ...hop }, { log, spawned: noted(config, name, log) }),
      log,
      changed,
    )
  await start(
    role('ingest', ['ingest', ...(config.syslogListeners.length > 0 ? ['listeners'] : [])]),
    role('pipeline', ['pipeline']),
    role('api', [
      'api',
      'actions',
      'agents',
      'connectors',
      'enrichment',
      'osquery',
      'chainer',
      'realtime',
      'console',
      'relay',
    ]),
  )
  isComplete = true
  changed()
  return instanceOf(config, urls, layers.flat())
}

/** Waits for all of them even when one fails, so that stopping reaches every started one. */
async function allStarted(layer: readonly Supervised[]): Promise<void> {
  const started = await Promise.allSettled(layer.map((child) => child.start()))
  for (const result of started) if (result.status === 'rejected') throw result.reason
}

type Keyed = Config & { readonly credentialKey: string }
type Urls = { clickhouseUrl: string; databaseUrl: string; databaseAppUrl: string }

function noted({ dataDir }: Config, child: string, log: Log): (pid: number) => void {
  return (pid) => noteChild(dataDir, child, pid, log)
}

async function startClickhouse(config: Config, log: Log, urls: Urls) {
  const port = PORTS.clickhouse + config.portOffset
  const started = await startEmbeddedClickhouse({
    dataDir: path.join(config.dataDir, 'clickhouse'),
    port,
    log,
    memoryMb: config.clickhouseMemoryMb,
    spawned: noted(config, 'clickhouse', log),
  })
  urls.clickhouseUrl = started.url
  return started
}

async function startPostgres(config: Config, log: Log, urls: Urls) {
  const port = PORTS.postgres + config.portOffset
  const started = await startEmbeddedPostgres({ dataDir: path.join(config.dataDir, 'postgres'), port, log })
  urls.databaseUrl = started.url
  urls.databaseAppUrl = started.appUrl
  return started
}

/** Throws `bad_config` with the setting that moves the port, when another process has it. */
function onPort<T>(started: Promise<T>): Promise<T> {
  return started.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'port_taken') throw error
    throw new AppError('bad_config', `SVC_PORT_OFFSET: ${error.message}`)
  })
}

async function migrateBoth(urls: Urls, config: Config): Promise<void> {
  const client = openClickhouse({ url: urls.clickhouseUrl })
  try {
    await Promise.all([
      atSetting(
        config.clickhouseUrl === null ? null : 'CLICKHOUSE_URL',
        requireClickhouse(client).then(() => migrateClickhouse(client)),
      ),
      atSetting(config.databaseUrl === null ? null : 'DATABASE_URL', migratePostgres(urls.databaseUrl)),
    ])
    await setRetention(client, { eventsDays: config.retentionDays })
  } finally {
    await client.close()
  }
}

function roleEnv(config: Keyed, urls: Urls): NodeJS.ProcessEnv {
  return {
    ...process.env,
    SVC_DATA_DIR: config.dataDir,
    SVC_CREDENTIAL_KEY: config.credentialKey,
    SVC_PORT_OFFSET: String(config.portOffset),
    CLICKHOUSE_URL: urls.clickhouseUrl,
    // An external engine does not see our files.
    ...(config.clickhouseUrl === null
      ? { SVC_CLICKHOUSE_BODIES: bodyFolder(path.join(config.dataDir, 'clickhouse')) }
      : {}),
    DATABASE_URL: urls.databaseUrl,
    SVC_DATABASE_APP_URL: urls.databaseAppUrl,
  }
}

function instanceOf(config: Config, urls: Urls, children: readonly Supervised[]): Instance {
  return {
    pid: process.pid,
    portOffset: config.portOffset,
    consoleUrl: reachedUrl(config, 'console'),
    apiUrl: reachedUrl(config, 'api'),
    ingestUrl: reachedUrl(config, 'ingest'),
    realtimeUrl: reachedUrl(config, 'realtime'),
    relayUrl: reachedUrl(config, 'relay'),
    pipelineUrl: reachedUrl(config, 'pipeline'),
    ...urls,
    children: Object.fromEntries(children.map((child) => [child.name, child.pid])),
  }
}
