/** Sections 2.7, 2.8, 4.6, 4.7 and 5: what a tenant configures, its meters, grants and sign-in. */
import assert from 'node:assert/strict'
import { ask } from '../door.ts'
import { eventually, expectStatus, ownWalk, walk } from './walk.ts'

const METERS = [
  'alerts',
  'triages_model',
  'triages_deterministic',
  'investigations',
  'llm_tokens',
  'llm_cost_usd',
  'actions',
  'actions_executed',
  'active_connectors',
  'seats',
  'events_ingested',
]
/** The specification writes “the service” for the first. */
const PROVIDERS = ['svc', 'anthropic', 'azure-openai', 'openai-compatible']

const HAS_ADDRESS: ReadonlySet<string> = new Set(['azure-openai', 'openai-compatible'])

export const TENANTS = [
  walk('2.8', `meters: ${METERS.join(', ')}; the two triage meters sum to alerts`, async (door) => {
    type Usage = { meters: { name: string }[]; totals: Record<string, number>; unmeasured: unknown[] }
    const usage = await expectStatus<Usage>(door, 200, 'GET /usage')
    const own = new Set([...usage.meters.map(({ name }) => name), ...Object.keys(usage)])
    const text = JSON.stringify(usage)
    assert.deepEqual(
      METERS.filter((name) => !own.has(name) && !text.includes(`"${name}"`)),
      [],
    )
    const { alerts = -1, triages_model = 0, triages_deterministic = 0 } = usage.totals
    assert.equal(triages_model + triages_deterministic, alerts)
    return `${alerts} alerts = ${triages_model} + ${triages_deterministic}; unmeasured ${usage.unmeasured?.length}`
  }),
  walk(
    '4.5',
    'GET /usage/export.csv names tenant, operator organisation and generation time in its header block',
    async (door) => {
      const text = await expectStatus<string>(
        door,
        200,
        `GET /usage/export.csv?month=${new Date().toISOString().slice(0, 7)}`,
      )
      for (const name of ['tenant', 'organisation', 'generated'])
        assert.match(text.slice(0, 600), new RegExp(name, 'i'))
      return text.slice(0, 140)
    },
  ),
  walk(
    '2.7',
    `model credential: provider in ${PROVIDERS.join(', ')}; the key is never shown; has_api_key, created_at, updated_at, last_rotated_at`,
    async (door) => {
      for (const provider of PROVIDERS) {
        const body = {
          provider,
          model: 'm',
          settings: { a: 1 },
          enabled: false,
          // The model of the installation has its own address and key.
          ...(provider === 'svc' ? {} : { api_key: 'hunter2-hunter2' }),
          ...(HAS_ADDRESS.has(provider) ? { base_url: 'https://model.walk.example/v1' } : {}),
        }
        const { status, text } = await ask(door, 'PUT /llm/credentials', { body })
        assert.ok(status === 200 && !text.includes('hunter2'), `${provider}: ${status} ${text.slice(0, 200)}`)
      }
      const view = await expectStatus<Record<string, unknown>>(door, 200, 'GET /llm/credentials')
      for (const name of ['has_api_key', 'created_at', 'updated_at', 'last_rotated_at', 'settings', 'enabled'])
        assert.ok(name in view, name)
      await expectStatus(door, 204, 'DELETE /llm/credentials')
      const audited = await expectStatus<{ items: { action: string }[] }>(door, 200, 'GET /audit?limit=40')
      const actions = new Set(audited.items.map(({ action }) => action))
      for (const verb of ['created', 'updated', 'deleted'])
        assert.ok(actions.has(`audit.llm_credential.${verb}`), `no audit.llm_credential.${verb}`)
      return 'four providers; audit.llm_credential.created, updated, deleted'
    },
  ),
  walk(
    '5',
    'an SSO connection that maps a group to admin is refused; an issuer that is claimed is 409',
    async (door) => {
      const body = {
        provider: 'oidc',
        issuer: `https://idp.${Date.now()}.example`,
        display_name: 'walk',
        client_id: 'x',
      }
      const admin = await ask(door, 'POST /sso-connections', {
        body: { ...body, group_role_mapping: { all: 'admin' } },
      })
      await expectStatus(door, 201, 'POST /sso-connections', {
        body: { ...body, group_role_mapping: { all: 'viewer' } },
      })
      const again = await ask(door, 'POST /sso-connections', { body })
      assert.deepEqual([admin.status, again.status], [403, 409])
      return '403, 409'
    },
  ),
  ownWalk('7', 'a sign-in callback without an enabled connection is 403', async (door) => {
    const { status, text } = await ask(door, 'GET /auth/oidc/callback?code=x&state=nobody', { token: null })
    assert.equal(status, 403, text.slice(0, 200))
    return '403'
  }),
  walk('5', 'platform_admin, admin and api_service can be given by no route', async (door) => {
    const statuses: number[] = []
    for (const role of ['platform_admin', 'admin', 'api_service'])
      statuses.push(
        (await ask(door, 'POST /users', { body: { email: `${role}.${Date.now()}@walk.example`, role } })).status,
      )
    assert.ok(
      statuses.every((status) => status === 403 || status === 422),
      statuses.join(),
    )
    return statuses.join(', ')
  }),
  walk(
    '4.1',
    'POST /scim-tokens/{id}/rotate: both secrets are valid within grace_hours, the old one ends at once with 0',
    async (door) => {
      const made = async () =>
        expectStatus<{ id: string; token: string }>(door, 201, 'POST /scim-tokens', {
          body: { name: `walk ${Date.now()}`, expires_in_days: 1 },
        })
      const use = async (token: string) => (await ask(door, 'GET //scim/v2/Users', { token })).status
      const graced = await made()
      const after = await ask(door, `POST /scim-tokens/${graced.id}/rotate`, { body: { grace_hours: 1 } })
      const ended = await made()
      await ask(door, `POST /scim-tokens/${ended.id}/rotate`, { body: { grace_hours: 0 } })
      const came = [await use(graced.token), await use((after.body as { token: string }).token), await use(ended.token)]
      assert.deepEqual(came, [200, 200, 401])
      return came.join(', ')
    },
  ),
  walk(
    '4.6',
    'a grant that is refused is 200 with granted false and every reason; an override needs its reason',
    async (door) => {
      const body = { scope_kind: 'alert_class', scope_key: `walk${Date.now()}`, capability: 'auto_close' }
      const { granted, refusals } = await expectStatus<{ granted: boolean; refusals: unknown[] }>(
        door,
        200,
        'POST /autonomy-policy/grants',
        { body },
      )
      assert.ok(!granted && refusals.length > 1, JSON.stringify(refusals))
      assert.equal((await ask(door, 'POST /autonomy-policy/grants', { body: { ...body, override: true } })).status, 422)
      const forced = await expectStatus<{ granted: boolean }>(door, 200, 'POST /autonomy-policy/grants', {
        body: { ...body, override: true, override_reason: 'of the walk' },
      })
      assert.ok(
        forced.granted && JSON.stringify(forced).includes('operator_override'),
        JSON.stringify(forced).slice(0, 200),
      )
      const { items } = await expectStatus<{ items: { action: string }[] }>(door, 200, 'GET /audit?limit=5')
      assert.ok(items.some(({ action }) => action === 'autonomy:overridden'))
      return `${refusals.length} reasons; 422; operator_override, audited as autonomy:overridden`
    },
  ),
  walk(
    '4.6',
    'GET /health/shadow-reconciliation says disabled until SVC_SHADOW_RECONCILE_ENABLED is set',
    async (door) => {
      const { state, status } = await expectStatus<{ state?: string; status?: string }>(
        door,
        200,
        'GET /health/shadow-reconciliation',
      )
      assert.equal(state ?? status, 'disabled')
      return 'disabled'
    },
  ),
  walk(
    '4.7',
    'tool server: 2 to 40 of a-z 0-9 - _, an empty allowlist, never the credential; loopback and private addresses are refused',
    async (door) => {
      const base = { url: 'https://mcp.walk.example/mcp', credential: { 'x-key': 'hunter2' } }
      const bad = await ask(door, 'POST /mcp-servers', { body: { ...base, name: 'A' } })
      const inner: number[] = []
      for (const url of [
        'http://127.0.0.1/mcp',
        'http://10.0.0.1/mcp',
        'http://169.254.169.254/mcp',
        'http://user@mcp.walk.example/mcp',
      ])
        inner.push((await ask(door, 'POST /mcp-servers', { body: { name: 'walked', url } })).status)
      const made = await ask(door, 'POST /mcp-servers', { body: { ...base, name: 'walk-1' } })
      const { id, has_credential, tool_allowlist } = made.body as {
        id: string
        has_credential: boolean
        tool_allowlist: unknown[]
      }
      assert.ok(made.status === 201 && has_credential && tool_allowlist.length === 0 && !made.text.includes('hunter2'))
      await expectStatus(door, 204, `DELETE /mcp-servers/${id}`)
      assert.deepEqual([bad.status, ...inner], [422, 422, 422, 422, 422])
      return 'has_credential true; 422 for each address'
    },
  ),
  walk('8', 'a tool server over stdio is refused by name', async (door) => {
    const { status, text } = await ask(door, 'POST /mcp-servers', {
      body: { name: 'walk-stdio', url: 'stdio:///usr/bin/tools' },
    })
    assert.equal(status, 422)
    assert.match(text, /stdio/)
    return `422: ${text.slice(0, 200)}`
  }),
  walk(
    '4.7',
    'sandbox: a look-up never uploads; a file is taken only with confirm_upload; consent records who decided and the version that was shown',
    async (door) => {
      type Provider = { name: string; disclosure: { version: string; text: string }; consent: object | null }
      const { items } = await expectStatus<{ items: Provider[] }>(door, 200, 'GET /sandbox/providers')
      assert.deepEqual(
        items.map(({ name }) => name),
        ['sandbox_local', 'sandbox_hosted', 'mock'],
      )
      type Result = { outcome: string; uploaded: boolean; detail: string; handle: string | null }
      const lookup = { provider: 'mock', sha256: 'a'.repeat(64) }
      const looked = await expectStatus<Result>(door, 200, 'POST /sandbox/lookup', { body: lookup })
      assert.equal(looked.uploaded, false)
      const file_base64 = Buffer.from(`walked ${Date.now()}`).toString('base64')
      const submit = (more: object) =>
        expectStatus<Result>(door, 200, 'POST /sandbox/files', {
          body: { file_base64, file_name: 'walked.txt', provider: 'mock', ...more },
        })
      const consent = (uploads_enabled: boolean, version: string) =>
        ask(door, 'PUT /sandbox/consent', {
          body: { provider: 'mock', uploads_enabled, consent_text_version: version },
        })
      const version = items[2]?.disclosure.version ?? ''
      const another = await consent(true, 'a version that nobody was shown')
      const agreed = await consent(true, version)
      const { decided_by, consent_text } = agreed.body as Record<string, string>
      assert.ok(another.status >= 400 && agreed.status === 200 && decided_by && consent_text)
      const unconfirmed = await submit({})
      const sent = await submit({ confirm_upload: true })
      await consent(false, version)
      assert.deepEqual(
        [unconfirmed, sent].map(({ outcome, uploaded }) => [outcome, uploaded]),
        [
          ['upload_refused', false],
          ['pending', false],
        ],
      )
      return `look-up ${looked.outcome}; unconfirmed ${unconfirmed.outcome}; confirmed ${sent.outcome}, and nothing left; ${consent_text?.slice(0, 60)}`
    },
  ),
  ownWalk(
    '4.1',
    'branding of a tenant in an organisation: fields of 2.7, support_url https only; a logo is sanitised, and one with a DOCTYPE refused',
    async (door) => {
      await door.own?.svc('organisations', 'create', '--name', 'walked', '--kind', 'enterprise', '--home', door.tenant)
      const body = {
        product_name: 'Walk',
        primary_color: '#112233',
        accent_color: '#332211',
        support_email: 'a@walk.example',
        support_url: 'https://walk.example',
        sender_name: 'Walk',
      }
      const branding = await expectStatus<Record<string, unknown>>(door, 200, 'PUT /branding', { body })
      for (const [name, value] of Object.entries(body)) assert.equal(branding[name], value)
      assert.equal(
        (await ask(door, 'PUT /branding', { body: { ...body, support_url: 'http://walk.example' } })).status,
        422,
      )
      const logo = (text: string) => {
        const form = new FormData()
        form.append('file', new Blob([text], { type: 'image/svg+xml' }), 'logo.svg')
        return ask(door, 'POST /branding/assets/logo', { body: form })
      }
      const uploaded = await logo(
        '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"><script>x()</script><path d="M0 0h1v1z"/></svg>',
      )
      const { was_sanitized, removed } = uploaded.body as {
        was_sanitized: boolean
        removed: { elements: string[]; attributes: string[] }
      }
      assert.ok(
        was_sanitized && removed.elements.includes('script') && removed.attributes.includes('onload'),
        uploaded.text.slice(0, 200),
      )
      const entity = await logo('<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>')
      assert.ok(entity.status >= 400 && entity.status < 500)
      await expectStatus(door, 204, 'DELETE /branding/assets/logo')
      return `removed ${JSON.stringify(removed)}; DOCTYPE ${entity.status}`
    },
  ),
  walk('4.3', '8002: POST /actions with action_type, parameters, rationale', async (door) => {
    const { action } = await expectStatus<{ action: { id: string; status: string } }>(door, 202, 'POST 8002/actions', {
      body: { action_type: 'notify', parameters: { message: 'walked' }, rationale: 'walk' },
    })
    return eventually(async () => {
      const { status } = await expectStatus<{ status: string }>(door, 200, `GET /actions/${action.id}`)
      return ['succeeded', 'failed', 'done', 'completed'].includes(status) ? `202, then ${status}` : undefined
    }, 'the end of the action')
  }),
  walk(
    '4.8',
    '{connectors_url}: POST /connectors/{id}/test builds the connector from the body and stores nothing',
    async (door) => {
      const before = await expectStatus<{ items: unknown[] }>(door, 200, 'GET /connectors')
      const types = await expectStatus<{ items: { type: string }[] }>(door, 200, 'GET /connectors/types')
      const tested = await ask(door, `POST 8004/connectors/${types.items[0]?.type}/test`, {
        body: { auth_config: {}, connector_config: {} },
      })
      assert.ok(tested.status === 200 || tested.status === 422, tested.text.slice(0, 200))
      assert.equal(
        (await expectStatus<{ items: unknown[] }>(door, 200, 'GET /connectors')).items.length,
        before.items.length,
      )
      return `${types.items[0]?.type}: ${tested.status}; ${before.items.length} connectors before and after`
    },
  ),
  ...(['8005 intel/iocs', '8006 purple-team/coverage', '8007 ueba/stats', '8008 honeytokens/stats'] as const).map(
    (one) =>
      walk(
        '1',
        `GET {${one.split(' ')[0]}}/${one.split(' ')[1]}: the service answers operations of its area`,
        async (door) => {
          await expectStatus(door, 200, `GET ${one.replace(' ', '/')}`)
          const { status } = await ask(door, `GET ${one.replace(' ', '/')}`, { token: null })
          assert.equal(status, 401)
          return '200, and 401 without a credential'
        },
      ),
  ),
  walk(
    '1',
    'POST {8080}/enrichment: what is known of entities, each source that could not be asked is named',
    async (door) => {
      const answer = await ask(door, 'POST 8080/enrichment', {
        body: { entities: [{ kind: 'ip', value: '203.0.113.9' }] },
      })
      assert.equal(answer.status, 200, answer.text.slice(0, 200))
      return answer.text.slice(0, 140)
    },
  ),
]
