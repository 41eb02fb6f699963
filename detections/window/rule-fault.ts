import type { Rule } from '../plan/plan.ts'
import { faultOf } from './compile.ts'
import { WINDOW_LIMITS } from './window.ts'

/**
 * Why the pipeline would refuse a rule that is valid by itself; null when it would not. Reported where rules are read.
 */
export function windowFault({ id, body }: Pick<Rule, 'id' | 'body'>): string | null {
  return body.kind === 'window' ? faultOf({ id, body }, WINDOW_LIMITS) : null
}
