/** Tests a rule on the events of a request: which ones it matches, and why. */
import { setImmediate } from 'node:timers/promises'
import { fillRow, intakeOf, mappedRecord } from '../../../connectors/index.ts'
import { type ExplainedExpr, type Explanation, explainMatch } from '../../../detections/match/explain.ts'
import { coversLogSource } from '../../../detections/match/scan.ts'
import type { EventBody, Rule } from '../../../detections/plan/plan.ts'
import { EVALUATION_WORK, withinWork, work } from '../../../detections/plan/work.ts'
import { routedByClass } from '../../../detections/tenant/class-routes.ts'
import type { EventRuleDocument } from '../../../detections/tenant/documents.ts'
import { RuleEvent } from '../../../detections/tenant/rule-event.ts'
import { conditionsOf } from '../../../detections/tenant/window-plan.ts'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { HuntOverlays } from '../../../query/hunt-overlays.ts'
import { EventRow } from '../../../schemas/event-row.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { huntOverlays } from './hunt-overlays.ts'
import type { ReadText } from './read-texts.ts'
import { type RulesAsRun, rulesAsRun, textAsRun } from './rules-as-run.ts'

export type Tried = {
  /** Null: the event would go to the dead letters, for this reason. */
  readonly matches: readonly string[] | null
  readonly refusal: string | null
  /** By rule; empty unless requested. */
  readonly explanations: readonly RuleExplanation[]
  /** Rules that match without a signal, each with the reason: they are suppressed for the tenant or for this event. */
  readonly suppressed: readonly { readonly ruleId: string; readonly reason: string }[]
  /** Rules over the work limit of one evaluation or of the request; they count as no match. */
  readonly unfinished: readonly string[]
}

export type RuleExplanation = {
  readonly ruleId: string
  /** The step of a rule over several events that this is about. Null for a rule over one. */
  readonly step: number | null
  readonly isForLogSource: boolean
  readonly matches: boolean
  readonly where: ShownExpr
}

/** A part of a condition as an answer shows it. `omitted` parts follow that are not shown. */
export type ShownExpr = {
  readonly kind: string
  readonly held: boolean
  readonly field?: string
  readonly test?: unknown
  readonly value?: unknown
  readonly of?: readonly ShownExpr[]
  readonly omitted?: number
}

/** Parts of one condition that are shown, and characters of a value in it. */
const PARTS_MAX = 500
const VALUE_CHARS_MAX = 1_000

/**
 * Work of one request, some 2 s; others get their turn after each event that took as much as an evaluation may.
 * @bound work of a request to `/rules/{id}/test` = {} units -> the other events are listed as `unfinished`
 */
const REQUEST_WORK = 50 * EVALUATION_WORK

/** A rule over one event, or one step of a rule over several events; steps count from 1. */
export type TriedRule = { readonly id: string; readonly step: number | null; readonly body: EventBody }

/** `ruleOf` finds the rules that feed a window, which are its parts where it does. */
export function triedOf(rule: Rule, ruleOf: (id: string) => Rule | undefined): readonly TriedRule[] {
  const { id, body } = rule
  if (body.kind === 'event') return [{ id, step: null, body }]
  const own = conditionsOf(body).map((part) => ({ id, step: part.feed + 1, body: part.body }))
  if (body.window.kind === 'sequence') return own
  const fed = body.window.feeds.flatMap((feed, at) => {
    const part = 'rule' in feed ? ruleOf(feed.rule)?.body : undefined
    return part?.kind === 'event' ? [{ id, step: at + 1, body: part }] : []
  })
  return [...own, ...fed]
}

/** The rules to test, with the tenant's overlays of them. */
export type RulesToTry = { readonly rules: readonly TriedRule[]; readonly overlays: HuntOverlays }

/**
 * Finds a tenant's rule or a built-in one. Throws `not_found`, and `bad_request` when a single event cannot decide it;
 * without an explanation that holds for every rule over several events.
 */
export async function rulesToTry(tx: TenantTx, id: string, isExplained: boolean, read?: ReadText): Promise<RulesToTry> {
  return toTry(tx, await rulesAsRun(tx, id, read), isExplained)
}

/** The same of a text that is not stored. Throws `bad_request` as well. */
export async function textToTry(
  tx: TenantTx,
  eventRuleDocument: EventRuleDocument,
  isExplained: boolean,
  read?: ReadText,
): Promise<RulesToTry> {
  return toTry(tx, await textAsRun(tx, eventRuleDocument, read), isExplained)
}

async function toTry(tx: TenantTx, { ofText, all }: RulesAsRun, isExplained: boolean): Promise<RulesToTry> {
  const shown = new Set(ofText.map((rule) => rule.id))
  const elsewhere = new Map(all.filter((rule) => !shown.has(rule.id)).map((rule) => [rule.id, rule]))
  const parts = ofText.flatMap((rule) => triedOf(rule, (part) => elsewhere.get(part)))
  const found = isExplained ? parts : parts.filter(({ step }) => step === null)
  if (found.length > 0) return { rules: found, overlays: await huntOverlays(tx, { wanted: ofText, all }) }
  const reason = parts.length > 0 ? 'an explanation says which events count for it' : 'it is made of other rules'
  throw new AppError('bad_request', `the rule is about several events: ${reason}`)
}

