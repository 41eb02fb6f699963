import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
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

export type Execution = {
  readonly id: string
  readonly testId: string
  readonly technique: string
  readonly platform: Platform
  readonly mode: ExecutionMode
  readonly state: ExecutionState
  /** Null while it is unknown. */
  readonly outcome: Outcome | null
  readonly requestedBy: string
  readonly waitSeconds: number
  readonly events: number
  readonly eventsStored: number | null
  readonly findings: readonly RuleFinding[]
  readonly undecided: readonly Undecided[]
  readonly alertId: string | null
  readonly alertSeconds: number | null
  readonly error: string | null
  readonly queuedAt: Date
  readonly startedAt: Date | null
  readonly sentAt: Date | null
  readonly endedAt: Date | null
  /** Round of a schedule that it is part of. */
  readonly roundId: string | null
}

export const EXECUTION_COLUMNS = `id, test_id, technique, platform, mode, state, outcome, requested_by, wait_seconds, events,
  events_stored, findings, undecided, alert_id, alert_seconds, error, queued_at, started_at, sent_at, ended_at, round_id`

export function toExecution(row: Row): Execution {
  return {
    id: text(row, 'id'),
    testId: text(row, 'test_id'),
    technique: text(row, 'technique'),
    platform: row.platform as Platform, // words and JSON that this context wrote, here and below
    mode: row.mode as ExecutionMode,
    state: row.state as ExecutionState,
    outcome: row.outcome as Outcome | null,
    requestedBy: text(row, 'requested_by'),
    waitSeconds: int(row, 'wait_seconds'),
    events: int(row, 'events'),
    eventsStored: orNull(int, row, 'events_stored'),
    findings: row.findings as readonly RuleFinding[],
    undecided: row.undecided as readonly Undecided[],
    alertId: orNull(text, row, 'alert_id'),
    alertSeconds: row.alert_seconds as number | null,
    error: orNull(text, row, 'error'),
    queuedAt: time(row, 'queued_at'),
    startedAt: orNull(time, row, 'started_at'),
    sentAt: orNull(time, row, 'sent_at'),
    endedAt: orNull(time, row, 'ended_at'),
    roundId: orNull(text, row, 'round_id'),
  }
}

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
