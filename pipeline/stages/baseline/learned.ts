/** Learned state of the metrics of an entity, and its stored form. */
import { bytesOfProfile, type HourlyProfile, readProfile, writeProfile } from './hourly-profile.ts'
import { KNOWN_BYTES, KnownItems } from './known-items.ts'
import type { Metric } from './metrics.ts'

/** The learned state of one metric. */
export type Learned = { readonly profile: HourlyProfile; readonly known: KnownItems | null }

/** One byte per metric says whether the metric was learned. */
export function bytesOfLearned(learned: readonly (Learned | null)[]): Buffer {
  let length = 0
  for (const one of learned)
    length += one === null ? 1 : 1 + bytesOfProfile(one.profile) + (one.known?.bytes.length ?? 0)
  // Not of the pool, which would keep the memory of its neighbours for as long as this is kept.
  const bytes = Buffer.allocUnsafeSlow(length)
  let at = 0
  for (const one of learned) {
    bytes[at++] = one === null ? 0 : 1
    if (one === null) continue
    at = writeProfile(bytes, at, one.profile)
    if (one.known) at += one.known.bytes.copy(bytes, at)
  }
  return bytes
}

export function learnedOf(metrics: readonly Metric[], bytes: Buffer): (Learned | null)[] {
  let at = 0
  return metrics.map(({ kind }) => {
    if (!bytes[at++]) return null // also beyond the end, for a metric that is newer than the stored state
    const isNovel = kind === 'novel'
    const { profile, end } = readProfile(bytes, at, !isNovel)
    at = end + (isNovel ? KNOWN_BYTES : 0)
    return { profile, known: isNovel ? new KnownItems(Buffer.from(bytes.subarray(end, at))) : null }
  })
}
