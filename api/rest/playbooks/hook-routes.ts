/**
 * Routes of webhooks that start a playbook: people make and delete them, and other programs call them with a signature.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { requesterOf } from '../../../control/acting/index.ts'
import {
  createHook,
  deleteHook,
  getPlaybook,
  hooksOf,
  PLAYBOOK_LIMITS,
  type PlaybookHook,
  startByHook,
  tenantOfHook,
} from '../../../control/playbooks/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { withSystem } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { readJsonBody } from '../../plugins/json-body.ts'
import { named } from '../../plugins/named-schemas.ts'
import { pageOf, pageOfList, pageQuery } from '../../plugins/paging.ts'
import { requestActor, tenantWork, workIn } from '../../plugins/tenant-work.ts'
import { closed } from '../alerts/inputs.ts'
import type { ApiApp, Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'
import { tags } from './views.ts'

const hook = {
  hook_id: uuid,
  playbook_id: Type.String(),
  label: Type.String(),
  created_by: Type.String(),
  created_at: time,
  last_used: nullable(time),
}
const hookSchema = named('PlaybookHook', Type.Object(hook))
const createdSchema = named(
  'PlaybookHookCreated',
  Type.Object({ ...hook, secret: Type.String({ description: 'signs deliveries; shown this once' }) }),
)
const createBody = named(
  'PlaybookHookCreate',
  Type.Object({ label: Type.String({ minLength: 1, maxLength: 200 }) }, closed),
)
const startedSchema = named(
  'PlaybookHookStarted',
  Type.Object({
    status: Type.Union([Type.Literal('started'), Type.Literal('repeated'), Type.Literal('condition_not_met')]),
    run_id: nullable(uuid),
  }),
)
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 80 }) })
const hookParams = Type.Object({ hook_id: uuid })
const payloadSchema = named(
  'PlaybookHookDelivery',
  Type.Record(Type.String(), Type.Unknown(), { description: 'steps know it as trigger.webhook' }),
)
const deliveryHeaders = Type.Object({
  'x-svc-signature': Type.Optional(Type.String({ maxLength: 200, description: 't=SECONDS,v1=HEX' })),
  'x-svc-delivery': Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '^[\\x21-\\x7e]+$' })),
})

export const playbookHookRoutes: Routes = (app, deps) => {
  app.get(
    '/playbooks/:id/hooks',
    {
      config: { permission: 'playbooks:read' },
      schema: {
        ...{ tags, summary: 'Webhooks that start a playbook', params },
        querystring: Type.Object(pageQuery, closed),
        response: { 200: pageOf(hookSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const { id } = await getPlaybook(tx, request.params.id)
        return pageOfList(await hooksOf(tx, id), request.query, (one) => one.id, hookView)
      }),
  )

  app.post(
    '/playbooks/:id/hooks',
    {
      config: { permission: 'playbooks:write', audit: 'playbook:hook_created' },
      schema: {
        ...{ tags, summary: 'Make a webhook; its secret is shown once', params, body: createBody },
        response: { 201: createdSchema },
      },
    },
    async (request, reply) => {
      const view = await tenantWork(deps, request, async (tx, note) => {
        const hook = {
          playbookId: request.params.id,
          label: request.body.label,
          by: requesterOf(requestActor(request)),
        }
        const made = await createHook(tx, deps.vault, hook)
        note({ resource: 'playbook', resourceId: hook.playbookId, changes: { hook_id: made.hook.id } })
        return { ...hookView(made.hook), secret: made.secret }
      })
      return reply.code(201).send(view)
    },
  )

  app.delete(
    '/playbook-hooks/:hook_id',
    {
      config: { permission: 'playbooks:write', audit: 'playbook:hook_deleted', removes: 'access' },
      schema: { tags, summary: 'Delete a webhook', params: hookParams, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        const gone = await deleteHook(tx, request.params.hook_id)
        note({ resource: 'playbook', resourceId: gone.playbookId, changes: { hook_id: gone.id } })
      })
      return reply.code(204).send(null)
    },
  )

  // The signature covers the body as it came, which only routes of this scope keep.
  app.register(async (plain) => {
    const scope: ApiApp = plain
    keepText(plain as unknown as FastifyInstance)
    scope.post(
      '/playbook-hooks/:hook_id',
      {
        config: { public: true, anyQuery: true, audit: 'playbook:executed' },
        bodyLimit: PLAYBOOK_LIMITS.hookBodyBytes,
        schema: {
          ...{
            tags,
            summary: 'Start a playbook by its webhook',
            params: hookParams,
            headers: deliveryHeaders,
            body: payloadSchema,
          },
          description:
            'X-SVC-Signature is t=SECONDS,v1=HEX: HMAC-SHA256 of SECONDS.BODY under the secret of the webhook. A delivery (X-SVC-Delivery) starts one run.',
          response: { 202: startedSchema },
        },
      },
      async (request, reply) => reply.code(202).send(await started(deps, request, request.body)),
    )
  })
}

const signedText = new WeakMap<FastifyRequest, string>()

/** The body is JSON, whatever the media type says. */
function keepText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  readJsonBody(app, ['*'], { seen: (request, text) => signedText.set(request, text) })
}

/** An unknown id and a wrong signature get the same answer. */
async function started(deps: ApiDeps, request: FastifyRequest, payload: Record<string, unknown>) {
  const { hook_id: hookId } = request.params as { hook_id: string }
  const tenant = await withSystem(deps.pool, 'a webhook of a playbook', (tx) => tenantOfHook(tx, hookId))
  if (tenant === null) throw new AppError('bad_credential', 'the signature is not of this webhook')
  const { 'x-svc-signature': signature, 'x-svc-delivery': id } = request.headers as Record<string, string | undefined>
  const delivery = { signature, id, signed: signedText.get(request) ?? '', payload }
  return workIn(deps, request, tenant, async (tx, note) => {
    const { run, isRepeated } = await startByHook(tx, deps.vault, hookId, delivery, deps.nowMs())
    note(run && { resource: 'playbook', resourceId: run.playbookId, changes: { run_id: run.id, hook_id: hookId } })
    const status = run !== null ? 'started' : isRepeated ? 'repeated' : 'condition_not_met'
    return { status, run_id: run?.id ?? null } as const
  })
}

function hookView({ id, playbookId, label, createdBy, createdAt, lastUsed }: PlaybookHook) {
  return {
    ...{ hook_id: id, playbook_id: playbookId, label, created_by: createdBy },
    ...{ created_at: createdAt.toISOString(), last_used: lastUsed?.toISOString() ?? null },
  }
}
