/** The list of a backup: each file with its size and SHA-256. It is written last, so a folder without it is no backup. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { writeWhole } from '../../platform/write-file-atomic.ts'

export const MANIFEST = 'backup.json'
/** Where the copy of the data folder lies in a backup. */
export const DATA = 'data'
const FORMAT = 1
const CHUNK_BYTES = 1 << 20

export type BackupFile = { readonly path: string; readonly size: number; readonly sha256: string }

export type Manifest = {
  readonly format: typeof FORMAT
  /** Time of the copy: when writers stood still, or when it began where none ran. RFC 3339, UTC. */
  readonly as_of: string
  /** Milliseconds for which the instance stood still; null where none ran. */
  readonly paused_ms: number | null
  /** False where the key that secrets are sealed with is not in the backup: it is SVC_CREDENTIAL_KEY then. */
  readonly has_credential_key: boolean
  readonly files: readonly BackupFile[]
  /** Folders and links. Postgres does not start without its empty folders, and not every copier takes them along. */
  readonly others: readonly string[]
}

export type About = Omit<Manifest, 'format' | 'files' | 'others'>

export function writeManifest(backup: string, about: About): Manifest {
  const data = path.join(backup, DATA)
  const { files, others } = contentOf(data)
  const digested = files.map((file) => ({ path: file, ...digestOf(path.join(data, file), true) }))
  const manifest: Manifest = { format: FORMAT, ...about, files: digested, others }
  writeWhole(path.join(backup, MANIFEST), JSON.stringify(manifest))
  return manifest
}

/** Throws `not_found` for a folder that is no whole backup, `bad_config` for one of another format. */
export function readManifest(backup: string): Manifest {
  const file = path.join(backup, MANIFEST)
  if (!fs.existsSync(file)) throw new AppError('not_found', `${backup} is not a backup, or was never finished`)
  let manifest: Partial<Manifest>
  try {
    manifest = JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<Manifest>
  } catch (cause) {
    throw new AppError('bad_config', `${file} is damaged`, { cause })
  }
  if (manifest.format !== FORMAT || !Array.isArray(manifest.files) || !Array.isArray(manifest.others))
    throw new AppError('bad_config', `${file} is of a format that this version does not read`)
  return manifest as Manifest
}

/** One line for each file that is missing, changed, or not in the manifest; empty for an unchanged backup. */
export function faultsOf(backup: string, { files, others }: Manifest): string[] {
  const data = path.join(backup, DATA)
  const faults: string[] = []
  const listed = new Set<string>()
  for (const { path: file, size, sha256 } of files) {
    listed.add(file)
    const found = path.join(data, file)
    if (!fs.lstatSync(found, { throwIfNoEntry: false })?.isFile()) faults.push(`${file} is missing`)
    else if (digestOf(found, false).sha256 !== sha256)
      faults.push(`${file} has changed: it had ${size} bytes when it was backed up`)
  }
  for (const other of others)
    if (!fs.lstatSync(path.join(data, other), { throwIfNoEntry: false })) faults.push(`${other} is missing`)
  for (const file of contentOf(data).files) if (!listed.has(file)) faults.push(`${file} is not part of the backup`)
  return faults
}

/** Regular files, and what else there is, relative to the folder. */
function contentOf(folder: string): { readonly files: string[]; readonly others: string[] } {
  const content: { files: string[]; others: string[] } = { files: [], others: [] }
  for (const entry of fs.existsSync(folder) ? fs.readdirSync(folder, { withFileTypes: true, recursive: true }) : []) {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name))
    if (entry.isFile()) content.files.push(file)
    else content.others.push(file)
  }
  return { files: content.files.sort(), others: content.others.sort() }
}

/** With `isKept` the file is fsynced before this returns. */
function digestOf(file: string, isKept: boolean): Omit<BackupFile, 'path'> {
  const fd = fs.openSync(file, 'r')
  try {
    const hash = createHash('sha256')
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    let size = 0
    for (let read = fs.readSync(fd, chunk); read > 0; read = fs.readSync(fd, chunk)) {
      hash.update(chunk.subarray(0, read))
      size += read
    }
    if (isKept) fs.fsyncSync(fd)
    return { size, sha256: hash.digest('hex') }
  } finally {
    fs.closeSync(fd)
  }
}
