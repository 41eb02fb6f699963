/** Operations of playbooks and their versions, of the secrets of their steps and of the webhooks that start them. */
import { Type } from 'typebox'
import { closed, named, nullable, sent, time, uuid } from '../../../schemas/wire.ts'
import { idOf, operationsOf, requesterOf } from '../../platform/acting/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { checked } from './check.ts'
import { createHook, deleteHook, hooksOf, type PlaybookHook } from './hooks.ts'
import {
  changePlaybook,
  createPlaybook,
  deletePlaybook,
  getPlaybook,
  requireDocument,
  rollBackPlaybook,
} from './manage-playbooks.ts'
import {
  documentSchema as document,
  PLAYBOOK_VERSIONS,
  PLAYBOOKS,
  type Playbook,
  playbooksOf,
  versionsOf,
} from './playbook-store.ts'
import { RUN_OPERATIONS } from './run-operations.ts'
import { deletePlaybookSecret, playbookSecrets, putPlaybookSecret, SECRETS } from './secrets.ts'

type Deps = { readonly vault: Vault }

const operation = operationsOf<Deps>({ tag: 'playbooks' })
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 80 }) })

const secretParams = Type.Object({ name: Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,59}$' }) })

const hookMembers = {
  hook_id: uuid,
  playbook_id: Type.String(),
  label: Type.String(),
  created_by: Type.String(),
  created_at: time,
  last_used: nullable(time),
}
const hookSchema = named('PlaybookHook', Type.Object(hookMembers))
const hookView = ({ id, ...hook }: PlaybookHook) => ({ ...hook, hookId: id })

const playbookSchema = named(
  'Playbook',
  Type.Object({
    ...PLAYBOOKS.members,
    name: Type.String(),
    description: Type.String(),
    tags: Type.Array(Type.String()),
    trigger: Type.String(),
  }),
)
const playbookView = (playbook: Playbook) => {
  const { name, description = '', tags = [], trigger } = playbook.document
  return { ...playbook, name, description, tags, trigger: trigger.on }
}

const listSecrets = operation.list({
  name: 'playbooks.secrets',
  summary: 'Names of the secrets for http steps, without their values',
  permission: 'playbooks:read',
  path: 'GET /playbook-secrets',
  item: SECRETS.schema,
  run: ({ tx }) => playbookSecrets(tx),
  keyOf: ({ name }) => name,
})

const putSecret = operation({
  name: 'playbooks.put_secret',
  summary: 'Save a secret, or replace its value',
  permission: 'playbooks:write',
  audit: 'playbook:secret_saved',
  path: 'PUT /playbook-secrets/:name',
  params: secretParams,
  body: sent('PlaybookSecretPut', {
    value: Type.String({ minLength: 8, maxLength: 4096 }),
    hosts: Type.Array(Type.String({ minLength: 1, maxLength: 260 }), {
      minItems: 1,
      maxItems: 20,
      description: 'hosts that may receive the secret, with the port if the address has one: siem.example:8089',
    }),
  }),
  output: SECRETS.schema,
  async run({ tx, note, actor, deps }, secret) {
    const saved = await putPlaybookSecret(tx, deps.vault, { ...secret, by: idOf(actor) })
    note({ resource: 'playbook_secret', resourceId: saved.name, changes: { hosts: saved.hosts } })
    return saved
  },
})

const deleteSecret = operation({
  name: 'playbooks.delete_secret',
  summary: 'Delete a secret; steps that use it fail',
  permission: 'playbooks:write',
  audit: 'playbook:secret_deleted',
  removes: 'access',
  path: 'DELETE /playbook-secrets/:name',
  params: secretParams,
  async run({ tx, note }, { name }) {
    note({ resource: 'playbook_secret', resourceId: name })
    await deletePlaybookSecret(tx, name)
  },
})

const listHooks = operation.list({
  name: 'playbooks.hooks',
  summary: 'Webhooks that start a playbook',
  permission: 'playbooks:read',
  path: 'GET /playbooks/:id/hooks',
  params,
  item: hookSchema,
  run: async ({ tx }, { id }) => (await hooksOf(tx, (await getPlaybook(tx, id)).id)).map(hookView),
  keyOf: ({ hookId }) => hookId,
})

const addHook = operation({
  name: 'playbooks.create_hook',
  summary: 'Create a webhook; its secret is shown once',
  permission: 'playbooks:write',
  audit: 'playbook:hook_created',
  path: 'POST /playbooks/:id/hooks',
  status: 201,
  params,
  body: sent('PlaybookHookCreate', { label: Type.String({ minLength: 1, maxLength: 200 }) }),
  output: named(
    'PlaybookHookCreated',
    Type.Object({
      ...hookMembers,
      secret: Type.String({ description: 'secret that signs deliveries, shown only once' }),
    }),
  ),
  async run({ tx, note, actor, deps }, { id: playbookId, label }) {
    const { hook, secret } = await createHook(tx, deps.vault, { playbookId, label, by: requesterOf(actor) })
    note({ resource: 'playbook', resourceId: playbookId, changes: { hook_id: hook.id } })
    return { ...hookView(hook), secret }
  },
})

const removeHook = operation({
  name: 'playbooks.delete_hook',
  summary: 'Delete a webhook',
  permission: 'playbooks:write',
  audit: 'playbook:hook_deleted',
  removes: 'access',
  path: 'DELETE /playbook-hooks/:hook_id',
  async run({ tx, note }, { hook_id }) {
    const { id, playbookId } = await deleteHook(tx, hook_id)
    note({ resource: 'playbook', resourceId: playbookId, changes: { hook_id: id } })
  },
})

const list = operation.list({
  name: 'playbooks.list',
  summary: 'Playbooks: the tenant’s own, then built-in ones',
  permission: 'playbooks:read',
  path: 'GET /playbooks',
  item: playbookSchema,
  run: async ({ tx }) => (await playbooksOf(tx)).map(playbookView),
})

const create = operation({
  name: 'playbooks.create',
  summary: 'Create a playbook',
  permission: 'playbooks:write',
  audit: 'playbook:created',
  path: 'POST /playbooks',
  status: 201,
  body: sent('PlaybookCreate', { document, enabled: Type.Optional(Type.Boolean()) }),
  output: playbookSchema,
  async run({ tx, note, actor }, { document, enabled = false }) {
    const made = await createPlaybook(tx, requireDocument(document), enabled, idOf(actor))
    note({ resource: 'playbook', resourceId: made.id, changes: { name: made.document.name, enabled } })
    return playbookView(made)
  },
})

const validate = operation({
  name: 'playbooks.validate',
  summary: 'Validate a playbook document, reporting all faults at once',
  permission: 'playbooks:read',
  path: 'POST /playbooks/validate',
  isRead: true,
  body: sent('PlaybookCheck', { document }),
  output: named(
    'PlaybookChecked',
    Type.Object({
      valid: Type.Boolean(),
      problems: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() })),
    }),
  ),
  async run(_, { document }) {
    const found = checked(document)
    return 'document' in found ? { valid: true, problems: [] } : { valid: false, problems: found.problems }
  },
})

