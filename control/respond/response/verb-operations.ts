/** Operations of verbs in shadow mode: which are, what automation would have done, and how often people did the same. */
import { Type } from 'typebox'
import { assert } from '../../../platform/assert.ts'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { pageOfList } from '../../../platform/paging.ts'
import { closed, named, nullable, oneOf, pageOf, pageQuery, plainText, time } from '../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import {
  grants,
  judgeVerbDecision,
  labelVerbDecisions,
  putShadowVerb,
  shadowVerbs,
  VERB_DECISION,
  type VerbMeasured,
  verbDecisionsPage,
  verbMeasured,
  WINDOW_DAYS,
  withdrawGranted,
} from '../autonomy/index.ts'
import { ACTION_TYPES, type ActionType, actionTypeOf, gatedBecause, inWords } from './catalogue.ts'

const operation = operationsOf<unknown>()
const verbName = Type.String({ minLength: 1, maxLength: 60, description: 'a verb that can be granted' })

const figures = {
  decided: Type.Integer({ description: 'requests that people confirmed or contradicted' }),
  agreed: Type.Integer({ description: 'people did the same, or left the action of a grant in place' }),
  unlabeled: Type.Integer({
    description: `neither confirmed nor contradicted within ${WINDOW_DAYS} days; excluded from the rates`,
  }),
  open: Type.Integer({ description: 'neither confirmed nor contradicted yet' }),
  agreement: nullable(
    Type.Number({ description: 'share of decided requests that people agreed with, 0 to 1; null: not measured' }),
  ),
  agreement_at_least: nullable(
    Type.Number({
      description: 'lower confidence bound of the rate (95 %, valid under repeated looks); null: not measured',
    }),
  ),
}
const figuresSchema = named('VerbFigures', Type.Object(figures))
const shadowVerbSchema = named(
  'ShadowVerb',
  Type.Object({
    verb: Type.String(),
    about: Type.String(),
    enabled: Type.Boolean(),
    is_granted: Type.Boolean({ description: 'true when automation holds a grant, which has no effect in shadow mode' }),
    set_by: nullable(Type.String()),
    set_at: nullable(time),
    window_days: Type.Integer(),
    window: nullable(figuresSchema),
    trailing: nullable(Type.Object({ decided: Type.Integer(), agreed: Type.Integer() })),
    by_alert_class: Type.Array(named('VerbFiguresOf', Type.Object({ key: Type.String(), ...figures }))),
    people_did: nullable(
      Type.Integer({ description: 'number of actions by people since shadow mode began; null: not in shadow mode' }),
    ),
    foreseen: nullable(
      Type.Integer({ description: 'number of these actions that automation would also have requested' }),
    ),
  }),
)

type ShownVerb = {
  readonly verb: string
  readonly about: string
  readonly enabled: boolean
  readonly is_granted: boolean
  readonly set_by: string | null
  readonly set_at: Date | null
} & ReturnType<typeof figuresShown>

function figuresShown(found: VerbMeasured | null) {
  return {
    window_days: WINDOW_DAYS,
    window: found?.window ?? null,
    trailing: found?.trailing ?? null,
    by_alert_class: [...(found?.by_alert_class ?? [])],
    people_did: found?.people_did ?? null,
    foreseen: found?.foreseen ?? null,
  }
}

/** Verbs that a grant can reach: the others are for people whatever the figures say. */
const REACHED = ACTION_TYPES.filter((type) => outOfShadowBecause(type) === null)

function outOfShadowBecause(type: ActionType): string | null {
  return type.target === 'message' ? `${inWords(type)} changes nothing` : gatedBecause(type)
}

