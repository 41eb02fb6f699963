/** Rules, their overlays and the values of placeholders, as documents. */
import { Type } from 'typebox'
import { languageOf } from '../../../detections/content/rule-language.ts'
import { SEVERITIES } from '../../../detections/plan/plan.ts'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { closed, nullable, oneOf, plainText } from '../../../schemas/wire.ts'
import {
  deleteOverlay,
  importRules,
  LANGUAGES,
  overlaysPage,
  placeholdersOf,
  pruneRules,
  putOverlay,
  putPlaceholders,
  RULE_LIMITS,
  type RuleText,
  ruleTexts,
} from '../../detect/detections/index.ts'
import type { Kind, Present, Sent } from './kind.ts'
import { authorOf, placed } from './placed.ts'
import { specOf } from './spec.ts'

const PLACEHOLDERS = 'placeholders'
export const placeholders: Kind = {
  reads: 'rules:read',
  writes: 'rules:write',
  async present(tx) {
    const values = Object.fromEntries(await placeholdersOf(tx))
    return Object.keys(values).length === 0 ? [] : [{ name: PLACEHOLDERS, spec: values }]
  },
  whole({ name, spec }) {
    if (name !== PLACEHOLDERS)
      throw new AppError('bad_request', `the document of placeholders is called ${PLACEHOLDERS}`)
    return spec
  },
  async put(call, sent) {
    for (const { at, spec } of sent) await placed(at, () => putPlaceholders(call.tx, spec, authorOf(call)))
  },
  remove: async (call) => void (await putPlaceholders(call.tx, {}, authorOf(call))),
}

/** A rule's text may have been read before the transaction. */
type RuleSent = Present & { readonly read?: RuleText | undefined }

const ruleSpec = Type.Object(
  { language: Type.Optional(oneOf(LANGUAGES)), text: Type.String({ minLength: 1, maxLength: RULE_LIMITS.textBytes }) },
  closed,
)
/** `name` is the rule's file. On or off is no part of the text: `rules enable` and overlays say so. */
export const rule: Kind = {
  reads: 'rules:read',
  writes: 'rules:write',
  async present(tx) {
    return (await ruleTexts(tx)).map(({ file, language, text }) => ({ name: file, spec: { language, text } }))
  },
  whole(sent) {
    const { text, language = languageOf(sent.name, text) } = specOf(ruleSpec, sent)
    return { language, text }
  },
  async put(call, sent) {
    const texts = sent.map((one) => ruleText(one))
    const { faults } = await importRules(call.tx, texts, authorOf(call))
    if (faults.length > 0) throw ruleFaults(sent, faults)
  },
  async remove({ tx }, names) {
    const gone = new Set(names)
    const kept = (await ruleTexts(tx)).map(({ file }) => file).filter((file) => !gone.has(file))
    await pruneRules(tx, kept, [])
  },
}

export function ruleText({ name, spec, read }: RuleSent): RuleText {
  const { text, language = languageOf(name, text) } = spec as { language?: RuleText['language']; text: string }
  return read ?? { file: name, language, text }
}

/** One invalid rule refuses the whole set, because a partial set is a state that nobody described. */
export function ruleFaults(
  sent: readonly Sent[],
  faults: readonly { file: string; line: number; column: number; reason: string }[],
): InvalidInput {
  const places = new Map(sent.map(({ name, at }) => [name, at]))
  const [first, ...more] = faults.slice(0, 20).map(({ file, line, column, reason }) => {
    const loc = ['body', 'documents', places.get(file) ?? 0, 'spec', 'text']
    return { loc, msg: `${file}:${line}:${column}: ${reason}`, type: 'rule' }
  })
  return new InvalidInput(first as NonNullable<typeof first>, ...more)
}

const lists = Type.Record(plainText(200, 1), Type.Array(plainText(2000, 1), { minItems: 1, maxItems: 1000 }), {
  maxProperties: 50,
})
const overlaySpec = Type.Object(
  {
    disabled: Type.Optional(Type.Boolean()),
    min_severity: Type.Optional(nullable(oneOf(SEVERITIES))),
    suppress_when: Type.Optional(lists),
    allowlists: Type.Optional(lists),
    reason: plainText(2000, 1),
  },
  closed,
)
const OVERLAYS_PAGE = 1000
/** `name` is the rule's id as signals show it, `*` all rules. */
export const overlay: Kind = {
  reads: 'rules:read',
  writes: 'rules:write',
  async present(tx) {
    const found: Present[] = []
    for (let after = ''; ; ) {
      const page = await overlaysPage(tx, OVERLAYS_PAGE, after)
      for (const { ruleId, isDisabled, minSeverity, suppressWhen, allowlists, reason } of page) {
        const spec = {
          disabled: isDisabled,
          min_severity: minSeverity,
          suppress_when: suppressWhen,
          allowlists,
          reason,
        }
        found.push({ name: ruleId, spec })
        after = ruleId
      }
      if (page.length < OVERLAYS_PAGE) return found
    }
  },
  whole: (sent) => ({
    disabled: false,
    min_severity: null,
    suppress_when: {},
    allowlists: {},
    ...specOf(overlaySpec, sent),
  }),
  async put(call, sent) {
    for (const one of sent) {
      const spec = specOf(overlaySpec, one)
      const to = {
        isDisabled: spec.disabled ?? false,
        minSeverity: spec.min_severity ?? null,
        suppressWhen: spec.suppress_when ?? {},
        allowlists: spec.allowlists ?? {},
        reason: spec.reason,
      }
      await placed(one.at, () => putOverlay(call.tx, one.name, to, authorOf(call)))
    }
  },
  async remove({ tx }, names) {
    for (const name of names) await deleteOverlay(tx, name)
  },
}
