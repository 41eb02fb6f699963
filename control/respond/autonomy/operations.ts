/** Operations of autonomy: the stop of all automation, and the blind sample of what triage closed. */
import { Type } from 'typebox'
import { noSuch } from '../../../platform/errors.ts'
import { closed, named, nullable, oneOf, plainText, uuid } from '../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import { alertActor } from '../../soc/alerts/index.ts'
import { AUDIT_VERDICTS, AUDITED, judgeAudit, missedThreats, openAuditsPage } from './closure-audit.ts'
import { killSwitch, STOP, setKillSwitch } from './kill-switch.ts'
import { reopenMissed } from './reopen-missed.ts'

export { AUTONOMY_POLICY_OPERATIONS } from './policy-operations.ts'

const operation = operationsOf<unknown>()

const switchSchema = named(
  'AutonomyKillSwitch',
  Type.Object({
    tenant: nullable(STOP.schema),
    installation: nullable(STOP.schema),
    stopped_because: nullable(Type.String({ description: 'null: automation is not stopped' })),
  }),
)

const readSwitch = operation({
  name: 'autonomy.kill_switch',
  summary: 'Whether automation is stopped in this tenant, and why',
  permission: 'settings:read',
  path: 'GET /autonomy-policy/kill-switch',
  output: switchSchema,
  run: ({ tx }) => killSwitch(tx),
})

const putSwitch = operation({
  name: 'autonomy.set_kill_switch',
  summary: 'Stop all automation in this tenant, or resume it',
  description:
    'While automation is stopped no grant applies, triage closes nothing, no model is called, and actions approved only by a grant are withdrawn. Timed rollbacks still happen. It does not lift a stop that the operator set for all tenants.',
  permission: 'soc:write',
  audit: 'autonomy:kill_switch_set',
  path: 'PUT /autonomy-policy/kill-switch',
  body: named('AutonomyKillSwitchSet', Type.Object({ stopped: Type.Boolean(), reason: plainText(2000) }, closed)),
  output: switchSchema,
  async run({ tx, actor, note }, { stopped, reason }) {
    const after = await setKillSwitch(tx, stopped, reason, idOf(actor))
    note({ resource: 'autonomy_kill_switch', resourceId: actor.tenantId, changes: { stopped, reason } })
    return after
  },
})

const sample = operation.page({
  name: 'autonomy.closure_audits',
  summary: 'Random sample of alerts closed by triage, for a person to judge without seeing its verdict',
  permission: 'alerts:write',
  path: 'GET /autonomy-policy/closure-audits',
  item: AUDITED.schema,
  run: ({ tx }, _, { rows, after }) => openAuditsPage(tx, rows, after),
})

const judge = operation({
  name: 'autonomy.judge_closure',
  summary: 'Judge whether a sampled alert was a threat',
  description:
    'An alert that was a threat gets this verdict and is reopened, unless people have worked on it since triage closed it.',
  permission: 'alerts:write',
  ofPerson: true,
  audit: 'autonomy:closure_judged',
  path: 'POST /autonomy-policy/closure-audits/:alert_id/verdict',
  body: named(
    'ClosureAuditVerdict',
    Type.Object({ verdict: oneOf(AUDIT_VERDICTS), note: Type.Optional(nullable(plainText(2000))) }, closed),
  ),
  output: named('ClosureAuditJudged', Type.Object({ alert_id: uuid, verdict: oneOf(AUDIT_VERDICTS) })),
  async run({ tx, actor, note, nowMs }, { alert_id, verdict, note: words = null }) {
    if (!(await judgeAudit(tx, alert_id, verdict, words, idOf(actor)))) throw noSuch('alert to be judged')
    if (verdict === 'threat') await reopenMissed(tx, alertActor(actor), alert_id, words, nowMs)
    note({ resource: 'alert', resourceId: alert_id, changes: { verdict } })
    return { alert_id, verdict }
  },
})

const missed = operation({
  name: 'autonomy.missed_threats',
  summary: 'Upper bound of threats that triage may have closed, from the judged sample',
  permission: 'settings:read',
  path: 'GET /autonomy-policy/missed-threats',
  output: named(
    'MissedThreats',
    Type.Object({
      weeks: Type.Integer(),
      closed: Type.Integer({ description: 'number of alerts closed by triage itself' }),
      drawn: Type.Integer(),
      judged: Type.Integer(),
      threats: Type.Integer(),
      cannot_tell: Type.Integer({ description: 'undecidable alerts, which count as threats in the bound' }),
      target: Type.Number(),
      rate: nullable(Type.Number({ description: 'null: not measured' })),
      rate_at_most: nullable(Type.Number({ description: 'one-sided upper bound at 95 %; null: not measured' })),
      is_bounded: Type.Boolean({ description: 'true when the bound does not exceed the target' }),
    }),
  ),
  run: ({ tx }) => missedThreats(tx),
})

export const AUTONOMY_OPERATIONS = [readSwitch, putSwitch, sample, judge, missed]
