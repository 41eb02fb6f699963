/**
 * The results that windows must give, computed from their definitions without regard to cost: every instant of every
 * group is examined separately. Sequences are not covered; the conformance suite tests them.
 */

import type { Window } from '../plan/plan.ts'
import type { Entry } from './columns.ts'
import { allOf, hasNegation, holds } from './condition.ts'
import type { CorrelatedEvent } from './conformance.ts'
import { isRising, measured, meets } from './measure.ts'

/** Times at which a window over one group fires, with the watermark past everything. */
export function firings(window: Window, entries: readonly Entry[]): number[] {
  if (window.kind === 'sequence') throw new Error('there is no oracle for sequences')
  const { windowMs } = window
  const within = (fromMs: number, toMs: number) => entries.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs)
  const instants = [...new Set(entries.map(({ timeMs }) => timeMs))].sort((a, b) => a - b)
  const spans = [...new Set(instants.map((timeMs) => Math.floor(timeMs / windowMs)))]
  if (window.kind === 'aggregate' && !isRising(window)) {
    const ends = spans.map((span) => (span + 1) * windowMs - 1)
    return ends.filter((endMs) => {
      const figure = measured(window.measure, within(endMs - windowMs + 1, endMs))
      return figure !== null && meets(figure, window.bounds)
    })
  }
  const isTrue = (timeMs: number): boolean => {
    const before = within(timeMs - windowMs, timeMs)
    if (window.kind === 'aggregate') return meets(measured(window.measure, before) ?? Number.NaN, window.bounds)
    if (window.ordered) return hasChain(before, window.feeds.length - 1, timeMs)
    const around = within(timeMs - windowMs, timeMs + windowMs)
    return holds(window.condition ?? allOf(window.feeds.length), feedsOf(before), feedsOf(around))
  }
  const isNegated = window.kind === 'temporal' && window.condition !== null && hasNegation(window.condition)
  const firsts = spans.map((span) => instants.find((at) => Math.floor(at / windowMs) === span && isTrue(at)))
  return firsts.filter((at) => at !== undefined).map((at) => (isNegated ? at + windowMs : at))
}

/** The entries of a group, each uid once. */
export function entriesOf(events: readonly CorrelatedEvent[], feeds: readonly string[], field: string | null): Entry[] {
  const entries = events.map(({ timeMs, uid, matched, fields }): Entry => {
    const bits = feeds.reduce((bits, feed, at) => (matched.includes(feed) ? bits | (1 << at) : bits), 0)
    return { timeMs, uid, feeds: bits, value: field === null ? null : Number(fields[field]), carry: [] }
  })
  return entries.filter(({ feeds }) => feeds !== 0)
}

function feedsOf(entries: readonly Entry[]): number {
  return entries.reduce((feeds, entry) => feeds | entry.feeds, 0)
}

/** True when there is an event of each feed up to `last`, in order, the last one at `endMs`, and none used twice. */
function hasChain(entries: readonly Entry[], last: number, endMs: number, used: readonly Entry[] = []): boolean {
  if (last < 0) return true
  const isEnd = used.length === 0
  const fits = ({ timeMs }: Entry) => (isEnd ? timeMs === endMs : timeMs <= endMs)
  return entries.some((entry) => {
    if (!(entry.feeds & (1 << last)) || used.includes(entry) || !fits(entry)) return false
    return hasChain(entries, last - 1, entry.timeMs, [entry, ...used])
  })
}
