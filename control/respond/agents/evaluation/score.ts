/** Figures over labelled answers. A figure that cannot be measured is null, never 0. */
import type { Label } from './labelled-alerts.ts'

export type Answered = {
  readonly label: Label
  /** Null: no answer that could be read. `needs_review` is an abstention. */
  readonly verdict: string | null
  readonly confidence: number
  readonly claims: number
  readonly claimsKept: number
}

export type Score = {
  readonly cases: number
  readonly answered: number
  /** Share of right verdicts among the answers with a verdict. */
  readonly accuracy: number | null
  /** Share of verdicts that are right about attack or no attack, among answers with a verdict. */
  readonly attackOrNone: number | null
  /** Attacks called so, of all attacks: an abstention is a miss. */
  readonly recallOnMalicious: number | null
  /** Attacks called none, of all attacks. */
  readonly missedAsNone: number | null
  readonly abstention: number | null
  /** Mean distance of confidence and accuracy over ten classes of confidence. */
  readonly calibrationError: number | null
  readonly brier: number | null
  readonly validCitations: number | null
}

const BINS = 10
const isAttack = (verdict: string) => verdict === 'true_positive'
const rate = (of: number, all: number) => (all === 0 ? null : of / all)

export function scoreOf(all: readonly Answered[]): Score {
  const answered = all.filter(({ verdict }) => verdict !== null && verdict !== 'needs_review')
  const attacks = all.filter(({ label }) => label === 'true_positive')
  const isRight = ({ label, verdict }: Answered) => label === verdict
  const agrees = ({ label, verdict }: Answered) => isAttack(label) === isAttack(verdict ?? '')
  const named = (verdict: string | null) => verdict === 'false_positive' || verdict === 'benign'
  const bins = Array.from({ length: BINS }, (_, bin) =>
    answered.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin),
  )
  const gaps = bins.map((bin) => {
    const mean = bin.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, bin.length)
    return Math.abs(mean - bin.filter(agrees).length / Math.max(1, bin.length)) * bin.length
  })
  const squares = answered.map((one) => (one.confidence - (agrees(one) ? 1 : 0)) ** 2)
  return {
    cases: all.length,
    answered: all.filter(({ verdict }) => verdict !== null).length,
    accuracy: rate(answered.filter(isRight).length, answered.length),
    attackOrNone: rate(answered.filter(agrees).length, answered.length),
    recallOnMalicious: rate(attacks.filter(({ verdict }) => verdict === 'true_positive').length, attacks.length),
    missedAsNone: rate(attacks.filter(({ verdict }) => named(verdict)).length, attacks.length),
    abstention: rate(all.length - answered.length, all.length),
    calibrationError: rate(sumOf(gaps), answered.length),
    brier: rate(sumOf(squares), answered.length),
    validCitations: rate(sumOf(all.map(({ claimsKept }) => claimsKept)), sumOf(all.map(({ claims }) => claims))),
  }
}

const sumOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0)
