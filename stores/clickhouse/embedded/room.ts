import { AppError } from '../../../platform/errors.ts'
import { freeBytes } from '../../../platform/free-bytes.ts'
import type { EmbeddedConfig } from './config.ts'

/**
 * Throws `unavailable` when no more is left than what is kept free. A disk that is full before a write does the engine no
 * harm, and one that is full in the midst of it is met (see `watch.ts`); but a table whose definition it could not
 * write whole, or a mutation whose command, keeps it from ever starting again.
 */
export function requireRoom({ dataDir, keepFreeMb }: EmbeddedConfig): void {
  if (freeBytes(dataDir) > keepFreeMb * 1_000_000) return
  throw new AppError('unavailable', `less than ${keepFreeMb} MB are free on the disk of the lake`)
}
