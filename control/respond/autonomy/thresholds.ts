/**
 * Figures that automation needs before it may act by itself, and those below which it may no more. Rates are 0 to 1.
 */
/** Their names are those of the API, because each grant keeps them in its evidence. */
export const PROMOTION = {
  decisions: 100,
  malicious: 30,
  agreement: 0.95,
  malicious_recall: 0.9,
  abstention_rate: 0.3,
} as const
export const DEMOTION = { agreement: 0.9, malicious_recall: 0.8, abstention_rate: 0.3 } as const
/** A verb that was in shadow mode needs its own decisions, and how many there have to be before few agreements take a grant back. */
export const VERB = { decisions: 30, agreement: 0.95, decisionsToFall: 10 } as const
export const WINDOW_DAYS = 30
/** The most recent decisions, looked at by themselves: a decline shows there first. */
export const TRAILING = 50
/** Probability that a bound is wrong, however often it is read. */
export const BOUND_ALPHA = 0.05
