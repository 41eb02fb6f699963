/** A rule over events that come with the request. Nothing is stored. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { named, nullable } from '../../../schemas/wire.ts'
import type { Postgres } from '../../../stores/postgres/pool.ts'
import { type OutsideCall, operationsOf } from '../../platform/acting/index.ts'
import { faultsShown, judgeYaraInTime } from './check-rules.ts'
import { extensionOf } from './extension.ts'
import { judgedAlone } from './manage-rules.ts'
import { readerFor, readTexts } from './read-texts.ts'
import { language, ruleFile, ruleText, severity } from './rule-schemas.ts'
import { rulesToTry, type Tried, textToTry, tryRules } from './try-rule.ts'

type Deps = { readonly pool: Postgres }
const operation = operationsOf<Deps>({ tag: 'detections' })

const EVENTS_MAX = 1000
/** Events of a request that asks why: an explanation can be longer than its event. */
const EXPLAINED_MAX = 20
const BODY_BYTES_MAX = 4 << 20

const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 256 }) })
const body = named(
  'RuleTest',
  Type.Object(
    {
      events: Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1, maxItems: EVENTS_MAX }),
      format: Type.Optional(Type.String({ maxLength: 100, description: 'source format of the events; default: auto' })),
      explain: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
)
const results = Type.Array(
  Type.Object({
    matches: nullable(Type.Array(Type.String(), { description: 'ids of the rules that match' })),
    refusal: nullable(Type.String({ description: 'reason why the event would become a dead letter' })),
    unfinished: Type.Array(Type.String(), {
      description:
        'ids of rules that were not decided because they exceeded the work limit of one evaluation or of this request; they count as no match',
    }),
    suppressed: Type.Array(Type.Object({ rule_id: Type.String(), reason: Type.String() }), {
      description:
        'matching rules that the tenant’s overlays suppress for this event: disabled, severity_floor, suppress_when, allowlist. The source of the event is not known here',
    }),
    explanations: Type.Array(Type.Unknown(), {
      description: 'explanation per rule, and per step of a correlation rule',
    }),
  }),
)
const resultSchema = named('RuleTestResult', Type.Object({ results }))
const checkBody = named(
  'RuleCheck',
  Type.Object(
    {
      language,
      text: ruleText,
      file: Type.Optional(ruleFile),
      instead_of: Type.Optional(
        nullable(Type.String({ format: 'uuid', description: 'rule whose text it would replace' })),
      ),
      events: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: EXPLAINED_MAX })),
      format: Type.Optional(Type.String({ maxLength: 100 })),
    },
    { additionalProperties: false },
  ),
)
const checkSchema = named(
  'RuleChecked',
  Type.Object({
    ok: Type.Boolean({ description: 'true when the text is valid and can be stored' }),
    title: nullable(Type.String()),
    severity: nullable(severity),
    rule_ids: Type.Array(Type.String()),
    faults: Type.Array(Type.Object({ line: Type.Integer(), column: Type.Integer(), reason: Type.String() })),
    unresolved: Type.Array(Type.String({ description: 'placeholders without a value' })),
    results: nullable(results),
    results_unknown_because: nullable(Type.String()),
  }),
)

const check = operation.outside({
  name: 'rules.check',
  summary: 'Check the text of a rule, and explain which sample events it matches',
  description: 'For editors: nothing is stored.',
  permission: 'rules:read',
  isRead: true,
  takesEvents: true,
  bodyBytes: BODY_BYTES_MAX,
  path: 'POST /rules/check',
  body: checkBody,
  output: checkSchema,
  async run(call, { language, text, events = [], format = 'auto', instead_of: instead = null, file: name }) {
    const file = name ?? `unsaved${extensionOf(language, text)}`
    if (language === 'yara') return checkedYara(file, text)
    const source = { language, file, text }
    const [read = source] = await readTexts(call.deps.pool, call.actor.tenantId, [source])
    const { sound, faults, unresolved } = await call.read((tx) => judgedAlone(tx, read, instead))
    const [checked] = sound
    const ok = checked !== undefined && faults.length === 0
    const tried = ok && events.length > 0 ? await triedOrWhy(call, source, { events, format }) : NOT_TRIED
    return {
      ...{ ok, title: checked?.title ?? null, severity: checked?.severity ?? null },
      rule_ids: checked?.ruleIds ?? [],
      faults: faultsShown(faults),
      unresolved: unresolved.flatMap(({ names }) => names),
      ...{ results: tried.results, results_unknown_because: tried.why },
    }
  },
})

const test = operation.outside({
  name: 'rules.test',
  summary: 'Run a rule over given events, and explain why it matches or does not',
  permission: 'rules:read',
  isRead: true,
  bodyBytes: BODY_BYTES_MAX,
  path: 'POST /rules/:id/test',
  params,
  body,
  output: resultSchema,
  async run({ actor, read }, { id, events, format = 'auto', explain = false }) {
    if (explain && events.length > EXPLAINED_MAX) throw new InvalidInput(TOO_MANY)
    const reader = readerFor(actor.tenantId)
    const { rules, overlays } = await read((tx) => rulesToTry(tx, id, explain, reader))
    const tried = await tryRules(rules, events, { format, isExplained: explain, overlays })
    return { results: tried.map(resultView) }
  },
})

export const TRY_OPERATIONS = [check, test]

const NOT_TRIED = { results: null, why: null }
const TOO_MANY = { loc: ['body', 'events'], msg: `at most ${EXPLAINED_MAX} are explained at once`, type: 'too_many' }

type Events = { readonly events: Parameters<typeof tryRules>[1]; readonly format: string }

/** A rule over several events cannot be tested on a single event: the answer says so. */
async function triedOrWhy({ actor, read }: OutsideCall<Deps>, source: Parameters<typeof textToTry>[1], sent: Events) {
  try {
    const { rules, overlays } = await read((tx) => textToTry(tx, source, true, readerFor(actor.tenantId)))
    const all = await tryRules(rules, sent.events, { format: sent.format, isExplained: true, overlays })
    return { results: all.map(resultView), why: null }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'bad_request') throw error
    return { results: null, why: error.message }
  }
}

function resultView({ suppressed, explanations, ...result }: Tried) {
  return {
    ...result,
    suppressed: suppressed.map(({ ruleId, reason }) => ({ rule_id: ruleId, reason })),
    explanations: explanations.map(({ ruleId, isForLogSource, ...rest }) => ({
      ...{ rule_id: ruleId, is_for_log_source: isForLogSource },
      ...rest,
    })),
  }
}

/** The YARA engine reports faults of the rule, which is tried on files and not on events. */
async function checkedYara(file: string, text: string) {
  const { sound, faults } = await judgeYaraInTime([{ language: 'yara', file, text }])
  const names = sound[0]?.compiled ?? []
  return {
    ...{ ok: faults.length === 0 && names.length > 0, title: names[0] ?? null, severity: null },
    rule_ids: names.map((name) => `${file}#${name}`),
    faults: faultsShown(faults),
    ...{ unresolved: [], results: null, results_unknown_because: 'YARA is tried on files, and not on events' },
  }
}
