import { AppError } from '../../../platform/errors.ts'
import { freeBytes } from '../../../platform/free-bytes.ts'
import type { EmbeddedConfig } from './config.ts'

/**
 * Throws `unavailable` when less than `keepFreeMb` is free on the disk. The engine survives a disk that is full before
 * a write, and `watch.ts` handles one that fills up during an insert. But a table definition or a mutation command that
 * was written only in part keeps the engine from ever starting again.
 */
export function requireRoom({ dataDir, keepFreeMb }: EmbeddedConfig): void {
  if (freeBytes(dataDir) > keepFreeMb * 1_000_000) return
  throw new AppError('unavailable', `less than ${keepFreeMb} MB are free on the disk of the lake`)
}
