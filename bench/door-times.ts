/** Reads ingest's own times from the headers of a request to its response, so the load generator is not included. */

const BUCKET = /^ingest_request_seconds_bucket\{([^}]*route="\/v1\/ingest\/batch"[^}]*)\} (\d+)/gm

/** Number of batches that were answered within this many seconds since ingest started; under `Infinity` all of them. */
export type IngestTimes = ReadonlyMap<number, number>

export async function readIngestTimes(ingestUrl: string): Promise<IngestTimes> {
  const text = await (await fetch(new URL('/metrics', ingestUrl))).text()
  return new Map([...text.matchAll(BUCKET)].map(([, labels = '', count]) => [boundOf(labels), Number(count)]))
}

function boundOf(labels: string): number {
  const bound = /le="([^"]+)"/.exec(labels)?.[1]
  return bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound)
}

/**
 * The lowest bound of the histogram, in milliseconds, within which 99 of 100 batches between the two readings were
 * answered; null when there were none.
 */
export function p99AtMostMs(before: IngestTimes, after: IngestTimes): number | null {
  const within = (bound: number) => (after.get(bound) ?? 0) - (before.get(bound) ?? 0)
  const all = within(Number.POSITIVE_INFINITY)
  const bounds = [...after.keys()].sort((a, b) => a - b)
  const bound = bounds.find((one) => within(one) >= 0.99 * all)
  return all === 0 || bound === undefined ? null : bound * 1000
}
