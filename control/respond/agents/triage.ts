/**
 * Triage without a model: judges an alert by its own evidence and by the verdicts of people on similar alerts. It does
 * not guess: when the evidence is not enough, a person decides.
 */
import { counted } from '../../../platform/counted.ts'
import type { TriageVerdict } from '../../soc/alerts/index.ts'
import type { Claim } from './claims.ts'

export const JUDGED_BY = 'rules/1'

/** Facts from the alert itself. Null means not measured. */
export type AlertFacts = {
  readonly title: string
  readonly severity: 'info' | 'low' | 'medium' | 'high' | 'critical'
  readonly risk_score: number | null
  readonly signals: number | null
  readonly rules: number | null
  readonly tactics: readonly string[]
  readonly hosts: readonly string[]
  readonly users: readonly string[]
  readonly ips: readonly string[]
}

/** Verdicts of people on alerts like it. */
export type PastFacts = {
  readonly attacks: number
  readonly no_attacks: number
  readonly look_alikes: number
  /** Number of different people who gave a harmless verdict; an API key counts as its owner. */
  readonly people: number
}

/** Intelligence about its addresses. */
export type IntelFacts = {
  readonly known: readonly { readonly value: string; readonly confidence: number }[]
  readonly looked_up: number
}

/** Entities that are at risk beside this alert. */
export type RiskFacts = { readonly at_risk: readonly { readonly entity: string; readonly risk: number }[] }

export type TriageFacts = {
  readonly alert: AlertFacts
  readonly past: PastFacts
  readonly intel: IntelFacts
  readonly risk: RiskFacts
}

export type Triage = {
  readonly verdict: TriageVerdict
  /** 0 to 1: how far the evidence is from saying nothing. */
  readonly confidence: number
  /** 0 to 1: how likely it is an attack. */
  readonly score: number
  readonly claims: readonly Claim[]
  readonly recommendations: readonly string[]
  readonly weights: readonly { readonly name: string; readonly logit: number }[]
}

/** Score of an alert without a measured risk: a rule of the severity alone, which is weak. */
const BY_SEVERITY: Readonly<Record<AlertFacts['severity'], number>> = {
  critical: 0.5,
  high: 0.4,
  medium: 0.3,
  low: 0.2,
  info: 0.1,
}
const LOGIT_MAX = 3
const MANY_SIGNALS = 100
const AT_RISK = 50
const SURE_OF_INTEL = 70
const ATTACK_FROM = 0.8
const NONE_UP_TO = 0.15
/** Minimum number of different people with the same verdict before a similar alert is judged benign. */
const PEOPLE_MIN = 3

/** `at`: the seq of the ledger that holds each part of the facts. */
export function triageOf(facts: TriageFacts, at: Readonly<Record<keyof TriageFacts, number>>): Triage {
  const { alert, past, intel, risk } = facts
  const prior = alert.risk_score === null ? BY_SEVERITY[alert.severity] : clamp(alert.risk_score / 100, 0.02, 0.98)
  const weights = [
    { name: alert.risk_score === null ? 'severity' : 'risk score', logit: Math.log(prior / (1 - prior)) },
    {
      name: 'verdicts on look-alikes',
      logit: clamp(Math.log((past.attacks + 1) / (past.no_attacks + 1)), -LOGIT_MAX, LOGIT_MAX),
    },
    { name: 'tactics', logit: alert.tactics.length >= 3 ? 0.7 : 0 },
    { name: 'several rules', logit: (alert.rules ?? 0) >= 3 ? 0.5 : 0 },
    { name: 'one rule very often', logit: alert.rules === 1 && (alert.signals ?? 0) >= MANY_SIGNALS ? -0.7 : 0 },
    { name: 'known indicator', logit: intel.known.some(({ confidence }) => confidence >= SURE_OF_INTEL) ? 1.2 : 0 },
    { name: 'entity at risk', logit: risk.at_risk.some((one) => one.risk >= AT_RISK) ? 0.6 : 0 },
  ].filter(({ logit }) => logit !== 0)
  const score = 1 / (1 + Math.exp(-weights.reduce((sum, { logit }) => sum + logit, 0)))
  const verdict = verdictOf(score, facts, weights.length)
  return {
    verdict,
    confidence: round(Math.abs(score - 0.5) * 2),
    score: round(score),
    claims: claimsOf(facts, at),
    recommendations: RECOMMENDATIONS[verdict],
    weights: weights.map(({ name, logit }) => ({ name, logit: round(logit) })),
  }
}

/** One kind of evidence alone carries no verdict. */
function verdictOf(score: number, { past }: TriageFacts, kinds: number): TriageVerdict {
  if (score >= ATTACK_FROM && kinds >= 2) return 'true_positive'
  if (score > NONE_UP_TO || past.people < PEOPLE_MIN || past.attacks > 0) return 'needs_review'
  return past.look_alikes > past.no_attacks + PEOPLE_MIN ? 'benign' : 'false_positive'
}

const RECOMMENDATIONS: Readonly<Record<TriageVerdict, readonly string[]>> = {
  true_positive: ['Open a case with this alert', 'Run the playbook that fits its techniques'],
  needs_review: ['Read the events that its evidence names', 'Record a verdict: the next of its like is judged by it'],
  false_positive: ['Confirm the verdict for all look-alikes', 'Write an exception to the rule'],
  benign: ['Confirm the verdict for all look-alikes'],
}

function claimsOf({ alert, past, intel, risk }: TriageFacts, at: Readonly<Record<keyof TriageFacts, number>>): Claim[] {
  const claims: Claim[] = []
  const say = (text: string, rests: number) => claims.push({ text, rests: [rests] })
  say(
    `It is of ${alert.severity} severity${alert.risk_score === null ? ', and nobody measured its risk' : ` with a risk of ${alert.risk_score}`}.`,
    at.alert,
  )
  if (alert.signals !== null && alert.rules !== null)
    say(`${counted(alert.signals, 'signal')} of ${counted(alert.rules, 'rule')} made it.`, at.alert)
  if (alert.tactics.length > 0)
    say(
      `Its tactics are ${alert.tactics.length}: ${alert.tactics.map((tactic) => `“${tactic}”`).join(', ')}.`,
      at.alert,
    )
  if (past.attacks + past.no_attacks > 0)
    say(
      `Of ${past.look_alikes} look-alikes people called ${past.attacks} an attack and ${past.no_attacks} none.`,
      at.past,
    )
  else if (past.look_alikes === 0) say('It has 0 look-alikes.', at.past)
  else say(`Nobody has judged its ${counted(past.look_alikes, 'look-alike')}.`, at.past)
  if (past.people > 0) say(`${past.people} people called its look-alikes no attack.`, at.past)
  for (const { value, confidence } of intel.known.slice(0, 3))
    say(`Intelligence knows “${value}” with a confidence of ${confidence}.`, at.intel)
  for (const { entity, risk: own } of risk.at_risk.slice(0, 3))
    say(`“${entity}” is at a risk of ${own} by all its alerts.`, at.risk)
  return claims
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
