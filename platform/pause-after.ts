/** @bound pause between attempts of relays and chainer while Postgres does not answer -> they retry until it answers */
const PAUSE_MS_MAX = 2_000

/** Milliseconds to wait after this many failures in a row: doubled from the second failure on, at most 2 s. */
export function pauseAfter(failures: number, firstMs: number): number {
  return Math.max(firstMs, Math.min(PAUSE_MS_MAX, firstMs * 2 ** Math.max(0, failures - 1)))
}
