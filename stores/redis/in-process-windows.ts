import { assert } from '../../platform/assert.ts'
import { type RequestWindows, WINDOW_MS } from './request-windows.ts'

type Window = { count: number; endMs: number }

export type InProcessWindowOptions = {
  /** A clock that never goes back. */
  readonly nowMs?: () => number
  /** Largest number of callers; beyond it the oldest window is forgotten, and its caller starts again. */
  readonly keysMax?: number
}

/** For a single replica. */
export function inProcessWindows(options: InProcessWindowOptions = {}): RequestWindows {
  const { nowMs = () => performance.now(), keysMax = 50_000 } = options
  assert(keysMax > 0, 'windows may remember somebody')
  const windows = new Map<string, Window>()
  return {
    async count(key) {
      const now = nowMs()
      const known = windows.get(key)
      const window = known && known.endMs > now ? known : begin(windows, key, now, keysMax)
      window.count++
      return { count: window.count, resetSeconds: Math.ceil((window.endMs - now) / 1000) }
    },
  }
}

function begin(windows: Map<string, Window>, key: string, now: number, keysMax: number): Window {
  const window = { count: 0, endMs: now + WINDOW_MS }
  windows.delete(key) // re-insert: map order is the order in which windows began
  windows.set(key, window)
  if (windows.size > keysMax) {
    const [oldest] = windows.keys()
    if (oldest !== undefined) windows.delete(oldest)
  }
  return window
}
