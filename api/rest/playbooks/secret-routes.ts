/** Routes of secrets that http steps send. No route returns the value of one. */
import { Type } from 'typebox'
import {
  deletePlaybookSecret,
  type PlaybookSecret,
  playbookSecrets,
  putPlaybookSecret,
} from '../../../control/playbooks/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { pageOf, pageOfList, pageQuery } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { time } from '../views.ts'
import { tags } from './views.ts'

const secretSchema = named(
  'PlaybookSecret',
  Type.Object({ name: Type.String(), hosts: Type.Array(Type.String()), changed_by: Type.String(), changed_at: time }),
)
const secretBody = named(
  'PlaybookSecretPut',
  Type.Object(
    {
      value: Type.String({ minLength: 8, maxLength: 4096 }),
      hosts: Type.Array(Type.String({ minLength: 1, maxLength: 260 }), {
        ...{ minItems: 1, maxItems: 20 },
        description: 'it is sent to these alone, with the port where the address has one: siem.example:8089',
      }),
    },
    closed,
  ),
)
const params = Type.Object({ name: Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,59}$' }) })

export const playbookSecretRoutes: Routes = (app, deps) => {
  app.get(
    '/playbook-secrets',
    {
      config: { permission: 'playbooks:read' },
      schema: {
        ...{ tags, summary: 'Secrets of http steps, by name: never what they are' },
        querystring: Type.Object(pageQuery, closed),
        response: { 200: pageOf(secretSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await playbookSecrets(tx), request.query, ({ name }) => name, secretView),
      ),
  )

  app.put(
    '/playbook-secrets/:name',
    {
      config: { permission: 'playbooks:write', audit: 'playbook:secret_saved' },
      schema: {
        ...{ tags, summary: 'Save a secret, or another value of it', params, body: secretBody },
        response: { 200: secretSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const secret = { ...request.params, ...request.body, by: principalOf(request).id }
        const saved = await putPlaybookSecret(tx, deps.vault, secret)
        note({ resource: 'playbook_secret', resourceId: saved.name, changes: { hosts: saved.hosts } })
        return secretView(saved)
      }),
  )

  app.delete(
    '/playbook-secrets/:name',
    {
      config: { permission: 'playbooks:write', audit: 'playbook:secret_deleted', removes: 'access' },
      schema: { tags, summary: 'Delete a secret: steps that name it fail', params, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'playbook_secret', resourceId: request.params.name })
        await deletePlaybookSecret(tx, request.params.name)
      })
      return reply.code(204).send(null)
    },
  )
}

function secretView({ name, hosts, changedBy, changedAt }: PlaybookSecret) {
  return { name, hosts: [...hosts], changed_by: changedBy, changed_at: changedAt.toISOString() }
}
