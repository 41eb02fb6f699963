/** The reasons that a verdict may have: a reason that contradicts the verdict is refused for every actor. */
import { invalid } from '../../../platform/invalid-input.ts'
import { type Disposition, REASON_CODES, type ReasonCode } from './words.ts'

/** Reasons why something that looks like an attack is not one. */
const HARMLESS: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'known_admin_tool',
  'approved_pentest',
  'expected_service_account',
  'known_scanner',
  'business_application',
])

/** True when the reason contradicts the verdict. An escalation has no conclusion to contradict. */
function contradicts(reason: ReasonCode, verdict: Disposition): boolean {
  if (verdict === 'escalate') return false
  if (HARMLESS.has(reason)) return verdict === 'true_positive'
  // The rule was right about both kinds of true positives.
  if (reason === 'bad_detection_logic') return verdict === 'true_positive' || verdict === 'benign_true_positive'
  return reason === 'true_positive_confirmed' && verdict !== 'true_positive'
}

export function reasonsOf(verdict: Disposition): ReasonCode[] {
  return REASON_CODES.filter((reason) => !contradicts(reason, verdict))
}

/** Throws 422 for a reason that contradicts the verdict, naming those that do not. */
export function requireReasonOf(verdict: Disposition, reason: ReasonCode): void {
  if (!contradicts(reason, verdict)) return
  const fitting = reasonsOf(verdict).join(', ')
  throw invalid('reason_code', `${reason} contradicts the verdict ${verdict}, whose reasons are ${fitting}`)
}
