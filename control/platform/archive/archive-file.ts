/** A file of the archive: its facts, and how it differs from its commit. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withDuckdb } from '../../../stores/iceberg/duckdb.ts'
import type { DataFile } from '../../../stores/iceberg/manifest.ts'
import type { ObjectStore } from '../../../stores/iceberg/object-store.ts'
import { type FileFacts, parquetFacts } from '../../../stores/iceberg/parquet.ts'
import type { ArchiveMove } from './move-store.ts'
import { urlOf } from './paths.ts'

export type FileDeps = {
  readonly store: ObjectStore
  /** Files on their way. */
  readonly tempFolder: string
}

export const DUCK_MEMORY_MB = 1_000
export const DAY_MS = 86_400_000

/** Creates a temporary folder of its own below the folder for files in transit. */
export async function inFolder<T>(tempFolder: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(tempFolder, { recursive: true })
  const folder = await mkdtemp(join(tempFolder, 'move-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Rows, bytes and checksum of the file as it lies in the archive. */
export async function factsOf(store: ObjectStore, path: string, folder: string): Promise<FileFacts> {
  const { file, dispose } = await store.local(path, folder)
  try {
    const duck = { memoryMb: DUCK_MEMORY_MB, tempFolder: join(folder, 'spill') }
    return await withDuckdb(duck, (open) => parquetFacts(open, file))
  } finally {
    await dispose()
  }
}

/** The file as it lies in the archive, or how it differs from its commit. Throws when the store does not answer. */
export async function readFile(
  { store, tempFolder }: FileDeps,
  { path, checksum }: ArchiveMove,
): Promise<{ readonly facts: FileFacts } | { readonly fault: string }> {
  try {
    const facts = await inFolder(tempFolder, (folder) => factsOf(store, path, folder))
    if (facts.checksum === checksum) return { facts }
    return { fault: `${path} holds ${facts.checksum}, and ${checksum} was committed` }
  } catch (error) {
    return { fault: faultOf(path, error) }
  }
}

/** The text of the fault of a file that cannot be read. Throws the error when it says nothing about the file. */
export function faultOf(path: string, error: unknown): string {
  if (isTransient(error)) throw error
  return `${path} cannot be read: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`
}

/** A store that does not answer, or refuses the keys, says nothing about a file. */
export function isTransient(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'unavailable' || error.code === 'bad_config')
}

/** A file that is gone or differs from its commit: work on other files goes on. */
export class DamagedFile extends AppError {
  constructor(fault: string) {
    super('conflict', `${fault}; svc archive repair mends what can be mended`)
  }
}

/** Does the work for each of several, past damaged files. Throws the first `DamagedFile` at the end. */
export async function pastDamage<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  let first: DamagedFile | null = null
  for (const one of all)
    try {
      await work(one)
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error
      first ??= error
    }
  if (first !== null) throw first
}

/** Throws `DamagedFile`. */
export async function requireIntact(deps: FileDeps, move: ArchiveMove): Promise<void> {
  const read = await readFile(deps, move)
  if ('fault' in read) throw new DamagedFile(read.fault)
}

/** Checksums count rows and add their digests, so that those of several files add up. */
export function sumOf(sources: readonly ArchiveMove[]): string {
  const parts = sources.map(({ checksum }) => (checksum ?? '0:0').split(':').map(BigInt))
  const sum = (at: number) => parts.reduce((all, part) => all + (part[at] ?? 0n), 0n)
  return `${sum(0)}:${sum(1)}`
}

/** The file as the table lists it. */
export function dataFileOf(
  tenant: TenantId,
  { day, path }: Pick<ArchiveMove, 'day' | 'path'>,
  { rows, lower, upper, nulls }: Pick<FileFacts, 'rows' | 'lower' | 'upper' | 'nulls'>,
  bytes: number,
): DataFile {
  return { path: urlOf(path), tenant, day: Date.parse(day) / DAY_MS, rows, bytes, lower, upper, nulls }
}
