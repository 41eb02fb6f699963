/** Playbooks, their versions and their runs. */
import { Type } from 'typebox'
import { requesterOf } from '../../../control/acting/index.ts'
import { getAlert } from '../../../control/alerts/index.ts'
import {
  cancelRun,
  changePlaybook,
  checked,
  createPlaybook,
  deletePlaybook,
  getPlaybook,
  playbooksOf,
  requireDocument,
  rollBackPlaybook,
  runOf,
  runsPage,
  startRun,
  stepsOfRun,
  triggerOf,
  versionsOf,
} from '../../../control/playbooks/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { named } from '../../plugins/named-schemas.ts'
import { page, pageOf, pageOfList, pageQuery, positionOf } from '../../plugins/paging.ts'
import { requestActor, tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, uuid } from '../views.ts'
import { playbookHookRoutes } from './hook-routes.ts'
import { playbookSecretRoutes } from './secret-routes.ts'
import {
  playbookSchema,
  playbookView,
  runDetailSchema,
  runDetailView,
  runSchema,
  runView,
  tags,
  versionSchema,
  versionView,
} from './views.ts'

const id = Type.String({ minLength: 1, maxLength: 80 })
const params = Type.Object({ id })
const list = Type.Object(pageQuery, closed)
const document = Type.Record(Type.String(), Type.Unknown(), { description: 'name, trigger, steps: docs/playbooks.md' })
const createBody = named('PlaybookCreate', Type.Object({ document, enabled: Type.Optional(Type.Boolean()) }, closed))
const changeBody = named(
  'PlaybookChange',
  Type.Object(
    { document: Type.Optional(document), enabled: Type.Optional(Type.Boolean()) },
    { ...closed, minProperties: 1 },
  ),
)
const checkBody = named('PlaybookCheck', Type.Object({ document }, closed))
const checkedSchema = named(
  'PlaybookChecked',
  Type.Object({
    valid: Type.Boolean(),
    problems: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() })),
  }),
)
const rollBackBody = named('PlaybookRollback', Type.Object({ version: Type.Integer({ minimum: 1 }) }, closed))
const executeBody = named(
  'PlaybookExecute',
  Type.Object(
    {
      context: Type.Optional(
        Type.Record(Type.String({ maxLength: 60 }), Type.Unknown(), {
          maxProperties: 50,
          description: 'what steps know as trigger',
        }),
      ),
      alert_id: Type.Optional(nullable(uuid)),
      case_id: Type.Optional(nullable(uuid)),
      dry_run: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
)
const runParams = Type.Object({ run_id: uuid })

export const playbookRoutes: Routes = (app, deps) => {
  playbookSecretRoutes(app, deps)
  playbookHookRoutes(app, deps)

  app.get(
    '/playbooks',
    {
      config: { permission: 'playbooks:read' },
      schema: {
        tags,
        summary: 'Playbooks: the own ones, then those that come with the product',
        querystring: list,
        response: { 200: pageOf(playbookSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await playbooksOf(tx), request.query, (one) => one.id, playbookView),
      ),
  )

  app.post(
    '/playbooks',
    {
      config: { permission: 'playbooks:write', audit: 'playbook:created' },
      schema: { tags, summary: 'Make a playbook', body: createBody, response: { 201: playbookSchema } },
    },
    async (request, reply) => {
      const { document: given, enabled = false } = request.body
      const view = await tenantWork(deps, request, async (tx, note) => {
        const made = await createPlaybook(tx, requireDocument(given), enabled, principalOf(request).id)
        note({ resource: 'playbook', resourceId: made.id, changes: { name: made.document.name, enabled } })
        return playbookView(made)
      })
      return reply.code(201).send(view)
    },
  )

  app.post(
    '/playbooks/validate',
    {
      config: { permission: 'playbooks:read' },
      schema: {
        tags,
        summary: 'Everything that is wrong with a document, at once',
        body: checkBody,
        response: { 200: checkedSchema },
      },
    },
    async (request) => {
      const found = checked(request.body.document)
      return 'document' in found ? { valid: true, problems: [] } : { valid: false, problems: [...found.problems] }
    },
  )

  app.get(
    '/playbooks/:id',
    {
      config: { permission: 'playbooks:read' },
      schema: { tags, summary: 'One playbook', params, response: { 200: playbookSchema } },
    },
    (request) => tenantWork(deps, request, async (tx) => playbookView(await getPlaybook(tx, request.params.id))),
  )

  app.put(
    '/playbooks/:id',
    {
      config: { permission: 'playbooks:write', audit: 'playbook:updated' },
      schema: {
        tags,
        summary: 'A version more, or on and off',
        params,
        body: changeBody,
        response: { 200: playbookSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { document: given, enabled } = request.body
        const change = { document: given === undefined ? undefined : requireDocument(given), enabled }
        const changed = await changePlaybook(tx, request.params.id, change, principalOf(request).id)
        note({
          resource: 'playbook',
          resourceId: changed.id,
          changes: { version: changed.version, enabled: changed.enabled },
        })
        return playbookView(changed)
      }),
  )

  app.delete(
    '/playbooks/:id',
    {
      config: { permission: 'playbooks:write', audit: 'playbook:deleted', removes: 'records' },
      schema: {
        tags,
        summary: 'Delete an own playbook; runs that have ended stay, open ones end',
        params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'playbook', resourceId: request.params.id })
        await deletePlaybook(tx, request.params.id)
      })
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/playbooks/:id/versions',
    {
      config: { permission: 'playbooks:read' },
      schema: {
        tags,
        summary: 'Versions, newest first',
        params,
        querystring: list,
        response: { 200: pageOf(versionSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const { id: playbookId } = await getPlaybook(tx, request.params.id)
        return pageOfList(
          await versionsOf(tx, playbookId),
          request.query,
          ({ version }) => String(version),
          versionView,
        )
      }),
  )

  app.post(
    '/playbooks/:id/rollback',
    {
      config: { permission: 'playbooks:write', audit: 'playbook:rolled_back' },
      schema: {
        tags,
        summary: 'An earlier version, as a version more',
        params,
        body: rollBackBody,
        response: { 200: playbookSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { version } = request.body
        const changed = await rollBackPlaybook(tx, request.params.id, version, principalOf(request).id)
        note({ resource: 'playbook', resourceId: changed.id, changes: { version: changed.version, of: version } })
        return playbookView(changed)
      }),
  )

  app.post(
    '/playbooks/:id/execute',
    {
      config: { permission: 'playbooks:execute', audit: 'playbook:executed' },
      schema: {
        tags,
        summary: 'Run a playbook, on an alert or with a context; a dry run asks for nothing and says what it would',
        params,
        body: executeBody,
        response: { 202: runSchema },
      },
    },
    async (request, reply) => {
      const { context = {}, alert_id: alertId = null, case_id: caseId = null, dry_run: dryRun = false } = request.body
      const view = await tenantWork(deps, request, async (tx, note) => {
        const alert = alertId === null ? null : await getAlert(tx, alertId)
        const run = await startRun(tx, {
          ...{ playbookId: request.params.id, kind: 'manual', key: null, dryRun, alertId, parentRunId: null, depth: 0 },
          trigger: { ...context, ...(alert ? triggerOf(alert) : {}) },
          ...{ requester: requesterOf(requestActor(request)), caseId: caseId ?? alert?.caseId ?? null },
        })
        if (run === null) throw new AppError('conflict', 'it was started already')
        note({ resource: 'playbook', resourceId: run.playbookId, changes: { run_id: run.id, dry_run: dryRun } })
        return runView(run)
      })
      return reply.code(202).send(view)
    },
  )

  app.get(
    '/playbooks/:id/runs',
    {
      config: { permission: 'playbooks:read' },
      schema: {
        tags,
        summary: 'Runs of a playbook, newest first',
        params,
        querystring: list,
        response: { 200: pageOf(runSchema) },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) => {
        const { id: playbookId } = await getPlaybook(tx, request.params.id)
        return page(await runsPage(tx, playbookId, limit + 1, after), limit, runView)
      })
    },
  )

  app.get(
    '/playbook-runs',
    {
      config: { permission: 'playbooks:read' },
      schema: {
        tags,
        summary: 'Runs of all playbooks, newest first',
        querystring: list,
        response: { 200: pageOf(runSchema) },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) => page(await runsPage(tx, null, limit + 1, after), limit, runView))
    },
  )

  app.get(
    '/playbook-runs/:run_id',
    {
      config: { permission: 'playbooks:read' },
      schema: {
        tags,
        summary: 'A run with what each step came to',
        params: runParams,
        response: { 200: runDetailSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const run = await runOf(tx, request.params.run_id)
        if (run === null) throw new AppError('not_found', 'there is no such run')
        return runDetailView(run, await stepsOfRun(tx, run.id))
      }),
  )

  app.post(
    '/playbook-runs/:run_id/cancel',
    {
      config: { permission: 'playbooks:execute', audit: 'playbook:run_cancelled' },
      schema: {
        tags,
        summary: 'End a run: approvals and actions that it asked for and that are not done yet are withdrawn',
        params: runParams,
        response: { 200: runSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { run_id: runId } = request.params
        const ended = await cancelRun(tx, runId)
        if (ended === null) {
          const run = await runOf(tx, runId)
          throw run === null
            ? new AppError('not_found', 'there is no such run')
            : new AppError('conflict', `this run is ${run.status} already`)
        }
        note({ resource: 'playbook', resourceId: ended.playbookId, changes: { run_id: runId } })
        return runView(ended)
      }),
  )
}