const get = operation({
  name: 'playbooks.get',
  summary: 'One playbook',
  permission: 'playbooks:read',
  path: 'GET /playbooks/:id',
  params,
  output: playbookSchema,
  run: async ({ tx }, { id }) => playbookView(await getPlaybook(tx, id)),
})

const change = operation({
  name: 'playbooks.change',
  summary: 'Save a new version of a playbook, or enable or disable it',
  permission: 'playbooks:write',
  audit: 'playbook:updated',
  path: 'PUT /playbooks/:id',
  params,
  body: named(
    'PlaybookChange',
    Type.Object(
      { document: Type.Optional(document), enabled: Type.Optional(Type.Boolean()) },
      { ...closed, minProperties: 1 },
    ),
  ),
  output: playbookSchema,
  async run({ tx, note, actor }, { id, document, enabled }) {
    const wanted = { document: document && requireDocument(document), enabled }
    const changed = await changePlaybook(tx, id, wanted, idOf(actor))
    const changes = { version: changed.version, enabled: changed.enabled }
    note({ resource: 'playbook', resourceId: changed.id, changes })
    return playbookView(changed)
  },
})

const remove = operation({
  name: 'playbooks.delete',
  summary: 'Delete one of the tenant’s own playbooks; completed runs stay, open ones end',
  permission: 'playbooks:write',
  audit: 'playbook:deleted',
  removes: 'records',
  path: 'DELETE /playbooks/:id',
  params,
  async run({ tx, note }, { id: resourceId }) {
    note({ resource: 'playbook', resourceId })
    await deletePlaybook(tx, resourceId)
  },
})

const versions = operation.list({
  name: 'playbooks.versions',
  summary: 'Versions of a playbook, newest first',
  permission: 'playbooks:read',
  path: 'GET /playbooks/:id/versions',
  params,
  item: PLAYBOOK_VERSIONS.schema,
  run: async ({ tx }, { id }) => versionsOf(tx, (await getPlaybook(tx, id)).id),
  keyOf: ({ version }) => String(version),
})

const rollBack = operation({
  name: 'playbooks.roll_back',
  summary: 'Restore an earlier version as a new version',
  permission: 'playbooks:write',
  audit: 'playbook:rolled_back',
  path: 'POST /playbooks/:id/rollback',
  params,
  body: sent('PlaybookRollback', { version: Type.Integer({ minimum: 1 }) }),
  output: playbookSchema,
  async run({ tx, note, actor }, { id, version }) {
    const changed = await rollBackPlaybook(tx, id, version, idOf(actor))
    note({ resource: 'playbook', resourceId: changed.id, changes: { version: changed.version, of: version } })
    return playbookView(changed)
  },
})

/** Registered before the route of webhook calls, which shares their path. */
export const PLAYBOOK_HOOK_OPERATIONS = [listSecrets, putSecret, deleteSecret, listHooks, addHook, removeHook]
export const PLAYBOOK_OPERATIONS = [list, create, validate, get, change, remove, versions, rollBack, ...RUN_OPERATIONS]
