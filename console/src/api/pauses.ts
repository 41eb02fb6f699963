/** Tracks requests that wait because the API is busy, so that the page can show until when. */
import { useSyncExternalStore } from 'react'

export type Pauses = {
  /** Begins a pause until this time, in Unix milliseconds. The returned function ends it. */
  begin(untilMs: number): () => void
  /** The latest end of all pauses; null if there is none. */
  until(): number | null
  follow(changed: () => void): () => void
}

export function pausesOf(): Pauses {
  const ends = new Map<symbol, number>()
  const followers = new Set<() => void>()
  let latest: number | null = null
  const notifyListeners = () => {
    latest = ends.size === 0 ? null : Math.max(...ends.values())
    for (const changed of followers) changed()
  }
  return {
    begin(untilMs) {
      const one = Symbol()
      ends.set(one, untilMs)
      notifyListeners()
      return () => {
        if (ends.delete(one)) notifyListeners()
      }
    },
    until: () => latest,
    follow(changed) {
      followers.add(changed)
      return () => followers.delete(changed)
    },
  }
}

export const pauses = pausesOf()

export const usePause = (): number | null => useSyncExternalStore(pauses.follow, pauses.until)
