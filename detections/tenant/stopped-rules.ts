/** Signals that inform a tenant about a rule that was disabled for it. */
import type { Finding } from './detector.ts'

/** Prefix of the rule id in signals about rules; the rule's own id follows. */
export const STOPPED = 'svc-rule-stopped'
/** Field of such a signal that holds the state in which the rule was stopped. */
export const STOPPED_VERSION = 'rule.version'
const REASON_CHARS_MAX = 256

/** A rule, or a file of YARA rules, that was disabled for a tenant in one state. */
export type KnownStop = { readonly tenant: string; readonly ruleId: string; readonly version: string }

/**
 * The state of a rule: the sequences of control data that set its text and its overlay, 0 where there is none, as for a
 * built-in rule's text. A rule disabled in one state is enabled in every other.
 */
export function versionOf(textSequence: number | undefined, overlaySequence: number | undefined): string {
  return `${textSequence ?? 0}.${overlaySequence ?? 0}`
}

/** Prefix of the rule id in signals about rules that hit their work limit; the rule's own id follows. */
const UNFINISHED = 'svc-rule-unfinished'

/** The signal for the first such event in each state of a rule; later events are only counted. */
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

/** Low severity: it is no attack, but an analyst should look. */
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