const list = operation({
  name: 'autonomy.shadow_verbs',
  summary: 'Verbs that automation can be granted, with their shadow mode and agreement with people',
  permission: 'settings:read',
  path: 'GET /autonomy-policy/shadow-verbs',
  query: Type.Object(pageQuery, closed),
  output: pageOf(shadowVerbSchema),
  async run({ tx, nowMs }, page) {
    await labelVerbDecisions(tx)
    const flags = new Map((await shadowVerbs(tx)).map((flag) => [flag.verb, flag]))
    const granted = (await grants(tx)).filter(
      ({ state, capability }) => state === 'granted' && capability === 'auto_execute',
    )
    const shown: ShownVerb[] = []
    for (const { name, about } of REACHED) {
      const flag = flags.get(name)
      const found = await verbMeasured(tx, name, nowMs)
      const isGranted = granted.some(({ scopeKey }) => scopeKey === name)
      shown.push({
        ...{ verb: name, about, enabled: flag?.enabled ?? false, is_granted: isGranted },
        ...{ set_by: flag?.set_by ?? null, set_at: flag?.set_at ?? null, ...figuresShown(found) },
      })
    }
    return pageOfList(shown, page, ({ verb }) => verb)
  },
})

const put = operation({
  name: 'autonomy.set_shadow_verb',
  summary: 'Turn shadow mode on or off for a verb',
  description:
    'In shadow mode requests of agents, services and playbooks for the verb end as rejected with the reason shadow_mode, and are recorded: nobody is asked to approve, nothing is executed, and a grant has no effect. Requests of people are executed as usual.',
  permission: 'soc:write',
  audit: 'autonomy:shadow_verb_set',
  path: 'PUT /autonomy-policy/shadow-verbs/:verb',
  params: Type.Object({ verb: verbName }),
  body: named('ShadowVerbPut', Type.Object({ enabled: Type.Boolean() }, closed)),
  output: named(
    'ShadowVerbSet',
    Type.Object({ verb: Type.String(), enabled: Type.Boolean(), set_by: Type.String(), set_at: time }),
  ),
  async run({ tx, actor, note }, { verb, enabled }) {
    const type = actionTypeOf(verb)
    if (type === null) throw invalid('verb', `${verb} is no action`)
    const gated = outOfShadowBecause(type)
    if (gated !== null) throw new AppError('conflict', `${gated}: it cannot be granted to automation`)
    const flag = await putShadowVerb(tx, type.name, enabled, idOf(actor))
    assert(flag !== null, 'a flag that is put is there')
    if (enabled) await withdrawGranted(tx, `${inWords(type)} is in shadow mode now`, type.name)
    note({ resource: 'shadow_verb', resourceId: type.name, changes: { enabled } })
    return flag
  },
})

const decisions = operation.page({
  name: 'autonomy.verb_decisions',
  summary: 'Requests of automation in shadow mode or under a grant, newest first, with the actions of people',
  permission: 'actions:read',
  path: 'GET /autonomy-policy/verb-decisions',
  filters: { verb: Type.Optional(verbName) },
  item: VERB_DECISION.schema,
  async run({ tx }, { verb = null }, { rows, after }) {
    await labelVerbDecisions(tx)
    return verbDecisionsPage(tx, verb, rows, after)
  },
})

const judge = operation({
  name: 'autonomy.judge_verb_decision',
  summary: 'Judge whether a request of automation, in shadow mode or under a grant, was right',
  description:
    'For cases that people handled elsewhere, or closed without an action. The judgement overrides the automatic comparison.',
  permission: 'actions:write',
  ofPerson: true,
  audit: 'autonomy:verb_decision_judged',
  path: 'POST /autonomy-policy/verb-decisions/:decision_id/verdict',
  body: named(
    'VerbDecisionVerdict',
    Type.Object(
      { verdict: oneOf(['right', 'wrong'] as const), note: Type.Optional(nullable(plainText(2000))) },
      closed,
    ),
  ),
  output: VERB_DECISION.schema,
  async run({ tx, actor, note }, { decision_id: id, verdict, note: words = null }) {
    const judged = requireFound(
      await judgeVerbDecision(tx, id, { isRight: verdict === 'right', note: words, by: idOf(actor) }),
      'decision about a verb',
    )
    note({ resource: 'verb_decision', resourceId: id, changes: { verdict, verb: judged.verb } })
    return judged
  },
})

export const VERB_OPERATIONS = [list, put, decisions, judge]
