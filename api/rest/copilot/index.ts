/** Routes that suggest next steps for an alert, a case, a rule or a playbook, and run them. */
import { Type } from 'typebox'
import type { Permission } from '../../../control/identity/accounts/index.ts'
import { type ResourceType, runSuggestion, suggest } from '../../../control/soc/copilot/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { requestActor, tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { nullable } from '../views.ts'

const tags = ['copilot']
const suggestionsSchema = named(
  'CopilotContext',
  Type.Object({
    resource_type: Type.String(),
    resource_id: Type.String(),
    suggestions: Type.Array(
      Type.Object({
        id: Type.String(),
        title: Type.String(),
        rationale: Type.String(),
        risk: Type.String(),
        action: nullable(
          Type.String({ description: 'what /copilot/actions/{id}:run does; null: advice for a person' }),
        ),
      }),
    ),
  }),
)
const doneSchema = named(
  'CopilotActionDone',
  Type.Object({
    action: Type.String(),
    resource_type: Type.String(),
    resource_id: Type.String(),
    made_id: nullable(Type.String({ description: 'of the case or run that came of it' })),
  }),
)

const READS: Readonly<Record<ResourceType, Permission>> = {
  alert: 'alerts:read',
  case: 'cases:read',
  rule: 'rules:read',
  playbook: 'playbooks:read',
}

export const copilotRoutes: Routes = (app, deps) => {
  for (const [type, permission] of Object.entries(READS) as [ResourceType, Permission][])
    app.get(
      `/copilot/context/${type}/:${type}_id`,
      {
        config: { permission },
        schema: {
          tags,
          summary: `What could be done next about ${type === 'alert' ? 'an alert' : `a ${type}`}`,
          params: Type.Object({ [`${type}_id`]: Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }) }),
          response: { 200: suggestionsSchema },
        },
      },
      (request) =>
        tenantWork(deps, request, async (tx) => {
          const id = (request.params as Record<string, string>)[`${type}_id`] ?? ''
          const suggestions = (await suggest(tx, type, id)).map((one) => ({ ...one }))
          return { resource_type: type, resource_id: id, suggestions }
        }),
    )

  app.post(
    '/copilot/actions/:action_id/run',
    {
      config: { permission: 'signed_in', ofPerson: false, audit: 'copilot:ran' },
      schema: {
        ...{ tags, summary: 'Do what was suggested. Also as {action_id}:run' },
        description: 'It needs what the same thing by itself needs, and is refused once it is not suggested any more.',
        params: Type.Object({ action_id: Type.String({ maxLength: 400 }) }),
        response: { 200: doneSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const who = { principal: principalOf(request), actor: requestActor(request) }
        const { action, resourceType, resourceId, madeId } = await runSuggestion(
          tx,
          who,
          request.params.action_id,
          deps.nowMs(),
        )
        note({ resource: resourceType, resourceId, changes: { action, made_id: madeId } })
        return { action, resource_type: resourceType, resource_id: resourceId, made_id: madeId }
      }),
  )
}
