/** Schemas of rules, and of their overlays, with the values that they are made of. */
import { Type } from 'typebox'
import { type Rule, SEVERITIES } from '../../../detections/plan/plan.ts'
import { named, nullable, oneOf, plainText, time } from '../../../schemas/wire.ts'
import type { Overlay } from './overlays.ts'
import { attackTags, LANGUAGES, RULE_LIMITS, type StoredRule } from './rule.ts'

export const severity = oneOf(SEVERITIES)
export const language = oneOf(LANGUAGES)
export const ruleFile = plainText(RULE_LIMITS.fileChars, 1)
export const ruleText = Type.String({ minLength: 1, maxLength: RULE_LIMITS.textBytes })

/** A tenant's own text may hold several rules, so these fields of its rules are not shown. */
const OF_BUILT_IN = 'only for a built-in rule; null for an own one'
export const ruleSchema = named(
  'RuleChanged',
  Type.Object({
    id: Type.String({ description: 'UUID of the row for an own rule; rule name in signals for a built-in one' }),
    is_builtin: Type.Boolean({ description: 'true: comes with the product; only its overlay can be changed' }),
    version: nullable(Type.Integer({ description: 'null for a built-in rule' })),
    language,
    file: Type.String(),
    title: Type.String(),
    description: nullable(Type.String({ description: OF_BUILT_IN })),
    severity,
    status: nullable(Type.String({ description: OF_BUILT_IN })),
    tags: nullable(Type.Array(Type.String(), { description: 'ATT&CK tags in the text of a tenant’s own rule' })),
    false_positives: nullable(Type.Array(Type.String(), { description: OF_BUILT_IN })),
    rule_ids: Type.Array(Type.String(), { description: 'rule names in signals' }),
    enabled: Type.Boolean({ description: 'true: active in this tenant' }),
    changed_by: nullable(Type.String({ description: 'null for a built-in rule, as are the times' })),
    created_at: nullable(time),
    updated_at: nullable(time),
  }),
)
const stop = Type.Object({ rule_id: Type.String(), time, reason: Type.String() })
const UNTIL =
  'it runs again after a change, after being enabled, with a new overlay, or after a restart of the pipeline. Null: not known now'
/** Adds the stream's reports to the fields of a rule. */
export const stoppedRuleSchema = named(
  'Rule',
  Type.Object({
    ...ruleSchema.properties,
    stopped: nullable(
      Type.Array(stop, { description: `rules of it stopped after an error or an exceeded time limit; each: ${UNTIL}` }),
    ),
  }),
)

/** Turns a stored author into the name that is shown. */
export type NameOf = (author: string) => string

export function ruleView({ isEnabled, ...rule }: StoredRule, nameOf: NameOf) {
  const unknown = { description: null, status: null, falsePositives: null }
  const tags = attackTags(rule.text)
  return { ...rule, ...unknown, tags, isBuiltin: false, enabled: isEnabled, changedBy: nameOf(rule.changedBy) }
}

/** `isEnabled` is false where the tenant's overlay switches the rule off. */
export function builtInView(rule: Rule, isEnabled: boolean) {
  const unknown = { version: null, changedBy: null, createdAt: null, updatedAt: null }
  return { ...rule, ...unknown, isBuiltin: true, ruleIds: [rule.id], enabled: isEnabled }
}

const FIELDS_MAX = 16
const VALUES_MAX = 1_000
const VALUE_CHARS_MAX = 256
const values = Type.Array(Type.String({ maxLength: VALUE_CHARS_MAX }), { minItems: 1, maxItems: VALUES_MAX })
const lists = (description: string) =>
  Type.Record(Type.String({ minLength: 1, maxLength: 200 }), values, { maxProperties: FIELDS_MAX, description })

const HOLDS = 'has one of its values; a CIDR block such as 10.0.0.0/8 matches the addresses in it'
export const suppressWhen = lists(`suppressed when each field ${HOLDS}`)
export const allowlists = lists(`suppressed when any field ${HOLDS}`)

export const overlaySchema = named(
  'Overlay',
  Type.Object({
    rule_id: Type.String(),
    disabled: Type.Boolean(),
    min_severity: nullable(severity),
    suppress_when: suppressWhen,
    allowlists,
    author: Type.String(),
    reason: Type.String(),
    updated_at: time,
  }),
)

export function overlayView({ isDisabled, ...overlay }: Overlay, nameOf: NameOf) {
  return { ...overlay, disabled: isDisabled, author: nameOf(overlay.author) }
}
