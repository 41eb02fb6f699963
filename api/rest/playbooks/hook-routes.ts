/** The route by which other programs start a playbook, with a signature. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { PLAYBOOK_LIMITS, startByHook, tenantOfHook } from '../../../control/respond/playbooks/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { named, nullable, uuid } from '../../../schemas/wire.ts'
import { withSystem } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { readJsonBody } from '../../plugins/json-body.ts'
import { workIn } from '../../plugins/tenant-work.ts'
import type { ApiApp, Routes } from '../api-app.ts'

const startedSchema = named(
  'PlaybookHookStarted',
  Type.Object({
    status: Type.Union([Type.Literal('started'), Type.Literal('repeated'), Type.Literal('condition_not_met')]),
    run_id: nullable(uuid),
  }),
)
const hookParams = Type.Object({ hook_id: uuid })
const payloadSchema = named(
  'PlaybookHookDelivery',
  Type.Record(Type.String(), Type.Unknown(), {
    description: 'body of the delivery, available to steps as trigger.webhook',
  }),
)
const deliveryHeaders = Type.Object({
  'x-svc-signature': Type.Optional(Type.String({ maxLength: 200, description: 't=SECONDS,v1=HEX' })),
  'x-svc-delivery': Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '^[\\x21-\\x7e]+$' })),
})

export const playbookHookRoutes: Routes = (app, deps) => {
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
            tags: ['playbooks'],
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

/** The body is parsed as JSON, whatever its media type. */
function keepText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  readJsonBody(app, ['*'], { seen: (request, text) => signedText.set(request, text) })
}

/** An unknown id and a wrong signature get the same answer. */
async function started(deps: ApiDeps, request: FastifyRequest, payload: Record<string, unknown>) {
  const { hook_id: hookId } = request.params as { hook_id: string }
  const tenant = await withSystem(deps.pool, 'a webhook of a playbook', (tx) => tenantOfHook(tx, hookId))
  if (tenant === null) throw new AppError('bad_credential', 'the signature does not match the secret of this webhook')
  const { 'x-svc-signature': signature, 'x-svc-delivery': id } = request.headers as Record<string, string | undefined>
  const delivery = { signature, id, signed: signedText.get(request) ?? '', payload }
  return workIn(deps, request, tenant, async (tx, note) => {
    const { run, isRepeated } = await startByHook(tx, deps.vault, hookId, delivery, deps.nowMs())
    note(run && { resource: 'playbook', resourceId: run.playbookId, changes: { run_id: run.id, hook_id: hookId } })
    const status = run !== null ? 'started' : isRepeated ? 'repeated' : 'condition_not_met'
    return { status, run_id: run?.id ?? null } as const
  })
}
