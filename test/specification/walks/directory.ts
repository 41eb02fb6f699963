/** Section 4.10: the directory, over a provisioning token of its own. */
import assert from 'node:assert/strict'
import { type ApiTarget, ask, type Request } from '../door.ts'
import { expectStatus, walk } from './walk.ts'

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const MAPPED = 'urn:svc:params:scim:schemas:extension:2.0:Group'
const ROLES: readonly [string, string | null][] = [
  ['Tenant Admins', 'tenant_admin'],
  ['SOC-Leads', 'soc_lead'],
  ['soc managers', 'soc_lead'],
  ['Incident Commanders', 'soc_lead'],
  ['Threat Hunting', 'threat_hunter'],
  ['Triage', 'soc_analyst'],
  ['Read Only', 'viewer'],
  ['Auditors', 'viewer'],
  ['Platform Owners', null],
]

async function scimOf(door: ApiTarget): Promise<(line: string, request?: Request) => ReturnType<typeof ask>> {
  const { token } = await expectStatus<{ token: string }>(door, 201, 'POST /scim-tokens', {
    body: { name: `walk ${Date.now()}`, expires_in_days: 1 },
  })
  return (line, request = {}) =>
    ask(door, line.replace(' /', ' //scim/v2/'), {
      ...request,
      token,
      headers: { 'content-type': 'application/scim+json' },
    })
}

export const DIRECTORY = [
  walk(
    '4.10',
    'Users: create, get, replace, patch, list by filter, delete; a userName twice is 409; a deleted one is inactive',
    async (door) => {
      const scim = await scimOf(door)
      const userName = `walk${Date.now()}@directory.example`
      const body = { schemas: [USER], userName, active: true }
      const created = await scim('POST /Users', { body })
      const { id } = created.body as { id: string }
      const patch = { schemas: [PATCH], Operations: [{ op: 'replace', path: 'active', value: false }] }
      const came = [
        created.status,
        (await scim('POST /Users', { body })).status,
        (await scim(`GET /Users/${id}`)).status,
        (await scim(`PUT /Users/${id}`, { body: { ...body, displayName: 'Walked' } })).status,
        (await scim(`PATCH /Users/${id}`, { body: patch })).status,
      ]
      const found = await scim(`GET /Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`)
      assert.deepEqual(
        (found.body as { Resources: { active: boolean }[] }).Resources.map(({ active }) => active),
        [false],
      )
      assert.deepEqual([...came, (await scim(`DELETE /Users/${id}`)).status], [201, 409, 200, 200, 200, 204])
      return `${came.join(', ')}, 204`
    },
  ),
  walk('4.10', 'any other filter than one attribute eq value is 400 with scimType invalidFilter', async (door) => {
    const scim = await scimOf(door)
    const { status, body } = await scim(`GET /Users?filter=${encodeURIComponent('userName co "a" and active eq true')}`)
    assert.deepEqual([status, (body as { scimType: string }).scimType], [400, 'invalidFilter'])
    return '400 invalidFilter'
  }),
  walk('4.10', `Groups and their mappedRole under ${MAPPED}`, async (door) => {
    const scim = await scimOf(door)
    const came: string[] = []
    for (const [displayName, role] of ROLES) {
      const { body, text } = await scim('POST /Groups', { body: { schemas: [GROUP], displayName } })
      const group = body as { id: string } & Record<string, { mappedRole: string | null } | undefined>
      assert.equal(group[MAPPED]?.mappedRole, role, `${displayName}: ${text.slice(0, 200)}`)
      came.push(`${displayName}: ${role}`)
      assert.equal((await scim(`DELETE /Groups/${group.id}`)).status, 204)
    }
    return came.join('; ')
  }),
  walk(
    '4.10',
    'ServiceProviderConfig, ResourceTypes, Schemas are read; bulk, sort and changePassword are not supported',
    async (door) => {
      const scim = await scimOf(door)
      for (const name of ['ResourceTypes', 'Schemas']) assert.equal((await scim(`GET /${name}`)).status, 200)
      const { body } = await scim('GET /ServiceProviderConfig')
      const config = body as Record<string, { supported: boolean }>
      assert.deepEqual(
        ['bulk', 'sort', 'changePassword'].map((name) => config[name]?.supported),
        [false, false, false],
      )
      return 'all three are false'
    },
  ),
  walk(
    '6.3',
    'audit records scim:user:create, scim:user:patch, scim:user:delete with provisioned_by, programmatic_access_revoked and sessions_revoked_at',
    async (door) => {
      type Entry = { action: string; changes: Record<string, unknown> }
      const { items } = await expectStatus<{ items: Entry[] }>(door, 200, 'GET /audit?limit=100')
      const scim = items.filter(({ action }) => action.startsWith('scim:user:'))
      assert.ok(scim.length > 0 && scim.every(({ changes }) => changes.provisioned_by !== undefined))
      const ended = scim.find(({ action }) => action === 'scim:user:delete' || action === 'scim:user:patch')
      assert.ok(
        ended && 'programmatic_access_revoked' in ended.changes && 'sessions_revoked_at' in ended.changes,
        JSON.stringify(ended),
      )
      return [...new Set(scim.map(({ action }) => action))].join(', ')
    },
  ),
]
