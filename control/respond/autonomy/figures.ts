/**
 * How often the agent was right, of decisions that analysts closed. Pure: the same decisions give the same figures. A
 * rate without anything to divide by is null, never 0.
 */
import { BOUND_ALPHA } from './thresholds.ts'

export type Decided = { readonly verdict: string; readonly label: string }

export type Figures = {
  /** Decisions whose alert was closed with a true or false verdict. */
  readonly decisions: number
  /** Decisions on which the agent gave an answer. */
  readonly answered: number
  readonly agreed: number
  /** Closed as true positives, whatever the agent said. */
  readonly malicious: number
  readonly maliciousFound: number
  readonly abstained: number
  readonly agreement: number | null
  readonly maliciousRecall: number | null
  readonly abstention: number | null
  /** Lower bounds of the two rates at 95 %, valid however often one looks. Null without data. */
  readonly agreementAtLeast: number | null
  readonly maliciousRecallAtLeast: number | null
}

const ABSTENTIONS: ReadonlySet<string> = new Set(['needs_review', 'escalate', 'unknown', ''])
/** Words of analysts that say the same as one of the agent's. */
const SAME: Readonly<Record<string, string>> = { benign_true_positive: 'benign' }

export function figuresOf(all: readonly Decided[]): Figures {
  const labelled = all.filter(({ label }) => label !== UNLABELED)
  const answered = labelled.filter(({ verdict }) => !ABSTENTIONS.has(verdict))
  const agreed = answered.filter(({ verdict, label }) => verdict === (SAME[label] ?? label)).length
  const malicious = labelled.filter(({ label }) => label === 'true_positive')
  // Nothing said is a miss.
  const found = malicious.filter(({ verdict }) => verdict === 'true_positive').length
  const abstained = labelled.length - answered.length
  return {
    ...{ decisions: labelled.length, answered: answered.length, agreed },
    ...{ malicious: malicious.length, maliciousFound: found, abstained },
    agreement: rate(agreed, answered.length),
    maliciousRecall: rate(found, malicious.length),
    abstention: rate(abstained, labelled.length),
    agreementAtLeast: atLeast(agreed, answered.length),
    maliciousRecallAtLeast: atLeast(found, malicious.length),
  }
}

/** As the API and the evidence of a grant name them. */
export function shownFigures({ maliciousFound, maliciousRecall, abstention, ...found }: Figures) {
  return {
    decisions: found.decisions,
    answered: found.answered,
    agreed: found.agreed,
    malicious: found.malicious,
    malicious_found: maliciousFound,
    abstained: found.abstained,
    agreement: found.agreement,
    malicious_recall: maliciousRecall,
    abstention_rate: abstention,
    agreement_at_least: found.agreementAtLeast,
    malicious_recall_at_least: found.maliciousRecallAtLeast,
  }
}

export const UNLABELED = 'unlabeled'

const rate = (part: number, whole: number) => (whole === 0 ? null : part / whole)

/**
 * A lower bound of a share that holds at all times at once: rates that are looked at daily until they are high enough
 * are not high enough. The mixture of likelihoods over all shares is a martingale under any one share, which passes
 * 1/alpha with a chance of alpha (Ville, 1939; Robbins, "Statistical methods related to the law of the iterated
 * logarithm", 1970).
 */
export function atLeast(successes: number, trials: number, alpha = BOUND_ALPHA): number | null {
  if (trials === 0) return null
  const failures = trials - successes
  const mixture = logBeta(successes + 1, failures + 1)
  const evidence = (share: number) =>
    mixture -
    (successes === 0 ? 0 : successes * Math.log(share)) -
    (failures === 0 ? 0 : failures * Math.log(1 - share))
  let [low, high] = [0, successes / trials]
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (evidence(Math.max(middle, Number.MIN_VALUE)) >= Math.log(1 / alpha)) low = middle
    else high = middle
  }
  return low
}

/** Logarithm of the beta function for whole numbers, by sums of logarithms: exact enough for small ones. */
function logBeta(a: number, b: number): number {
  return logFactorial(a - 1) + logFactorial(b - 1) - logFactorial(a + b - 1)
}

function logFactorial(n: number): number {
  let sum = 0
  for (let i = 2; i <= n; i++) sum += Math.log(i)
  return sum
}

export const percent = (rate: number): string => `${Math.round(rate * 1000) / 10} %`
