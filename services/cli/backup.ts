/**
 * `svc backup DIR` and `svc restore DIR`: copies the data folder of a running instance, and restores it in another
 * place. Data on servers (ClickHouse, Postgres, Kafka, a bucket) is backed up with their own tools:
 * `docs/operations.md`.
 */
import fs from 'node:fs'
import path from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { openLog } from '../../platform/log.ts'
import { makeFolder } from '../../platform/make-folder.ts'
import { isBalanced } from '../../query/ledger.ts'
import { FolderCopy } from '../backup/copy.ts'
import { type About, DATA, faultsOf, type Manifest, readManifest, writeManifest } from '../backup/manifest.ts'
import { whilePaused } from '../backup/pause.ts'
import { type Config, config } from '../config.ts'
import { shellWord } from '../process/shell-word.ts'
import { takeDataDir } from '../supervisor/data-dir.ts'
import { isInstance, readInstance } from '../supervisor/instance.ts'
import { waitForDrain } from './drain.ts'
import { quietLogs } from './globals.ts'
import { readLedger, table } from './ledger.ts'
import { startInstance } from './start-instance.ts'

const DRAIN_MS_MAX = 600_000
/** Passes over a running instance before the last one, for which it is paused: few files change by then. */
const PASSES = 2

/** Prints the copied files. A failure leaves nothing behind. */
export async function runBackup(out: string): Promise<void> {
  const settings = config()
  requireOwnStores(settings)
  const dir = path.resolve(settings.dataDir)
  if (!fs.existsSync(path.join(dir, 'version.json'))) throw new AppError('not_found', `${dir} is not a data folder`)
  const backup = path.resolve(out)
  if (!path.relative(dir, backup).startsWith('..'))
    throw new AppError('bad_request', `${backup} is inside the data folder`)
  makeEmpty(backup)
  try {
    const data = path.join(backup, DATA)
    fs.mkdirSync(data, { mode: fs.statSync(dir).mode & 0o777 })
    const manifest = writeManifest(backup, await copied(dir, data))
    console.log(summary(backup, manifest))
    if (settings.archiveUrl !== null) say(`the archive at ${settings.archiveUrl} is not included`)
    if (!manifest.has_credential_key) say('SVC_CREDENTIAL_KEY is not included: without it no secret can be decrypted')
  } catch (error) {
    fs.rmSync(backup, { recursive: true, force: true })
    throw error
  }
}

async function copied(dir: string, data: string): Promise<About> {
  const copy = new FolderCopy(dir, data)
  const keyed = () => ({ has_credential_key: fs.existsSync(path.join(data, 'credential.key')) })
  const release = await stoppedFolder(dir)
  if (release !== null) {
    try {
      const as_of = new Date().toISOString()
      copy.pass()
      return { as_of, paused_ms: null, ...keyed() }
    } finally {
      release()
    }
  }
  const { pid } = readInstance(dir)
  if (process.platform !== 'linux')
    throw new AppError('unavailable', 'a running instance can be backed up on Linux only: stop it first')
  for (let pass = 0; pass < PASSES; pass++) copy.pass()
  const { startedAt, as_of } = await whilePaused(pid, () => {
    const paused = { startedAt: performance.now(), as_of: new Date().toISOString() }
    copy.pass()
    return paused
  })
  return { as_of, paused_ms: Math.round(performance.now() - startedAt), ...keyed() }
}

/** Locks the folder of a stopped instance, so that none starts meanwhile; null when one runs. */
async function stoppedFolder(dir: string): Promise<(() => void) | null> {
  try {
    return await takeDataDir(dir, openLog('backup', 'warn'))
  } catch (error) {
    if (error instanceof AppError && error.code === 'data_dir_in_use' && isInstance(dir)) return null
    throw error
  }
}

/**
 * With `check` it starts the restored instance, waits until no event is in flight, and exits with 1 unless the ledger
 * balances.
 */
export async function runRestore(from: string, options: { check?: boolean }): Promise<void> {
  const settings = config()
  requireOwnStores(settings)
  const backup = path.resolve(from)
  const dir = path.resolve(settings.dataDir)
  const manifest = readManifest(backup)
  const faults = faultsOf(backup, manifest)
  if (faults.length > 0)
    throw new AppError(
      'bad_config',
      `${backup} has changed since it was made; nothing was restored:\n${listed(faults)}`,
    )
  makeEmpty(dir)
  try {
    new FolderCopy(path.join(backup, DATA), dir).pass()
  } catch (error) {
    fs.rmSync(dir, { recursive: true, force: true })
    throw error
  }
  console.log(`restored ${manifest.files.length} files of ${manifest.as_of} to ${dir}`)
  if (!manifest.has_credential_key && settings.credentialKey === null)
    say('the backup does not include SVC_CREDENTIAL_KEY: set it before you start')
  if (options.check) await check(settings)
  else console.log(`start it with: npx svc up --data ${shellWord(dir)}`)
}

async function check(settings: Config): Promise<void> {
  quietLogs()
  const running = await startInstance(settings, openLog('restore', 'warn'), 1)
  let isSound = false
  try {
    await waitForDrain(settings, DRAIN_MS_MAX)
    const { rows } = await readLedger(undefined)
    isSound = isBalanced(rows)
    console.log(table(rows))
    console.log(isSound ? 'the ledger balances' : 'the ledger does not balance')
  } finally {
    await running.end(isSound ? 0 : 1)
  }
}

/** Throws `bad_config` where a part of the instance is not in its data folder. */
function requireOwnStores({ clickhouseUrl, databaseUrl, kafkaBrokers }: Config): void {
  const elsewhere = { CLICKHOUSE_URL: clickhouseUrl, DATABASE_URL: databaseUrl, KAFKA_BROKERS: kafkaBrokers }
  const names = Object.entries(elsewhere).flatMap(([name, value]) => (value === null ? [] : [name]))
  if (names.length > 0)
    throw new AppError(
      'bad_config',
      `${names.join(', ')}: data on these servers is not included; back it up with their own tools (docs/operations.md)`,
    )
}

/** Throws `conflict` for a folder that has something in it. */
function makeEmpty(folder: string): void {
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0)
    throw new AppError('conflict', `${folder} is not empty`)
  makeFolder(folder, 0o700)
}

function summary(backup: string, { files, as_of, paused_ms }: Manifest): string {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const paused =
    paused_ms === null
      ? 'the instance was not running'
      : `the instance was paused for ${(paused_ms / 1000).toFixed(1)} s`
  return `${backup}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, as of ${as_of}; ${paused}`
}

const LISTED_MAX = 20

function listed(faults: readonly string[]): string {
  const rest = faults.length - LISTED_MAX
  return [...faults.slice(0, LISTED_MAX), ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
