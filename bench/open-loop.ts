/**
 * Load at a fixed rate, independent of the responses. A time is counted from the moment at which a request was due, so
 * that a stalled server affects every request that was due meanwhile, not only one.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { percentile } from './pusher.ts'
import { round } from './round.ts'

/** Resolves when all requests are answered. */
export async function openLoop(
  perSecond: number,
  seconds: number,
  send: (nth: number, dueMs: number) => Promise<void>,
): Promise<void> {
  const total = Math.round(perSecond * seconds)
  const startedAt = performance.now()
  const running: Promise<void>[] = []
  for (let nth = 0; nth < total; ) {
    const nowMs = performance.now() - startedAt
    for (; nth < total && (nth * 1000) / perSecond <= nowMs; nth++)
      running.push(send(nth, startedAt + (nth * 1000) / perSecond))
    await delay(1)
  }
  await Promise.all(running)
}

export function inMs(times: readonly number[]): { p50: number; p99: number; max: number } {
  return { p50: round(percentile(times, 0.5)), p99: round(percentile(times, 0.99)), max: round(Math.max(...times)) }
}
