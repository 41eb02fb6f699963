import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sharedFeeds } from './shared-feeds.ts'
import type { StreamEvent, StreamState } from './stream-event.ts'

const IDLE_MS = 1_000
type Opened = {
  channels: string
  report: (event: StreamEvent) => void
  state: (now: StreamState) => void
  isOpen: boolean
}
let opened: Opened[] = []
const open = (channels: string, report: Opened['report'], state: Opened['state']) => {
  const one = { channels, report, state, isOpen: true }
  opened.push(one)
  state('connecting')
  return () => {
    one.isOpen = false
  }
}
const none = () => undefined

beforeEach(() => {
  opened = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('followers of the same channels share a stream, and hear its events and its state', () => {
  const follow = sharedFeeds(open, IDLE_MS)
  const [first, second, states] = [vi.fn(), vi.fn(), vi.fn()]
  follow('cases', first, none)
  opened[0]?.state('live')
  const stop = follow('cases', second, states)
  expect(states.mock.calls).toEqual([['live']])
  opened[0]?.report({ type: 'reset' })
  stop()
  opened[0]?.report({ type: 'heartbeat' })
  expect([opened.length, first.mock.calls.length, second.mock.calls.length]).toEqual([1, 2, 1])
})

test('a stream without followers is used again, and closes when nobody comes back', () => {
  const follow = sharedFeeds(open, IDLE_MS)
  follow('cases', none, none)()
  const stop = follow('cases', none, none)
  expect(opened.map(({ isOpen }) => isOpen)).toEqual([true])
  vi.advanceTimersByTime(2 * IDLE_MS)
  expect(opened[0]?.isOpen).toBe(true)
  stop()
  stop()
  vi.advanceTimersByTime(IDLE_MS)
  expect(opened[0]?.isOpen).toBe(false)
  follow('cases', none, none)
  expect(opened).toHaveLength(2)
})

test('at most one stream stays open without a follower', () => {
  const follow = sharedFeeds(open, IDLE_MS)
  for (const channels of ['alerts', 'cases', 'actions']) follow(channels, none, none)()
  follow('hunts', none, none)
  expect(opened.filter(({ isOpen }) => isOpen).map(({ channels }) => channels)).toEqual(['hunts'])
})
