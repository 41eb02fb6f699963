/** Decides if the figures support a grant. Every check that fails is named, not the first one. */
import { type Figures, percent } from './figures.ts'
import { DEMOTION, PROMOTION } from './thresholds.ts'
import { breachesOfVerb, refusalsOfVerb, type VerbMeasured } from './verb-figures.ts'

export type Measured = {
  readonly window: Figures
  readonly trailing: Figures
  /** Null for a class, and for a verb of which nothing was kept. */
  readonly verb?: VerbMeasured | null
}

/** Empty: it has earned it. */
export function refusalsOf({ window, trailing, verb = null }: Measured): string[] {
  const { decisions, malicious, agreement, maliciousRecall, abstention } = window
  const refusals: string[] = []
  const need = (holds: boolean, why: string) => void (holds || refusals.push(why))
  need(decisions >= PROMOTION.decisions, `${decisions} closed decisions, ${PROMOTION.decisions} are needed`)
  need(malicious >= PROMOTION.malicious, `${malicious} closed as malicious, ${PROMOTION.malicious} are needed`)
  need(
    agreement !== null && agreement >= PROMOTION.agreement,
    `agreement is ${shown(agreement)}, at least ${percent(PROMOTION.agreement)} is needed`,
  )
  need(
    maliciousRecall !== null && maliciousRecall >= PROMOTION.malicious_recall,
    `malicious recall is ${shown(maliciousRecall)}, at least ${percent(PROMOTION.malicious_recall)} is needed`,
  )
  need(
    abstention !== null && abstention <= PROMOTION.abstention_rate,
    `abstention is ${shown(abstention)}, at most ${percent(PROMOTION.abstention_rate)} is allowed`,
  )
  return [
    ...refusals,
    ...breachesIn(trailing).map((breach) => `of the most recent decisions ${breach}`),
    ...refusalsOfVerb(verb),
  ]
}

/** Reasons why a grant has to end; a figure that was not measured is no reason. */
export function breachesOf({ window, trailing, verb = null }: Measured): string[] {
  return [
    ...breachesIn(window),
    ...breachesIn(trailing).map((breach) => `of the most recent decisions ${breach}`),
    ...breachesOfVerb(verb),
  ]
}

function breachesIn({ agreement, maliciousRecall, abstention }: Figures): string[] {
  const breaches: string[] = []
  if (agreement !== null && agreement < DEMOTION.agreement)
    breaches.push(`agreement is ${percent(agreement)}, below ${percent(DEMOTION.agreement)}`)
  if (maliciousRecall !== null && maliciousRecall < DEMOTION.malicious_recall)
    breaches.push(`malicious recall is ${percent(maliciousRecall)}, below ${percent(DEMOTION.malicious_recall)}`)
  if (abstention !== null && abstention > DEMOTION.abstention_rate)
    breaches.push(`abstention is ${percent(abstention)}, above ${percent(DEMOTION.abstention_rate)}`)
  return breaches
}

const shown = (rate: number | null) => (rate === null ? 'not measured' : percent(rate))
