import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Platform } from './atomic-test.ts'

export const EXECUTION_STATES = ['pending', 'running', 'success', 'failed', 'cancelled'] as const
export type ExecutionState = (typeof EXECUTION_STATES)[number]
/** `live`: its events go through the pipeline. `dry`: the rules are tried on them, and nothing is stored. */
export const EXECUTION_MODES = ['live', 'dry'] as const
export type ExecutionMode = (typeof EXECUTION_MODES)[number]
export const OUTCOMES = ['detected', 'missed'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** A rule that held for events of an execution. */
export type RuleFinding = {
  readonly rule_id: string
  readonly title: string
  /** True when the rule names the technique of the test or a sub-technique of it; the test then counts as detected. */
  readonly names_technique: boolean
  /**
   * Seconds from the acceptance of the events by ingest until the signal was found. Null for a dry execution, which
   * waits for nothing.
   */
  readonly seconds: number | null
}

export type Undecided = { readonly rule_id: string; readonly reason: string }

export const EXECUTIONS = tableInCamelCase('Execution', {
  id: column.text(),
  test_id: column.text(),
  technique: column.text(),
  platform: column.json<Platform>(),
  mode: column.word(EXECUTION_MODES),
  state: column.word(EXECUTION_STATES),
  /** Null while it is unknown. */
  outcome: column.orNull(column.word(OUTCOMES)),
  requested_by: column.text(),
  wait_seconds: column.int(),
  events: column.int(),
  events_stored: column.orNull(column.int()),
  findings: column.json<readonly RuleFinding[]>(),
  undecided: column.json<readonly Undecided[]>(),
  alert_id: column.orNull(column.text()),
  alert_seconds: column.orNull(column.number()),
  error: column.orNull(column.text()),
  queued_at: column.time(),
  started_at: column.orNull(column.time()),
  sent_at: column.orNull(column.time()),
  ended_at: column.orNull(column.time()),
  /** Round of a schedule that it is part of. */
  round_id: column.orNull(column.text()),
})
export type Execution = RowOf<typeof EXECUTIONS>

/** Links of the chain from an event to an alert, in their order. */
export const CHAIN_LINKS = ['sent', 'stored', 'rule_matched', 'alert'] as const
export type ChainLink = (typeof CHAIN_LINKS)[number]

type Links = Pick<Execution, 'mode' | 'sentAt' | 'events' | 'eventsStored' | 'findings' | 'alertId' | 'endedAt'>

/**
 * The last link of the chain that worked, and the first that did not, which is where to investigate. A dry execution
 * only tries rules, so its other links are unknown. `missing` is null while the execution runs, and when all links
 * worked.
 */
export function chainOf(of: Links): { readonly last: ChainLink | null; readonly missing: ChainLink | null } {
  const hasMatched = of.findings.some(({ names_technique }) => names_technique)
  const isOver = of.endedAt !== null
  if (of.mode === 'dry')
    return hasMatched
      ? { last: 'rule_matched', missing: null }
      : { last: null, missing: isOver ? 'rule_matched' : null }
  const works: Readonly<Record<ChainLink, boolean>> = {
    sent: of.sentAt !== null,
    stored: (of.eventsStored ?? 0) >= of.events,
    rule_matched: hasMatched,
    alert: of.alertId !== null,
  }
  // A rule may match before all events are stored, so the last working link decides, even after a link that does not
  // work.
  const last = CHAIN_LINKS.findLast((link) => works[link]) ?? null
  const next = CHAIN_LINKS[last === null ? 0 : CHAIN_LINKS.indexOf(last) + 1] ?? null
  return { last, missing: isOver ? next : null }
}
