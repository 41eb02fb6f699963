/** The closed sets of words that alerts are described with. */
import { SEVERITIES, type Severity } from '../../../platform/severities.ts'

export { SEVERITIES, type Severity }

export const STATUSES = ['new', 'triaged', 'in_progress', 'resolved', 'closed'] as const
export type AlertStatus = (typeof STATUSES)[number]
export const UNRESOLVED: readonly AlertStatus[] = ['new', 'triaged', 'in_progress']

export const DISPOSITIONS = ['true_positive', 'benign_true_positive', 'false_positive', 'benign', 'escalate'] as const
export type Disposition = (typeof DISPOSITIONS)[number]

/** Verdicts of triage on an alert; `needs_review` leaves it to people. */
export const TRIAGE_VERDICTS = ['true_positive', 'false_positive', 'benign', 'needs_review'] as const
export type TriageVerdict = (typeof TRIAGE_VERDICTS)[number]

export const REASON_CODES = [
  'known_admin_tool',
  'approved_pentest',
  'expected_service_account',
  'known_scanner',
  'business_application',
  'bad_detection_logic',
  'missing_context',
  'true_positive_confirmed',
] as const
export type ReasonCode = (typeof REASON_CODES)[number]

/** Priority of an alert by its severity, 0 to 100: the greater one is looked at first. */
export const PRIORITIES: Readonly<Record<Severity, number>> = { critical: 95, high: 75, medium: 50, low: 30, info: 10 }

/** OCSF `severity_id`, as it is stored: 1 informational to 5 critical. */
export function severityRank(severity: Severity): number {
  return SEVERITIES.indexOf(severity) + 1
}

export function severityOfRank(rank: number): Severity {
  return SEVERITIES[Math.min(Math.max(rank, 1), SEVERITIES.length) - 1] ?? 'medium'
}

const WORDS: Readonly<Record<string, Severity>> = {
  info: 'info',
  informational: 'info',
  debug: 'info',
  low: 'low',
  minor: 'low',
  warning: 'low',
  medium: 'medium',
  moderate: 'medium',
  warn: 'medium',
  high: 'high',
  error: 'high',
  major: 'high',
  critical: 'critical',
  crit: 'critical',
  severe: 'critical',
  fatal: 'critical',
  emergency: 'critical',
}

/** Severity of a word that senders use or of an OCSF `severity_id` (6 is fatal); medium for any other value. */
export function severityOf(value: unknown): Severity {
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= 1 && value <= 6 ? severityOfRank(value) : 'medium'
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return Object.hasOwn(WORDS, word) ? (WORDS[word] ?? 'medium') : 'medium'
}

/** Confidence 0 to 100 in a word; from the lower end up to the next one. */
export const CONFIDENCE_LABELS = { low: 0, medium: 40, high: 70 } as const
export type ConfidenceLabel = keyof typeof CONFIDENCE_LABELS

/** Null for a confidence that was not measured. */
export function confidenceLabel(confidence: number | null): ConfidenceLabel | null {
  if (confidence === null) return null
  if (confidence >= CONFIDENCE_LABELS.high) return 'high'
  return confidence >= CONFIDENCE_LABELS.medium ? 'medium' : 'low'
}

/** Lowest and highest confidence of a label. */
export function confidenceRange(label: ConfidenceLabel): readonly [number, number] {
  if (label === 'high') return [CONFIDENCE_LABELS.high, 100]
  return label === 'medium'
    ? [CONFIDENCE_LABELS.medium, CONFIDENCE_LABELS.high - 1]
    : [CONFIDENCE_LABELS.low, CONFIDENCE_LABELS.medium - 1]
}

export function isOneOf<T extends string>(words: readonly T[], word: string): word is T {
  return words.some((known) => known === word)
}
