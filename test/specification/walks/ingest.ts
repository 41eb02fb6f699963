/** Section 4.8 and the rules of section 5 about who may push. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { type ApiTarget, ask } from '../door.ts'
import { expectStatus, ownWalk, walk } from './walk.ts'

type Token = { readonly token: string; readonly inbox_url?: string }
const EVENTS = [{ title: 'walked', severity: 'low', host: 'h1' }]
const BATCH = { connector_id: 'walk', connector_type: 'walk', source_format: 'json', events: EVENTS }

const mint = async (door: ApiTarget, template_id: string, hmac_secret?: string): Promise<string> =>
  (
    await expectStatus<Token>(door, 201, 'POST /inbox/tokens', {
      body: {
        template_id,
        label: `walk ${template_id} ${hmac_secret === undefined ? '' : 'signed'}`,
        ...(hmac_secret && { hmac_secret }),
      },
    })
  ).token

/** Without the header X-Tenant-ID, unless `headers` has it. */
const push = (
  door: ApiTarget,
  path: string,
  token: string | null,
  headers: Record<string, string> = {},
  body: unknown = BATCH,
) => ask({ ...door, tenant: headers['x-tenant-id'] ?? '' }, `POST 8081${path}`, { body, token, headers })

export const INGEST = [
  walk(
    '2.2',
    'POST {ingest}/v1/ingest and /v1/ingest/batch with a push token: connector_id, connector_type, source_format, events',
    async (door) => {
      const token = await mint(door, 'connector-push')
      const statuses: number[] = []
      for (const path of ['/v1/ingest', '/v1/ingest/batch']) statuses.push((await push(door, path, token)).status)
      assert.deepEqual(statuses, [202, 202])
      return '202, 202'
    },
  ),
  walk('5', 'X-Inbox-Token is taken in place of Authorization', async (door) => {
    const token = await mint(door, 'connector-push')
    const { status } = await push(door, '/v1/ingest', null, { 'x-inbox-token': token })
    assert.equal(status, 202)
    return '202'
  }),
  walk('5', 'a push without a credential, with one that nobody knows, with a revoked one: 401', async (door) => {
    const body = { template_id: 'connector-push', label: 'walk revoked' }
    const { id, token } = await expectStatus<{ id: string; token: string }>(door, 201, 'POST /inbox/tokens', { body })
    await expectStatus(door, 204, `DELETE /inbox/tokens/${id}`)
    const statuses: number[] = []
    for (const credential of [null, 'svc_nobody', token])
      statuses.push((await push(door, '/v1/ingest', credential)).status)
    assert.deepEqual(statuses, [401, 401, 401])
    return '401, 401, 401'
  }),
  walk('5', 'X-Tenant-ID of a push token: its own tenant is taken, another one is 403', async (door) => {
    const token = await mint(door, 'connector-push')
    const own = await push(door, '/v1/ingest', token, { 'x-tenant-id': door.tenant })
    const other = await push(door, '/v1/ingest', token, { 'x-tenant-id': 'another' })
    assert.deepEqual([own.status, other.status], [202, 403])
    return '202, 403'
  }),
  walk('7', 'a token of another template is refused with 403 that names the template', async (door) => {
    const { status, text } = await push(door, '/v1/ingest', await mint(door, 'cef-syslog'))
    assert.equal(status, 403)
    assert.match(text, /cef-syslog/)
    return `403: ${text.slice(0, 120)}`
  }),
  walk('5', 'a token with an hmac_secret wants X-Signature: sha256=<hex> over the raw body', async (door) => {
    const secret = 'a secret of the walk'
    const token = await mint(door, 'connector-push', secret)
    const raw = JSON.stringify(BATCH)
    const signature = `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`
    const json = { 'content-type': 'application/json' }
    const unsigned = await push(door, '/v1/ingest', token, json, raw)
    const forged = await push(door, '/v1/ingest', token, { ...json, 'x-signature': signature.replace(/.$/, 'x') }, raw)
    const signed = await push(door, '/v1/ingest', token, { ...json, 'x-signature': signature }, raw)
    assert.deepEqual([unsigned.status, forged.status, signed.status], [401, 401, 202])
    return '401 unsigned, 401 forged, 202 signed'
  }),
  walk('4.8', 'POST {ingest}/v1/inbox/cef and /v1/inbox/hec take tokens of their own templates', async (door) => {
    const line = 'CEF:0|Walk|Walk|1|100|walked|3|src=10.0.0.1'
    const text = { 'content-type': 'text/plain' }
    const cef = await push(door, '/v1/inbox/cef', await mint(door, 'cef-syslog'), text, line)
    const hec = await push(door, '/v1/inbox/hec', await mint(door, 'splunk-hec'), {}, { event: { title: 'walked' } })
    const wrong = await push(door, '/v1/inbox/hec', await mint(door, 'cef-syslog'), {}, { event: { title: 'walked' } })
    assert.deepEqual([cef.status < 300, hec.status < 300, wrong.status], [true, true, 403])
    return `${cef.status}, ${hec.status}, and 403 for the other's token`
  }),
  walk('4.8', 'POST {ingest}/v1/inbox/{token} and /v1/inbox/email/{token}: the token is in the URL', async (door) => {
    const { items } = await expectStatus<{ items: { id: string; received_by: string }[] }>(
      door,
      200,
      'GET /inbox/templates',
    )
    const webhook = items.find(({ received_by }) => received_by === 'webhook')?.id ?? ''
    const hook = await push(door, `/v1/inbox/${await mint(door, webhook)}`, null, {}, { title: 'walked' })
    const mail = 'From: a@walk.example\r\nTo: b@walk.example\r\nSubject: walked\r\n\r\nbody'
    const email = await mint(door, 'email-forwarded')
    const sent = await push(door, `/v1/inbox/email/${email}`, null, { 'content-type': 'message/rfc822' }, mail)
    const unknown = await push(door, '/v1/inbox/svc_nobody', null, {}, { title: 'walked' })
    assert.deepEqual([hook.status < 300, sent.status < 300, unknown.status], [true, true, 404])
    return `${hook.status}, ${sent.status}, and 404 for a place that nobody knows`
  }),
  walk('4.8', 'GET {ingest}/internal/metrics has ingest_events_received_total', async (door) => {
    const text = await expectStatus<string>(door, 200, 'GET 8081/internal/metrics', { token: null })
    assert.match(text, /^ingest_events_received_total\b.* \d+$/m)
    return /^ingest_events_received_total\b.*$/m.exec(text)?.[0] ?? ''
  }),
  walk(
    '4.8',
    'POST {ingest}/v1/ingest/k8s-audit/{tenant_id} is 503 until K8S_AUDIT_SHARED_SECRET is set',
    async (door) => {
      const { status } = await push(door, `/v1/ingest/k8s-audit/${door.tenant}`, null, { 'x-svc-k8s-token': 'none' })
      assert.equal(status, 503)
      return '503'
    },
  ),
  ownWalk('5', 'a service token needs X-Tenant-ID of an active tenant, else 403', async (door) => {
    const token = door.own?.serviceToken ?? ''
    const statuses: number[] = []
    for (const tenant of [door.tenant, 'nobody-knows-it', undefined])
      statuses.push(
        (await push(door, '/v1/ingest', token, tenant === undefined ? {} : { 'x-tenant-id': tenant })).status,
      )
    assert.deepEqual(statuses, [202, 403, 403])
    return '202, 403 for an unknown one, 403 without'
  }),
  ownWalk('5', 'the minting command returns the same token again, and another one with --rotate', async (door) => {
    const mintAgain = async (...args: string[]) =>
      (await door.own?.svc('tokens', 'mint', '--tenant', door.tenant, ...args))?.trim()
    const first = await mintAgain()
    assert.equal(await mintAgain(), first)
    assert.notEqual(await mintAgain('--rotate'), first)
    return 'the same, then another'
  }),
]
