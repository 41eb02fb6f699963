/** A rule over events that come with the request. Nothing is stored. */
import { Type } from 'typebox'
import { readerFor, rulesToTry, tryRules } from '../../../control/detections/index.ts'
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
const resultSchema = named(
  'RuleTestResult',
  Type.Object({
    results: Type.Array(
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
    ),
  }),
)

export const tryRoutes: Routes = (app, deps) => {
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
        results: tried.map(({ matches, refusal, explanations, suppressed, unfinished }) => ({
          matches: matches === null ? null : [...matches],
          refusal,
          unfinished: [...unfinished],
          suppressed: suppressed.map(({ ruleId, reason }) => ({ rule_id: ruleId, reason })),
          explanations: explanations.map(({ ruleId, isForLogSource, ...rest }) => ({
            ...{ rule_id: ruleId, is_for_log_source: isForLogSource },
            ...rest,
          })),
        })),
      }
    },
  )
}

const TOO_MANY = { loc: ['body', 'events'], msg: `at most ${EXPLAINED_MAX} are explained at once`, type: 'too_many' }
