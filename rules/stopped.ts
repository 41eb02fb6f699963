/** What a tenant is told of a rule that is stopped for it. */
import type { Finding } from './detector.ts'

/** Begins the rule id of signals about rules rather than events; the rule's own follows. */
export const STOPPED = 'svc-rule-stopped'
/** What of such a signal says which state of the rule was stopped. */
export const STOPPED_VERSION = 'rule.version'
const REASON_CHARS_MAX = 256

/** A rule, of YARA a file, that was stopped for a tenant in one state. */
export type KnownStop = { readonly tenant: string; readonly ruleId: string; readonly version: string }

/**
 * The state of a rule: the sequences of control data that set its text and its overlay, 0 where there is none, so also of
 * the text of a rule of the product. What was stopped in one state is stopped in no other.
 */
export function versionOf(textSequence: number | undefined, overlaySequence: number | undefined): string {
  return `${textSequence ?? 0}.${overlaySequence ?? 0}`
}

/** Begins the rule id of a signal that says that a rule was not judged to its end; the rule's own follows. */
const UNFINISHED = 'svc-rule-unfinished'

/** Of the first event of each state of a rule: those that follow are counted. */
export function unfinishedFinding({ id, title, language }: StoppedRule, version: string): Finding {
  return {
    rule: {
      id: `${UNFINISHED}:${id}`,
      title: `Rule not judged to its end: ${title}`,
      language,
      severityId: 1,
      techniques: [],
      tactics: [],
    },
    matched: [
      { field: 'rule.id', value: id },
      { field: STOPPED_VERSION, value: version },
      { field: 'reason', value: 'the event takes more work than one evaluation may: the rule did not hold' },
    ],
  }
}

export type StoppedRule = { readonly id: string; readonly title: string; readonly language: string }

/** Low: nobody attacks, and somebody should look. */
export function stoppedFinding({ id, title, language }: StoppedRule, version: string, reason: string): Finding {
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
      { field: STOPPED_VERSION, value: version },
      { field: 'reason', value: reason.slice(0, REASON_CHARS_MAX) },
    ],
  }
}
