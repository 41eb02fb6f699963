/** What a tenant is told of a rule that is stopped for it. */
import type { Finding } from '../detector.ts'

/** Begins the rule id of signals about rules rather than events; the rule's own follows. */
export const STOPPED = 'svc-rule-stopped'
const REASON_CHARS_MAX = 256

export type StoppedRule = { readonly id: string; readonly title: string; readonly language: string }

/** Low: nobody attacks, and somebody should look. */
export function stoppedFinding({ id, title, language }: StoppedRule, reason: string): Finding {
  return {
    rule: {
      id: `${STOPPED}:${id}`,
      title: `Rule stopped: ${title}`,
      language,
      severityId: 2,
      techniques: [],
      tactics: [],
    },
    matched: [
      { field: 'rule.id', value: id },
      { field: 'reason', value: reason.slice(0, REASON_CHARS_MAX) },
    ],
  }
}
