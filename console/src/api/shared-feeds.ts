/**
 * One stream for all followers of the same channels. It outlives its last follower for a while, so that going from a
 * list to a record and back opens no new one: each costs a ticket, and a person has a limited number of requests.
 */
import type { StreamEvent, StreamState } from './stream-event.ts'

type Report = (event: StreamEvent) => void
type Change = (now: StreamState) => void
type Open = (channels: string, report: Report, state: Change) => () => void

type Feed = { readonly followers: Set<Follower>; close: () => void; state: StreamState }
type Follower = { readonly report: Report; readonly change: Change }

const IDLE_MS = 60_000

export function sharedFeeds(open: Open, idleMs = IDLE_MS): Open {
  const feeds = new Map<string, Feed>()
  let idle: { readonly channels: string; readonly timer: ReturnType<typeof setTimeout> } | null = null

  const closeIdle = () => {
    if (idle === null) return
    clearTimeout(idle.timer)
    feeds.get(idle.channels)?.close()
    feeds.delete(idle.channels)
    idle = null
  }
  const begin = (channels: string): Feed => {
    const followers = new Set<Follower>()
    const report: Report = (event) => {
      for (const one of followers) one.report(event)
    }
    const change: Change = (now) => {
      feed.state = now
      for (const one of followers) one.change(now)
    }
    const feed: Feed = { followers, state: 'connecting', close: () => undefined }
    feeds.set(channels, feed)
    // The stream may report its state before it is open.
    feed.close = open(channels, report, change)
    return feed
  }
  return (channels, report, change) => {
    if (idle?.channels === channels) {
      clearTimeout(idle.timer)
      idle = null
    }
    // A browser has six connections to a server: only one stream stays open without a follower.
    else closeIdle()
    const feed = feeds.get(channels) ?? begin(channels)
    const follower = { report, change }
    feed.followers.add(follower)
    change(feed.state)
    return () => {
      if (!feed.followers.delete(follower) || feed.followers.size > 0) return
      closeIdle()
      idle = { channels, timer: setTimeout(closeIdle, idleMs) }
    }
  }
}
