/** A rule over events that come with the request. Nothing is stored. */
import { Type } from 'typebox'
import {
  extensionOf,
  faultsShown,
  judgedAlone,
  judgeYaraInTime,
  language,
  readerFor,
  readTexts,
  ruleFile,
  rulesToTry,
  ruleText,
  severity,
  type Tried,
  textToTry,
  tryRules,
} from '../../../control/detect/detections/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { nullable } from '../views.ts'

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
      format: Type.Optional(
        Type.String({ maxLength: 100, description: 'source format of the events; auto without it' }),
      ),
      explain: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
)
const results = Type.Array(
  Type.Object({
    matches: nullable(Type.Array(Type.String(), { description: 'ids of the rules that match' })),
    refusal: nullable(Type.String({ description: 'why the event would be a dead letter' })),
    unfinished: Type.Array(Type.String(), {
      description:
        'ids of rules that do not match because the event takes more work than one evaluation of them may, or this request had none left',
    }),
    suppressed: Type.Array(Type.Object({ rule_id: Type.String(), reason: Type.String() }), {
      description:
        "rules that match, and of which the tenant's overlays take this event away: disabled, severity_floor, suppress_when, allowlist. Nobody knows here which source it would come from",
    }),
    explanations: Type.Array(Type.Unknown(), {
      description: 'of each rule, and of each step of a rule over several events',
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
        nullable(Type.String({ format: 'uuid', description: 'the rule whose text it is to be' })),
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
    ok: Type.Boolean({ description: 'it would be taken as it is' }),
    title: nullable(Type.String()),
    severity: nullable(severity),
    rule_ids: Type.Array(Type.String()),
    faults: Type.Array(Type.Object({ line: Type.Integer(), column: Type.Integer(), reason: Type.String() })),
    unresolved: Type.Array(Type.String({ description: 'placeholders without a value' })),
    results: nullable(results),
    results_unknown_because: nullable(Type.String()),
  }),
)

export const tryRoutes: Routes = (app, deps) => {
  app.post(
    '/rules/check',
    {
      bodyLimit: BODY_BYTES_MAX,
      config: { permission: 'rules:read', takesEvents: true },
      schema: {
        tags: ['detections'],
        summary: 'What is wrong with the text of a rule, and which of some events it matches and why',
        description: 'Nothing is stored: for who is writing it.',
        body: checkBody,
        response: { 200: checkSchema },
      },
    },
    async (request) => {
      const { language: of, text, events = [], format = 'auto', instead_of: instead = null } = request.body
      const file = request.body.file ?? `unsaved${extensionOf(of, text)}`
      const { tenantId } = principalOf(request)
      if (of === 'yara') return checkedYara(file, text)
      const source = { language: of, file, text }
      const [given = { language: of, file, text }] = await readTexts(deps.pool, tenantId, [
        { language: of, file, text },
      ])
      const { sound, faults, unresolved } = await tenantWork(deps, request, (tx) => judgedAlone(tx, given, instead))
      const [checked] = sound
      const ok = checked !== undefined && faults.length === 0
      const tried = ok && events.length > 0 ? await triedOrWhy() : { results: null, why: null }
      return {
        ...{ ok, title: checked?.title ?? null, severity: checked?.severity ?? null },
        rule_ids: [...(checked?.ruleIds ?? [])],
        faults: faultsShown(faults).map(({ line, column, reason }) => ({ line, column, reason })),
        unresolved: unresolved.flatMap(({ names }) => names),
        ...{ results: tried.results, results_unknown_because: tried.why },
      }

      /** A rule over several events says nothing about a single event. */
      async function triedOrWhy() {
        try {
          const { rules, overlays } = await tenantWork(deps, request, (tx) =>
            textToTry(tx, source, true, readerFor(tenantId)),
          )
          const all = await tryRules(rules, events, { format, isExplained: true, overlays })
          return { results: all.map(resultView), why: null }
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'bad_request') throw error
          return { results: null, why: error.message }
        }
      }
    },
  )

  app.post(
    '/rules/:id/test',
    {
      bodyLimit: BODY_BYTES_MAX,
      config: { permission: 'rules:read' },
      schema: {
        tags: ['detections'],
        summary: 'Run a rule over given events, and say why it matches or does not',
        params,
        body,
        response: { 200: resultSchema },
      },
    },
    async (request) => {
      const { events, format = 'auto', explain = false } = request.body
      if (explain && events.length > EXPLAINED_MAX) throw new InvalidInput(TOO_MANY)
      const read = readerFor(principalOf(request).tenantId)
      const { rules, overlays } = await tenantWork(deps, request, (tx) =>
        rulesToTry(tx, request.params.id, explain, read),
      )
      const tried = await tryRules(rules, events, { format, isExplained: explain, overlays })
      return {
        results: tried.map(resultView),
      }
    },
  )
}

const TOO_MANY = { loc: ['body', 'events'], msg: `at most ${EXPLAINED_MAX} are explained at once`, type: 'too_many' }

function resultView({ matches, refusal, explanations, suppressed, unfinished }: Tried) {
  return {
    matches: matches === null ? null : [...matches],
    refusal,
    unfinished: [...unfinished],
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
    faults: faultsShown(faults).map(({ line, column, reason }) => ({ line, column, reason })),
    ...{ unresolved: [], results: null, results_unknown_because: 'YARA is tried on files, and not on events' },
  }
}
