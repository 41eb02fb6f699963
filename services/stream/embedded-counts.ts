/**
 * Partition counts of an embedded log: a key must stay in its partition, so the counts stay those that the log was
 * created with.
 */
import fs from 'node:fs'
import path from 'node:path'
import { countsOf } from '../../pipeline/contract/topology.ts'
import { TOPOLOGY } from '../../pipeline/topology.ts'
import { AppError } from '../../platform/errors.ts'
import { makeFolder } from '../../platform/make-folder.ts'
import { PARTITIONS } from '../../schemas/topics.ts'

type Counts = Readonly<Record<string, number>>

/** File in the folder that holds all logs. */
const FILE = 'partitions.json'

/**
 * Returns the `wide` counts for a new log; its first writer stores them in the folder. A log without that file is from
 * an earlier version and has that version's counts. Throws `bad_config` when the file cannot be read.
 */
export function embeddedCounts(dir: string, wide: number, isWriter: boolean): Counts {
  const isOld = hasRecords(dir) // checked first, because the file is written before any record
  const noted = readNote(dir)
  if (noted) return { ...countsOf(TOPOLOGY, 'embedded'), ...noted }
  if (isOld) return countsOf(TOPOLOGY, 'embedded', PARTITIONS)
  const counts = countsOf(TOPOLOGY, 'embedded', wide)
  if (!isWriter) return counts
  writeNote(dir, counts)
  return readNote(dir) ?? counts
}

function hasRecords(dir: string): boolean {
  if (!fs.existsSync(dir)) return false
  return fs.readdirSync(dir, { withFileTypes: true }).some((entry) => entry.isDirectory())
}

function readNote(dir: string): Counts | null {
  const file = path.join(dir, FILE)
  if (!fs.existsSync(file)) return null
  try {
    const noted = JSON.parse(fs.readFileSync(file, 'utf8')) as Counts
    if (Object.values(noted).every((count) => Number.isSafeInteger(count) && count > 0)) return noted
  } catch {
    // reported below
  }
  throw new AppError('bad_config', `${file} does not say how many partitions the topics have`)
}

/** Several processes may start at once: the first file written wins, and a reader sees it complete or not at all. */
function writeNote(dir: string, counts: Counts): void {
  makeFolder(dir, 0o700)
  const own = path.join(dir, `${FILE}.${process.pid}`)
  fs.writeFileSync(own, JSON.stringify(counts), { mode: 0o600, flush: true })
  try {
    fs.linkSync(own, path.join(dir, FILE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    fs.rmSync(own)
  }
}
