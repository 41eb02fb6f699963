/** Two voices on an alert, the rules' and a model's, made one verdict in the open: what each said stays beside it. */
import type { TriageVerdict } from '../../soc/alerts/index.ts'

export type Voice = { readonly verdict: TriageVerdict; readonly confidence: number }
export type Combined = Voice & {
  readonly how: 'agreed' | 'disagreed' | 'model' | 'rules'
  readonly why: string
}

/** A verdict of a model below this confidence does not count. */
const SURE = 0.6
/** A model alone is never surer than this. */
const ALONE_MAX = 0.85
const MOST = 0.99

export type ModelEvidence = {
  /** True when at least one accepted reason cites an event of the alert. */
  readonly citesEvents: boolean
  /** Texts of the evidence that spoke to the model. */
  readonly redacted: number
}

const isNone = ({ verdict }: Voice) => verdict === 'false_positive' || verdict === 'benign'

export function combine(rules: Voice, model: Voice, { citesEvents, redacted }: ModelEvidence): Combined {
  const rulesAlone = (why: string): Combined => ({ ...rules, how: 'rules', why })
  if (model.confidence < SURE) return rulesAlone('the model is not sure of its own')
  if (!citesEvents) return rulesAlone('no reason of the model that stands names an event')
  if (isNone(model) && redacted > 0) return rulesAlone('the evidence holds text that speaks to the model')
  if (rules.verdict === 'needs_review') {
    const confidence = round(Math.min(ALONE_MAX, model.confidence))
    return { verdict: model.verdict, confidence, how: 'model', why: 'the rules leave it open' }
  }
  if (isNone(rules) !== isNone(model)) {
    const confidence = round(Math.abs(rules.confidence - model.confidence))
    return { verdict: 'needs_review', confidence, how: 'disagreed', why: 'the rules and the model disagree' }
  }
  const confidence = round(Math.min(MOST, 1 - (1 - rules.confidence) * (1 - model.confidence)))
  return { verdict: rules.verdict, confidence, how: 'agreed', why: 'the rules and the model agree' }
}

const round = (value: number) => Math.round(value * 1000) / 1000
