/** Routes of tabletop exercises and their notes. */

import { Type } from 'typebox'
import {
  addStep,
  createTabletop,
  FINDING_SEVERITIES,
  STEP_KINDS,
  stepsOf,
  type TabletopStep,
  tabletops,
} from '../../../control/detect/purple-team/index.ts'
import { pageOfList } from '../../../platform/paging.ts'
import { pageOf, pageQuery } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { uuid } from '../views.ts'
import { stepSchema, stepView, tabletopSchema, tabletopView, tags } from './views.ts'

const createBody = named(
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
)
const stepBody = named(
  'TabletopStepCreate',
  Type.Object(
    {
      kind: oneOf(STEP_KINDS, { description: 'inject: what happens next in the scenario; close: nothing follows' }),
      speaker: plainText(200),
      body: plainText(10_000),
      severity: Type.Optional(oneOf(FINDING_SEVERITIES, { description: 'of a finding' })),
      owner: Type.Optional(plainText(200)),
      expected: Type.Optional(plainText(4000)),
      points_max: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'of an inject; 10 unless it is said' }),
      ),
      within_minutes: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1440, description: 'of an inject: time until somebody answers' }),
      ),
      answers: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 500, description: 'of a response or decision: the step of its inject' }),
      ),
    },
    closed,
  ),
)

export const tabletopRoutes: Routes = (app, deps) => {
  app.get(
    '/purple-team/tabletop',
    {
      config: { permission: 'rules:read' },
      schema: {
        ...{ tags, summary: 'Exercises at a table with their steps, newest first' },
        ...{ querystring: Type.Object(pageQuery, closed), response: { 200: pageOf(tabletopSchema) } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const { items, ...rest } = pageOfList(
          await tabletops(tx),
          request.query,
          ({ id }) => id,
          (one) => one,
        )
        const steps = await stepsOf(
          tx,
          items.map(({ id }) => id),
        )
        return { items: items.map((one) => tabletopView(one, steps.get(one.id) ?? [])), ...rest }
      }),
  )

  app.post(
    '/purple-team/tabletop',
    {
      config: { permission: 'rules:write', audit: 'purple_team:tabletop_created' },
      schema: {
        ...{ tags, summary: 'Begin an exercise at a table', body: createBody, response: { 201: tabletopSchema } },
      },
    },
    async (request, reply) => {
      const { name, description = null, scenario, technique_ids: techniques = [] } = request.body
      const made = await tenantWork(deps, request, async (tx, note) => {
        const input = { name, description, scenario, techniques, createdBy: principalOf(request).id }
        const tabletop = await createTabletop(tx, input)
        note({ resource: 'tabletop', resourceId: tabletop.id, changes: { name } })
        return tabletop
      })
      return reply.code(201).send(tabletopView(made, []))
    },
  )

  app.post(
    '/purple-team/tabletop/:tabletop_id/steps',
    {
      config: { permission: 'rules:write', audit: 'purple_team:tabletop_step' },
      schema: {
        ...{ tags, summary: 'Write down the next step: who said what', params: Type.Object({ tabletop_id: uuid }) },
        ...{ body: stepBody, response: { 201: stepSchema } },
      },
    },
    async (request, reply) => {
      const { kind, speaker, body, severity = null, owner = null, expected = null, answers = null } = request.body
      const { points_max: pointsMax = null, within_minutes: withinMinutes = null } = request.body
      const sent = { kind, speaker, body, severity, owner, expected, pointsMax, withinMinutes, answers }
      const made: TabletopStep = await tenantWork(deps, request, async (tx, note) => {
        const { tabletop_id: id } = request.params
        const step = await addStep(tx, id, { ...sent, writtenBy: principalOf(request).id })
        note({ resource: 'tabletop', resourceId: id, changes: { step: step.ordinal, kind: step.kind } })
        return step
      })
      return reply.code(201).send(stepView(made))
    },
  )
}
