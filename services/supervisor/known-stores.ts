/**
 * What the embedded stores of an installation hold: begun anew beside logs that go on, a store that is gone would be
 * empty, and nothing would say so.
 */
import fs from 'node:fs'
import path from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { writeWhole } from '../../platform/write-whole.ts'
import { lakeTables } from '../../stores/clickhouse/embedded/lake-tables.ts'
import { hasCluster } from '../../stores/postgres/embedded/cluster.ts'
import type { Config } from '../config.ts'
import { KNOWN_DIR } from '../known-dir.ts'

type Stores = Pick<Config, 'dataDir' | 'clickhouseUrl' | 'databaseUrl'>

/** One that runs elsewhere is not ours to miss. */
function storesOf({ dataDir, clickhouseUrl, databaseUrl }: Stores) {
  const stores = [
    { name: 'clickhouse', isOurs: clickhouseUrl === null, parts: lakeTables },
    { name: 'postgres', isOurs: databaseUrl === null, parts: (dir: string) => (hasCluster(dir) ? ['cluster'] : []) },
  ]
  return stores
    .filter(({ isOurs }) => isOurs)
    .map(({ name, parts }) => {
      const dir = path.join(dataDir, name)
      return { dir, parts: parts(dir), known: path.join(dataDir, KNOWN_DIR, name) }
    })
}

/** Before the stores are started. Throws `unavailable` when a part is gone that was noted. */
export function refuseMissingStores(config: Stores): void {
  for (const { dir, parts, known } of storesOf(config)) {
    const missing = partsIn(known).filter((part) => !parts.includes(part))
    if (missing.length === 0) continue
    throw new AppError(
      'unavailable',
      `${dir} was removed, or a part of it: ${missing.join(', ')} is not there, and what is stored is in it. Put it back, or remove ${known} to go on without it`,
    )
  }
}

/** Once the stores are as this build wants them. */
export function noteStores(config: Stores): void {
  for (const { parts, known } of storesOf(config)) {
    if (partsIn(known).join() === parts.join()) continue // also on a full disk
    fs.mkdirSync(path.dirname(known), { recursive: true, mode: 0o700 })
    writeWhole(known, parts.join('\n'))
  }
}

function partsIn(known: string): string[] {
  if (!fs.existsSync(known)) return []
  return fs
    .readFileSync(known, 'utf8')
    .split('\n')
    .filter((part) => part !== '')
}
