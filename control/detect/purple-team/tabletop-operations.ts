/** Operations of tabletop exercises and their notes. */
import { Type } from 'typebox'
import { pageOfList } from '../../../platform/paging.ts'
import { closed, named, nullable, oneOf, pageOf, pageQueryOf, plainText, time, uuid } from '../../../schemas/wire.ts'
import { type Actor, idOf, operationsOf, requirePermission } from '../../platform/acting/index.ts'
import {
  addStep,
  createTabletop,
  FINDING_SEVERITIES,
  STEP_KINDS,
  showsExpected,
  stepsOf,
  type Tabletop,
  type TabletopStep,
  tabletops,
} from './tabletop.ts'

const operation = operationsOf<unknown>()

const stepSchema = named(
  'TabletopStep',
  Type.Object({
    step: Type.Integer({ minimum: 1 }),
    kind: oneOf(STEP_KINDS),
    speaker: Type.String(),
    body: Type.String(),
    severity: nullable(oneOf(FINDING_SEVERITIES)),
    owner: nullable(Type.String()),
    expected: nullable(
      Type.String({ description: 'null without rules:write while the exercise is open: its players read it later' }),
    ),
    points_max: nullable(Type.Integer()),
    within_minutes: nullable(Type.Integer()),
    answers: nullable(Type.Integer({ description: 'inject step that this step answers' })),
    written_by: Type.String(),
    written_at: time,
  }),
)
const tabletopSchema = named(
  'Tabletop',
  Type.Object({
    id: uuid,
    name: Type.String(),
    description: nullable(Type.String()),
    scenario: Type.String(),
    technique_ids: Type.Array(Type.String()),
    status: oneOf(['open', 'closed']),
    created_by: Type.String(),
    created_at: time,
    closed_at: nullable(time),
    steps: Type.Array(stepSchema),
  }),
)

const list = operation({
  name: 'purple_team.tabletops',
  summary: 'Tabletop exercises with their steps, newest first',
  permission: 'cases:read',
  path: 'GET /purple-team/tabletop',
  query: pageQueryOf({}),
  output: pageOf(tabletopSchema),
  async run({ tx, actor }, page) {
    const { items, ...more } = pageOfList(await tabletops(tx), page, ({ id }) => id)
    const ids = items.map(({ id }) => id)
    const steps = await stepsOf(tx, ids)
    return { ...more, items: items.map((one) => tabletopView(one, steps.get(one.id) ?? [], actor)) }
  },
})

const create = operation({
  name: 'purple_team.create_tabletop',
  summary: 'Start a tabletop exercise',
  permission: 'rules:write',
  audit: 'purple_team:tabletop_created',
  path: 'POST /purple-team/tabletop',
  status: 201,
  body: named(
    'TabletopCreate',
    Type.Object(
      {
        name: plainText(200),
        description: Type.Optional(plainText(4000)),
        scenario: plainText(20_000),
        technique_ids: Type.Optional(
          Type.Array(Type.String({ pattern: '^T\\d{4}(\\.\\d{3})?$' }), { maxItems: 50, uniqueItems: true }),
        ),
      },
      closed,
    ),
  ),
  output: tabletopSchema,
  async run({ tx, actor, note }, { name, description = null, scenario, technique_ids: techniques = [] }) {
    const made = await createTabletop(tx, { name, description, scenario, techniques, createdBy: idOf(actor) })
    note({ resource: 'tabletop', resourceId: made.id, changes: { name } })
    return tabletopView(made, [], actor)
  },
})

const add = operation({
  name: 'purple_team.add_tabletop_step',
  summary: 'Record the next step of an exercise',
  description: 'An inject, and the end of an exercise, need the permission rules:write.',
  permission: 'cases:write',
  audit: 'purple_team:tabletop_step',
  path: 'POST /purple-team/tabletop/:tabletop_id/steps',
  status: 201,
  body: named(
    'TabletopStepCreate',
    Type.Object(
      {
        kind: oneOf(STEP_KINDS, { description: 'inject: next development in the scenario; close: ends the exercise' }),
        speaker: plainText(200),
        body: plainText(10_000),
        severity: Type.Optional(oneOf(FINDING_SEVERITIES, { description: 'severity of a finding' })),
        owner: Type.Optional(plainText(200)),
        expected: Type.Optional(plainText(4000)),
        points_max: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 100, description: 'maximum points of an inject; default: 10' }),
        ),
        within_minutes: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 1440, description: 'minutes in which an inject should be answered' }),
        ),
        answers: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 500, description: 'inject step that a response or decision answers' }),
        ),
      },
      closed,
    ),
  ),
  output: stepSchema,
  async run({ tx, actor, note }, { tabletop_id: id, kind, speaker, body, ...sent }) {
    if (kind === 'inject' || kind === 'close') requirePermission(actor, 'rules:write')
    const { severity = null, owner = null, expected = null, answers = null } = sent
    const { points_max: pointsMax = null, within_minutes: withinMinutes = null } = sent
    const details = { severity, owner, expected, pointsMax, withinMinutes, answers }
    const step = await addStep(tx, id, { kind, speaker, body, ...details, writtenBy: idOf(actor) })
    note({ resource: 'tabletop', resourceId: id, changes: { step: step.ordinal, kind: step.kind } })
    return stepView(step)
  },
})

export const TABLETOP_OPERATIONS = [list, create, add]

function stepView({ ordinal: step, ...rest }: TabletopStep) {
  return { step, ...rest }
}

function tabletopView(
  { techniques: techniqueIds, ...rest }: Tabletop,
  steps: readonly TabletopStep[],
  actor: Pick<Actor, 'kind' | 'permissions'>,
) {
  const status: 'open' | 'closed' = rest.closedAt === null ? 'open' : 'closed'
  const isShown = showsExpected(actor, status === 'closed')
  const views = steps.map(stepView).map((step) => (isShown ? step : { ...step, expected: null }))
  return { ...rest, techniqueIds, status, steps: views }
}