/** Throws 422 for an unknown format. */
export async function tryRules(
  rules: readonly TriedRule[],
  records: readonly Record<string, unknown>[],
  options: { readonly format: string; readonly isExplained: boolean; readonly overlays?: HuntOverlays },
): Promise<readonly Tried[]> {
  const intake = intakeOf(options.format)
  if (intake === null) throw invalid('format', 'is not the name of a format')
  const [row, event] = [new EventRow(), new RuleEvent()]
  const tried: Tried[] = []
  const left = { ofRequest: REQUEST_WORK, ofTurn: EVALUATION_WORK }
  for (const decoded of records) {
    const { record, mapping } = mappedRecord(decoded, intake, { receivedMs: Date.now() })
    row.clear()
    const refusal = fillRow(mapping, record, row)
    if (refusal === null) {
      event.load({ tenantId: '', record, mapping, row })
      event.provideFacts()
      tried.push(tryEvent(rules, event, row, options, left))
    } else tried.push({ matches: null, refusal, explanations: [], suppressed: [], unfinished: [] })
    // Explaining an event takes time that is not counted as work.
    if (left.ofTurn > 0 && !options.isExplained) continue
    left.ofTurn = EVALUATION_WORK
    await setImmediate()
  }
  return tried
}

function tryEvent(
  rules: readonly TriedRule[],
  event: RuleEvent,
  row: EventRow,
  { isExplained, overlays }: { readonly isExplained: boolean; readonly overlays?: HuntOverlays },
  left: { ofRequest: number; ofTurn: number },
): Tried {
  const tried = rules.map((rule) => ({ rule, explanation: explained(bodyFor(rule.body, event), event, left) }))
  return {
    matches: tried.flatMap(({ rule, explanation }) => (explanation.matches && rule.step === null ? [rule.id] : [])),
    refusal: null,
    suppressed: tried.flatMap(({ rule, explanation }) => {
      const reason = explanation.matches ? suppressedBy(overlays, rule, event, row) : null
      return reason === null ? [] : [{ ruleId: rule.id, reason }]
    }),
    explanations: isExplained ? tried.map(({ rule, explanation }) => shown(rule, explanation)) : [],
    unfinished: [...new Set(tried.flatMap(({ rule, explanation }) => (explanation.isUnfinished ? [rule.id] : [])))],
  }
}

function explained(body: EventBody, event: RuleEvent, left: { ofRequest: number; ofTurn: number }): Explanation {
  const remaining = left.ofRequest
  const done = withinWork(remaining, () => {
    const explanation = explainMatch(body, event)
    return { explanation, left: work.left }
  })
  left.ofRequest = Math.max(0, done?.value.left ?? 0)
  left.ofTurn -= remaining - left.ofRequest
  return done?.value.explanation ?? OVERRUN
}

const OVERRUN: Explanation = {
  isForLogSource: true,
  matches: false,
  isUnfinished: true,
  where: { kind: 'and', held: false, of: [] },
}

/** A step of a window emits no signal, so only filters on its event apply. */
function suppressedBy(
  overlays: HuntOverlays | undefined,
  { id, step }: TriedRule,
  event: RuleEvent,
  row: EventRow,
): string | null {
  return (step === null ? overlays?.mutes(id) : null) ?? overlays?.bars(id, event, row) ?? null
}

/** The body that the stream would route to the rule: by the event's class when the rule needs one. */
function bodyFor(body: EventBody, event: RuleEvent): EventBody {
  return routedByClass(body).find(({ logSource }) => coversLogSource(logSource, event.logSource)) ?? body
}

function shown({ id, step }: TriedRule, { isForLogSource, matches, where }: Explanation): RuleExplanation {
  return { ruleId: id, step, isForLogSource, matches, where: shownExpr(where, { left: PARTS_MAX }) }
}

function shownExpr(part: ExplainedExpr, room: { left: number }): ShownExpr {
  room.left--
  if (part.kind === 'test') {
    const { expr, held } = part
    if (expr.kind === 'field')
      return { kind: 'test', held, field: expr.field, test: cut(expr.test), value: cut(part.value) }
    return { kind: expr.kind, held, test: cut('test' in expr ? expr.test : 'value' in expr ? expr.value : null) }
  }
  const of: ShownExpr[] = []
  for (const one of part.of) if (room.left > 0) of.push(shownExpr(one, room))
  const omitted = part.of.length - of.length
  return { kind: part.kind, held: part.held, of, ...(omitted > 0 ? { omitted } : {}) }
}

/** Undefined, a field that is not there, is left out of an answer. */
function cut(value: unknown): unknown {
  const text = JSON.stringify(beginningOf(value, { left: VALUE_CHARS_MAX + 1 }))
  if (text === undefined) return value
  return text.length > VALUE_CHARS_MAX ? `${text.slice(0, VALUE_CHARS_MAX)}...` : (JSON.parse(text) as unknown)
}

/**
 * Copies a value as far as it can be shown: each part is at least one character of its JSON. A pattern or a field may have
 * hundreds of thousands of parts, and writing all of them for each event would block the process.
 */
function beginningOf(value: unknown, room: { left: number }): unknown {
  room.left--
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string') return value.slice(0, VALUE_CHARS_MAX + 1)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const parts: unknown[] = []
    for (const part of value) {
      if (room.left <= 0) break
      parts.push(beginningOf(part, room))
    }
    return parts
  }
  const members: Record<string, unknown> = {}
  for (const name in value) {
    if (room.left <= 0) break
    if (Object.hasOwn(value, name)) members[name] = beginningOf((value as Record<string, unknown>)[name], room)
  }
  return members
}
