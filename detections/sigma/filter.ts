/** Filters: one document that excludes known good events from the matches of many rules. */
import { isMembers } from '../../platform/members.ts'
import type { Expr } from '../plan/expr.ts'
import { not } from '../plan/expr.ts'
import type { LogSource } from '../plan/plan.ts'
import type { RuleDocument } from './actions.ts'
import type { RuleContext } from './context.ts'
import { compileDetection } from './detection.ts'
import { Refusal } from './fault.ts'
import { LIMITS } from './limits.ts'
import { logSourceOf, metadataOf } from './metadata.ts'

export type Filter = {
  readonly id: string
  readonly title: string
  readonly logSource: LogSource
  /** Ids or names; null for every rule of the log source, which a filter must request with `any`. */
  readonly rules: readonly string[] | null
  /** A condition that an event must satisfy in addition to the rule. */
  readonly keep: Expr
  readonly file: string
  readonly line: number
}

/**
 * A filter can only remove matches. Authors write its condition in both directions: which events to keep (`not
 * selection`), or, as in the specification's example, which to drop (`selection`). An event that matches none of its
 * selections must always be kept, so a condition that is false for such an event describes the events to drop.
 */
export function parseFilter(document: RuleDocument, file: string, context: RuleContext): Filter {
  const { fields, line } = document
  const section = fields.filter
  if (!isMembers(section)) throw new Refusal('filter must be a map', ['filter'])
  const logSource = logSourceOf(fields)
  const rules = rulesOf(section.rules)
  context.path.push('filter')
  const { where, holdsOtherwise } = compileDetection(section, context, ['rules'])
  context.path.pop()
  const { id, title } = metadataOf(fields, [logSource, section], file, line)
  const keep = holdsOtherwise ? where : not(where)
  return { id, title, logSource, rules, keep, file, line }
}

/** Required, because a filter that forgot its rules would silence all of them. */
function rulesOf(value: unknown): string[] | null {
  if (value === 'any') return null
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (value === undefined || value === null || list.length === 0)
    throw new Refusal('the filter names no rules', ['filter', 'rules'])
  return list.map((reference, i) => {
    if (typeof reference !== 'string' || reference.length > LIMITS.idChars) {
      throw new Refusal('filter.rules must contain ids or names of rules', ['filter', 'rules', i])
    }
    return reference
  })
}
