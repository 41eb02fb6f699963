/** Requests that wait because the API is busy: the page says until when, where it would otherwise only stand still. */
import { useSyncExternalStore } from 'react'

export type Pauses = {
  /** Begins a pause until this time, Unix milliseconds. The function that it returns ends it. */
  begin(untilMs: number): () => void
  /** The latest end of all that wait; null: none waits. */
  until(): number | null
  follow(changed: () => void): () => void
}

export function pausesOf(): Pauses {
  const ends = new Map<symbol, number>()
  const followers = new Set<() => void>()
  let latest: number | null = null
  const tell = () => {
    latest = ends.size === 0 ? null : Math.max(...ends.values())
    for (const changed of followers) changed()
  }
  return {
    begin(untilMs) {
      const one = Symbol()
      ends.set(one, untilMs)
      tell()
      return () => {
        if (ends.delete(one)) tell()
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
