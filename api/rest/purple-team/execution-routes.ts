/** Routes of the catalogue's tests, and of the results of running them. */

import { Type } from 'typebox'
import {
  ATOMIC_TESTS,
  cancelExecution,
  EXECUTION_MODES,
  EXECUTION_STATES,
  executionsPage,
  PLATFORMS,
  PURPLE_LIMITS,
  requestExecution,
  requireExecution,
} from '../../../control/detect/purple-team/index.ts'
import { pageOfList, pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { pageOf, pageQuery } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { uuid } from '../views.ts'
import { executionSchema, executionView, tags, testSchema, testView } from './views.ts'

const technique = Type.String({ pattern: '^T\\d{4}(\\.\\d{3})?$', description: 'of ATT&CK, such as T1059.001' })
const testsQuery = Type.Object(
  { ...pageQuery, technique: Type.Optional(technique), platform: Type.Optional(oneOf(PLATFORMS)) },
  closed,
)
const body = named(
  'PurpleTeamExecutionCreate',
  Type.Object(
    {
      atomic_test_id: plainText(80),
      mode: Type.Optional(
        oneOf(EXECUTION_MODES, {
          description:
            'live, unless it says dry: the rules in force that name the technique are tried, nothing is sent',
        }),
      ),
      wait_seconds: Type.Optional(
        Type.Integer({
          minimum: PURPLE_LIMITS.waitSecondsMin,
          maximum: PURPLE_LIMITS.waitSecondsMax,
          description: `how long a live one waits for rules; ${PURPLE_LIMITS.waitSeconds} unless it is said`,
        }),
      ),
    },
    closed,
  ),
)
const params = Type.Object({ execution_id: uuid })
const listQuery = Type.Object(
  { ...pageQuery, status: Type.Optional(oneOf(EXECUTION_STATES)), atomic_test_id: Type.Optional(plainText(80)) },
  closed,
)

export const executionRoutes: Routes = (app, deps) => {
  app.get(
    '/purple-team/atomic-tests',
    {
      config: { permission: 'rules:read' },
      schema: {
        ...{ tags, summary: 'Tests that can be run, with the events that each is made of' },
        ...{ querystring: testsQuery, response: { 200: pageOf(testSchema) } },
      },
    },
    async (request) => {
      const { technique: wanted, platform } = request.query
      const found = ATOMIC_TESTS.filter(
        (test) =>
          (wanted === undefined || test.technique === wanted || test.technique.startsWith(`${wanted}.`)) &&
          (platform === undefined || test.platform === platform),
      )
      return pageOfList(found, request.query, ({ id }) => id, testView)
    },
  )

  app.post(
    '/purple-team/executions',
    {
      config: { permission: 'rules:write', audit: 'purple_team:execution_requested' },
      schema: {
        ...{ tags, summary: 'Run a test', body, response: { 202: executionSchema } },
        description:
          'Its events are made up, of a host and a user that do not exist, and go through the pipeline as those of the source purple-team. Alerts of them say that they are an exercise.',
      },
    },
    async (request, reply) => {
      const {
        atomic_test_id: testId,
        mode = 'live',
        wait_seconds: waitSeconds = PURPLE_LIMITS.waitSeconds,
      } = request.body
      const made = await tenantWork(deps, request, async (tx, note) => {
        const input = { testId, mode, waitSeconds, requestedBy: principalOf(request).id }
        const execution = await requestExecution(tx, input)
        const changes = { atomic_test_id: testId, mode }
        note({ resource: 'purple_team_execution', resourceId: execution.id, changes })
        return execution
      })
      return reply.code(202).send(executionView(made))
    },
  )

  app.get(
    '/purple-team/executions',
    {
      config: { permission: 'rules:read' },
      schema: {
        ...{ tags, summary: 'Executions, newest first', querystring: listQuery },
        response: { 200: pageOf(executionSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const { limit, cursor, status: state, atomic_test_id: testId } = request.query
        const rows = await executionsPage(tx, { state, testId }, limit + 1, positionOf(cursor))
        return pageOfPlaced(rows, limit, executionView)
      }),
  )

  app.get(
    '/purple-team/executions/:execution_id',
    {
      config: { permission: 'rules:read' },
      schema: { ...{ tags, summary: 'What came of an execution so far', params, response: { 200: executionSchema } } },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => executionView(await requireExecution(tx, request.params.execution_id))),
  )

  app.delete(
    '/purple-team/executions/:execution_id',
    {
      config: { permission: 'rules:write', audit: 'purple_team:execution_cancelled', removes: 'mark' },
      schema: {
        ...{ tags, summary: 'Cancel an execution that has not ended', params, response: { 200: executionSchema } },
        description: 'Events that were sent stay, and so do alerts of them.',
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const cancelled = await cancelExecution(tx, request.params.execution_id)
        note({ resource: 'purple_team_execution', resourceId: cancelled.id, changes: { state: 'cancelled' } })
        return executionView(cancelled)
      }),
  )
}
