/** Operations about what rules do. */
import { Type } from 'typebox'
import { builtInRules } from '../../../detections/content/load.ts'
import { withDeadline } from '../../../platform/deadline.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { closed, named, nullable, time } from '../../../schemas/wire.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { verdictsByRule } from '../../soc/alerts/index.ts'
import { ATTACK_COVERAGE_OPERATIONS } from './attack-coverage-operations.ts'
import { BACK_TEST_OPERATIONS } from './back-test-operations.ts'
import { DETECTION_OPERATIONS } from './detection-operations.ts'
import { OVERLAY_OPERATIONS } from './overlay-operations.ts'
import { overlaysOf } from './overlays.ts'
import { costsByRule, hitsByRule, ownRuleCounts, RULE_ACTIVITY_LIMITS } from './rule-activity.ts'
import { CATALOGUE_OPERATIONS } from './rule-operations.ts'
import { SUPPRESSION_OPERATIONS } from './suppressions/operations.ts'
import { TRY_OPERATIONS } from './try-operations.ts'

type Deps = { readonly lake?: ((tenant: TenantId) => Reader) | undefined }
const operation = operationsOf<Deps>()

const HOUR_MS = 3_600_000
/** Rules are listed whether the lake answers or not. */
const LAKE_MS = 5_000

const activity = operation.outside({
  name: 'rules.activity',
  summary: 'Recent hits of rules, with the verdicts of people on their alerts',
  permission: 'rules:read',
  path: 'GET /rules/activity',
  query: Type.Object(
    { hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 24 * 366, default: 24 * 30 })) },
    closed,
  ),
  output: named(
    'RuleActivity',
    Type.Object({
      hours: Type.Integer(),
      rules: Type.Object({
        own: Type.Integer(),
        builtin: Type.Integer(),
        enabled: Type.Integer({ description: 'active rules, own and built-in' }),
      }),
      hits: nullable(
        Type.Array(Type.Object({ rule_id: Type.String(), hits: Type.Integer(), last_hit: time }), {
          description: 'rules with hits; null: the lake does not answer',
        }),
      ),
      costs: nullable(
        Type.Array(
          Type.Object({
            rule_id: Type.String(),
            evaluations: Type.Integer({ description: 'number of events the rule was evaluated on' }),
            mean_us: nullable(Type.Number({ description: 'mean microseconds per evaluation, sampled' })),
          }),
          { description: 'evaluated rules of the tenant; null: the lake does not answer' },
        ),
      ),
      costs_complete: Type.Boolean({ description: 'false: further rules were evaluated, with lower cost' }),
      hits_complete: Type.Boolean({ description: 'false: further rules had hits, but fewer' }),
      verdicts: Type.Array(
        Type.Object({
          ...{ rule_id: Type.String(), alerts: Type.Integer(), true_positive: Type.Integer() },
          ...{ benign: Type.Integer(), false_positive: Type.Integer() },
        }),
        { description: 'verdicts on the alerts of these hours, by the rule that names the alert' },
      ),
    }),
  ),
  async run({ actor, deps, nowMs, work }, { hours = 24 * 30 }) {
    const fromMs = nowMs - hours * HOUR_MS
    const [found, costs] = await Promise.all([
      inTime(deps, actor.tenantId, (reader) => hitsByRule(reader, fromMs)),
      inTime(deps, actor.tenantId, (reader) => costsByRule(reader, fromMs)),
    ])
    const { counts, verdicts, off } = await work(async (tx) => {
      const ids = builtInRules().map(({ id }) => id)
      const overlays = await overlaysOf(tx, ids)
      return {
        counts: await ownRuleCounts(tx),
        verdicts: await verdictsByRule(tx, { from: new Date(fromMs) }, RULE_ACTIVITY_LIMITS.rules),
        off: overlays.filter(({ isDisabled }) => isDisabled).length,
      }
    })
    const builtin = builtInRules().length
    return {
      hours,
      rules: { own: counts.own, builtin, enabled: counts.ownEnabled + builtin - off },
      hits:
        found?.slice(0, RULE_ACTIVITY_LIMITS.rules).map(({ ruleId, hits, lastHit }) => {
          return { rule_id: ruleId, hits, last_hit: lastHit }
        }) ?? null,
      costs:
        costs?.slice(0, RULE_ACTIVITY_LIMITS.rules).map(({ ruleId, evaluations, meanUs }) => {
          return { rule_id: ruleId, evaluations, mean_us: meanUs }
        }) ?? null,
      costs_complete: costs !== null && costs.length <= RULE_ACTIVITY_LIMITS.rules,
      hits_complete: found !== null && found.length <= RULE_ACTIVITY_LIMITS.rules,
      verdicts,
    }
  },
})

/** Null where the lake does not answer in time. */
async function inTime<T>({ lake }: Deps, tenant: TenantId, ask: (reader: Reader) => Promise<T>): Promise<T | null> {
  if (!lake) return null
  const late = () => new AppError('unavailable', 'the lake did not answer in time')
  return withDeadline(ask(lake(tenant)), LAKE_MS, late).catch(() => null)
}

export const RULE_OPERATIONS = [
  ...[...ATTACK_COVERAGE_OPERATIONS, ...CATALOGUE_OPERATIONS, ...OVERLAY_OPERATIONS, ...TRY_OPERATIONS],
  ...[...BACK_TEST_OPERATIONS, ...DETECTION_OPERATIONS, activity, ...SUPPRESSION_OPERATIONS],
]
