/** What the API shows of detection rules, and the schemas of it. */
import { type Static, Type } from 'typebox'
import {
  LANGUAGES,
  type Overlay,
  RULE_LIMITS,
  type RuleVersion,
  SEVERITIES,
  type StoppedRule,
  type StoredRule,
} from '../../../control/detections/index.ts'
import type { Rule } from '../../../detections/plan/plan.ts'
import { nullable, time, uuid } from '../views.ts'

export const severity = Type.Enum([...SEVERITIES])
export const language = Type.Enum([...LANGUAGES])
export const ruleFile = Type.String({ minLength: 1, maxLength: RULE_LIMITS.fileChars })
export const ruleText = Type.String({ minLength: 1, maxLength: RULE_LIMITS.textBytes })

export const ruleSchema = Type.Object({
  id: uuid,
  version: Type.Integer(),
  language,
  file: Type.String(),
  title: Type.String(),
  severity,
  rule_ids: Type.Array(Type.String(), { description: 'what signals call its rules' }),
  enabled: Type.Boolean(),
  changed_by: Type.String(),
  created_at: time,
  updated_at: time,
})
const stop = Type.Object({ rule_id: Type.String(), time, reason: Type.String() })
const UNTIL =
  'it runs again once it is changed, switched on, given an overlay, or when the pipeline starts anew. Null: not known now'
/** Beside what a rule is: what the stream says of it. */
export const stoppedRuleSchema = Type.Object({
  ...ruleSchema.properties,
  stopped: nullable(
    Type.Array(stop, { description: `rules of it that threw or took too long since then; each: ${UNTIL}` }),
  ),
})
export const wholeRuleSchema = Type.Object({ ...stoppedRuleSchema.properties, text: Type.String() })

/** `nameOf`: what a stored author is shown as. */
type NameOf = (author: string) => string

export function ruleView(rule: StoredRule, nameOf: NameOf): Static<typeof ruleSchema> {
  return {
    id: rule.id,
    version: rule.version,
    language: rule.language,
    file: rule.file,
    title: rule.title,
    severity: rule.severity,
    rule_ids: [...rule.ruleIds],
    enabled: rule.isEnabled,
    changed_by: nameOf(rule.changedBy),
    created_at: rule.createdAt.toISOString(),
    updated_at: rule.updatedAt.toISOString(),
  }
}

export function stopView({ ruleId, atMs, reason }: StoppedRule): Static<typeof stop> {
  return { rule_id: ruleId, time: new Date(atMs).toISOString(), reason }
}

export const versionsSchema = Type.Object({
  items: Type.Array(
    Type.Object({ version: Type.Integer(), text: Type.String(), changed_by: Type.String(), created_at: time }),
  ),
})

export function versionView({ version, text, changedBy, createdAt }: RuleVersion, nameOf: NameOf) {
  return { version, text, changed_by: nameOf(changedBy), created_at: createdAt.toISOString() }
}

export const builtInSchema = Type.Object({
  rule_id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  language: Type.String(),
  severity,
  enabled: Type.Boolean({ description: 'for the tenant: its overlay may say otherwise' }),
  stopped: nullable(Type.Array(stop, { description: `that it threw or took too long; ${UNTIL}` })),
  status: Type.String(),
  tags: Type.Array(Type.String()),
  false_positives: Type.Array(Type.String()),
  file: Type.String(),
})

export function builtInView(rule: Rule): Omit<Static<typeof builtInSchema>, 'enabled' | 'stopped'> {
  return {
    rule_id: rule.id,
    title: rule.title,
    description: rule.description,
    language: rule.language,
    severity: rule.severity,
    status: rule.status,
    tags: [...rule.tags],
    false_positives: [...rule.falsePositives],
    file: rule.file,
  }
}

const FIELDS_MAX = 16
const VALUES_MAX = 1_000
const VALUE_CHARS_MAX = 256
const values = Type.Array(Type.String({ maxLength: VALUE_CHARS_MAX }), { minItems: 1, maxItems: VALUES_MAX })
const lists = (description: string) =>
  Type.Record(Type.String({ minLength: 1, maxLength: 200 }), values, { maxProperties: FIELDS_MAX, description })

const HOLDS = 'holds one of its values; one like 10.0.0.0/8 stands for addresses'
export const suppressWhen = lists(`suppressed when each of the fields ${HOLDS}`)
export const allowlists = lists(`suppressed when any of the fields ${HOLDS}`)

export const overlaySchema = Type.Object({
  rule_id: Type.String(),
  disabled: Type.Boolean(),
  min_severity: nullable(severity),
  suppress_when: suppressWhen,
  allowlists,
  author: Type.String(),
  reason: Type.String(),
  updated_at: time,
})

export function overlayView(overlay: Overlay, nameOf: NameOf): Static<typeof overlaySchema> {
  const copied = (given: Overlay['allowlists']) =>
    Object.fromEntries(Object.entries(given).map(([field, list]) => [field, [...list]]))
  return {
    rule_id: overlay.ruleId,
    disabled: overlay.isDisabled,
    min_severity: overlay.minSeverity,
    suppress_when: copied(overlay.suppressWhen),
    allowlists: copied(overlay.allowlists),
    author: nameOf(overlay.author),
    reason: overlay.reason,
    updated_at: overlay.updatedAt.toISOString(),
  }
}
