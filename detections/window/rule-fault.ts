import type { Rule } from '../plan/plan.ts'
import { faultOf } from './compile.ts'
import { WINDOW_LIMITS } from './window.ts'

/** Why the pipeline would not run a rule that is sound by itself; null when it would. Said where rules are read. */
export function windowFault({ id, body }: Pick<Rule, 'id' | 'body'>): string | null {
  return body.kind === 'window' ? faultOf({ id, body }, WINDOW_LIMITS) : null
}
