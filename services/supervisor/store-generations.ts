/**
 * Records the embedded stores of an installation and their age. Without it, a lost store would start empty beside logs
 * that continue, or a restored one would lack later rows, without any error.
 */
import fs from 'node:fs'
import path from 'node:path'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { writeWhole } from '../../platform/write-file-atomic.ts'
import { lakeTables } from '../../stores/clickhouse/embedded/lake-tables.ts'
import { hasCluster } from '../../stores/postgres/embedded/cluster.ts'
import type { Config } from '../config.ts'
import { KNOWN_DIR } from '../process/known-dir.ts'
import { countIn, writeCount } from './count-file.ts'

type Stores = Pick<Config, 'dataDir' | 'clickhouseUrl' | 'databaseUrl'>

/** A store on another server is not checked. */
function storesOf({ dataDir, clickhouseUrl, databaseUrl }: Stores) {
  const stores = [
    { name: 'clickhouse', isOurs: clickhouseUrl === null, parts: lakeTables, files: 'engine' },
    {
      name: 'postgres',
      isOurs: databaseUrl === null,
      parts: (dir: string) => (hasCluster(dir) ? ['cluster'] : []),
      files: 'cluster',
    },
  ]
  return stores
    .filter(({ isOurs }) => isOurs)
    .map(({ name, parts, files }) => {
      const dir = path.join(dataDir, name)
      const known = path.join(dataDir, KNOWN_DIR, name)
      // The age is stored beside the data, so every copy has the age of its own time.
      return { dir, parts: parts(dir), known, age: path.join(dir, files, AGE), knownAge: `${known}-${AGE}` }
    })
}

const AGE = 'svc-age'
const AGE_MS = 60_000

type StoreFault = { readonly text: string; readonly todo: string }

/** The stores of which a recorded part is gone, and those that are older than recorded. */
export function storeFaults(config: Stores): StoreFault[] {
  return storesOf(config).flatMap(({ dir, parts, known, age, knownAge }) => {
    const missing = partsIn(known).filter((part) => !parts.includes(part))
    if (missing.length > 0)
      return {
        text: `${dir} is incomplete: ${missing.join(', ')} is missing, and it holds stored data`,
        todo: `Restore it from a backup, or remove ${known} to continue without it`,
      }
    if (!fs.existsSync(known) || countIn(age) >= countIn(knownAge)) return []
    return {
      text: `${dir} is older than the logs beside it: data stored since then is missing from it`,
      todo: `Restore the latest copy, or a backup of the whole data folder; or remove ${known} to continue without it`,
    }
  })
}

/** Runs before the stores are started. Throws `unavailable` for the first of `storeFaults`. */
export function refuseMissingStores(config: Stores): void {
  for (const { text, todo } of storeFaults(config)) throw new AppError('unavailable', `${text}. ${todo}`)
}

/** Runs once the stores are migrated to this build. */
export function noteStores(config: Stores): void {
  for (const { parts, known } of storesOf(config)) {
    if (partsIn(known).join() === parts.join()) continue // also on a full disk
    fs.mkdirSync(path.dirname(known), { recursive: true, mode: 0o700 })
    writeWhole(known, parts.join('\n'))
  }
}

/** Raises the age of the stores while they run. Returns a function to call when they have ended. */
export function ageStores(config: Stores, log: Log): () => void {
  const age = () => {
    for (const store of storesOf(config)) {
      const count = Math.max(countIn(store.age), countIn(store.knownAge)) + 1
      // The store's count is written first: after a power cut a store behind its record would be refused.
      writeCount(store.age, count)
      writeCount(store.knownAge, count)
    }
  }
  const tried = () => {
    try {
      age()
    } catch (err) {
      log.warn({ err }, 'cannot record the generation of the stores, retrying')
    }
  }
  tried()
  const timer = setInterval(tried, AGE_MS).unref()
  return () => {
    clearInterval(timer)
    tried()
  }
}

function partsIn(known: string): string[] {
  if (!fs.existsSync(known)) return []
  return fs
    .readFileSync(known, 'utf8')
    .split('\n')
    .filter((part) => part !== '')
}
