import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import { portHolder } from '../../../platform/port-holder.ts'
import { type Account, serverAccount } from './account.ts'
import { claimDataDir, endProcess, releaseDataDir, stopOrphan } from './claim-data-dir.ts'
import { clusterDir, createCluster, hasCluster, prepareDataDir } from './cluster.ts'
import { credentialsIn } from './credentials.ts'
import { engineBin } from './engine.ts'
import { DATABASE, provision, urlOf } from './provision.ts'
import { answers, type Exit, type Server, spawnServer } from './server.ts'

export type EmbeddedOptions = { readonly dataDir: string; readonly port: number; readonly log: Log }

export type EmbeddedPostgres = {
  /** Signs in as the owner: migrations, and work across tenants. */
  readonly url: string
  /** Signs in as `svc_app`: everything else. */
  readonly appUrl: string
  readonly pid: number
  /** Resolves when the server has ended, on request or not. */
  readonly exited: Promise<Exit>
  stop(): Promise<void>
}

type Cluster = { dataDir: string; bin: string; account: Account | null; port: number; log: Log }

/** Children of a killed server end within moments; its shared memory is free only then. */
const LEFTOVERS_MS = 30_000

/**
 * Starts a Postgres of our own in `dataDir`, which no other process uses, on 127.0.0.1 only. It ends with this process,
 * however this process ends. Throws `data_dir_in_use` when another live process runs it there.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { port, log } = options
  const dataDir = resolve(options.dataDir)
  const account = serverAccount(clusterDir(dataDir))
  mkdirSync(dataDir, { recursive: true })
  claimDataDir(dataDir)
  try {
    prepareDataDir(dataDir, account)
    const credentials = credentialsIn(dataDir, hasCluster(dataDir))
    const bin = engineBin(account)
    if (!hasCluster(dataDir)) await createCluster(dataDir, bin, account, credentials.superuser)
    await stopOrphan(dataDir, log)
    const cluster = { dataDir, bin, account, port, log }
    const server = await startServer(cluster, urlOf('postgres', credentials.superuser, port, 'postgres'))
    const exited = server.exited.finally(() => releaseDataDir(dataDir))
    const stop = async () => {
      await end(server)
      await exited
    }
    await provision(port, credentials).catch((error) => stop().then(() => Promise.reject(error)))
    return {
      url: urlOf('svc_owner', credentials.owner, port, DATABASE),
      appUrl: urlOf('svc_app', credentials.app, port, DATABASE),
      pid: server.pid,
      exited,
      stop,
    }
  } catch (error) {
    const isOthers = error instanceof AppError && error.code === 'data_dir_in_use'
    if (!isOthers) releaseDataDir(dataDir)
    throw error
  }
}

async function startServer(cluster: Cluster, superuserUrl: string): Promise<Server> {
  for (const giveUpMs = Date.now() + LEFTOVERS_MS; ; await delay(100)) {
    const server = spawnServer(cluster.dataDir, cluster.bin, cluster.account, cluster.port, cluster.log)
    const ready = await answers(server, superuserUrl, cluster.log).catch((error) =>
      end(server).then(() => Promise.reject(error)),
    )
    if (ready) return server
    const lastWords = await server.lastWords()
    if (!lastWords.includes('pre-existing shared memory block') || Date.now() > giveUpMs)
      throw startRefused(lastWords, cluster)
  }
}

function startRefused(text: string, { dataDir, port }: Cluster): AppError {
  if (text.includes('lock file "postmaster.pid" already exists'))
    return new AppError('data_dir_in_use', `another process runs the database in ${dataDir}`)
  if (text.includes('could not bind') || text.includes('Address already in use'))
    return new AppError('port_taken', `port ${port} for the database is taken: ${portHolder(port)}`)
  if (text.includes('incompatible with server'))
    return new AppError('data_dir_newer', `the database in ${dataDir} was made by another Postgres version: ${text}`)
  return new AppError('unavailable', `the database does not start: ${text}`)
}

async function end(server: Server): Promise<void> {
  if (server.isAlive()) await endProcess(server.pid, server.isAlive)
}
