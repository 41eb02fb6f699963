import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import { HMAC_SECRET, K8S_SECRET, openTestIngest, SERVICE_TOKEN, type TestIngest } from './test-ingest.ts'

const EVENT = '{"a":1}'
const ENVELOPE = '{"connector_id":"fw","events":[{"a":1}]}'
const EVENT_LIST = '{"kind":"EventList","items":[{"auditID":"1"}]}'

let ingest: TestIngest
beforeAll(async () => {
  ingest = await openTestIngest()
  ingest.token('signed', { hmacSecret: HMAC_SECRET })
  ingest.token('revoked', { revokedAt: 1 })
  ingest.token('paused', { tenantStatus: 'suspended' })
  ingest.token('cef-token', { templateId: 'cef-syslog', label: 'Edge firewall #1' })
  ingest.token('hec-token', { templateId: 'splunk-hec' })
  ingest.token('okta-token', { templateId: 'okta-webhook', label: 'okta' })
  ingest.token('okta-signed', { templateId: 'okta-webhook', hmacSecret: HMAC_SECRET })
  ingest.token('okta-revoked', { templateId: 'okta-webhook', revokedAt: 1 })
  ingest.token('cef-revoked', { templateId: 'cef-syslog', revokedAt: 1 })
  ingest.token('k8s-own', { templateId: 'k8s-audit' })
})
afterAll(() => ingest.close())
beforeEach(() => {
  ingest.storeFails = false
  ingest.nowMs += 600_000 // longer than an earlier answer of the store lets a credential pass
  ingest.batches.length = 0
})

const signV2 = (query: string, body: string) =>
  `v2=${createHmac('sha256', HMAC_SECRET).update(`v2\n${query}\n${body}`).digest('hex')}`
const sign = (body: string | Buffer) => `sha256=${createHmac('sha256', HMAC_SECRET).update(body).digest('hex')}`

type Row = [name: string, status: number, path: string, headers: Record<string, string>, body: string]
const PUSH = '/v1/ingest'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const rows: Row[] = [
  ['push token', 202, PUSH, bearer('push'), ENVELOPE],
  ['push token on the batch route', 202, '/v1/ingest/batch', bearer('push'), ENVELOPE],
  ['push token in X-Inbox-Token', 202, PUSH, { 'x-inbox-token': 'push' }, ENVELOPE],
  ['push token beside an empty bearer', 202, PUSH, { authorization: 'Bearer', 'x-inbox-token': 'push' }, ENVELOPE],
  ['scheme in any case', 202, PUSH, { authorization: 'bearer push' }, ENVELOPE],
  ['same tenant declared', 202, PUSH, { ...bearer('push'), 'x-tenant-id': 'acme' }, ENVELOPE],
  ['other tenant declared', 403, PUSH, { ...bearer('push'), 'x-tenant-id': 'other' }, ENVELOPE],
  ['impossible tenant declared', 403, PUSH, { ...bearer('push'), 'x-tenant-id': '../acme' }, ENVELOPE],
  ['no credential', 401, PUSH, {}, ENVELOPE],
  ['empty bearer', 401, PUSH, { authorization: 'Bearer ' }, ENVELOPE],
  ['wrong scheme', 401, PUSH, { authorization: 'Basic push' }, ENVELOPE],
  ['unknown credential', 401, PUSH, bearer('nobody'), ENVELOPE],
  ['endless credential', 401, PUSH, bearer('x'.repeat(5000)), ENVELOPE],
  ['revoked token', 401, PUSH, bearer('revoked'), ENVELOPE],
  ['inactive tenant', 403, PUSH, bearer('paused'), ENVELOPE],
  ['token of another template', 403, PUSH, bearer('okta-token'), ENVELOPE],
  ['service token', 202, PUSH, { ...bearer(SERVICE_TOKEN), 'x-tenant-id': 'other' }, ENVELOPE],
  ['service token without tenant', 403, PUSH, bearer(SERVICE_TOKEN), ENVELOPE],
  ['service token, unknown tenant', 403, PUSH, { ...bearer(SERVICE_TOKEN), 'x-tenant-id': 'nobody' }, ENVELOPE],
  ['service token, impossible tenant', 403, PUSH, { ...bearer(SERVICE_TOKEN), 'x-tenant-id': 'A B' }, ENVELOPE],
  ['part of the service token', 401, PUSH, { ...bearer(SERVICE_TOKEN.slice(0, -1)), 'x-tenant-id': 'acme' }, ENVELOPE],
  ['signed body', 202, PUSH, { ...bearer('signed'), 'x-signature': sign(ENVELOPE) }, ENVELOPE],
  ['signature missing', 401, PUSH, bearer('signed'), ENVELOPE],
  ['signature of another body', 401, PUSH, { ...bearer('signed'), 'x-signature': sign('x') }, ENVELOPE],
  [
    'signed query and body',
    202,
    `${PUSH}?a=b%20c`,
    { ...bearer('signed'), 'x-signature': signV2('a=b%20c', ENVELOPE) },
    ENVELOPE,
  ],
  ['signed without a query', 202, PUSH, { ...bearer('signed'), 'x-signature': signV2('', ENVELOPE) }, ENVELOPE],
  ['query changed', 401, `${PUSH}?a=c`, { ...bearer('signed'), 'x-signature': signV2('a=b', ENVELOPE) }, ENVELOPE],
  ['query added', 401, `${PUSH}?a=c`, { ...bearer('signed'), 'x-signature': signV2('', ENVELOPE) }, ENVELOPE],
  ['query respelled', 401, `${PUSH}?a=%62`, { ...bearer('signed'), 'x-signature': signV2('a=b', ENVELOPE) }, ENVELOPE],
  [
    'body changed under a signed query',
    401,
    `${PUSH}?a=b`,
    { ...bearer('signed'), 'x-signature': signV2('a=b', '{}') },
    ENVELOPE,
  ],
  [
    'signature of the body alone shown as one of both',
    401,
    PUSH,
    { ...bearer('signed'), 'x-signature': sign(ENVELOPE).replace('sha256', 'v2') },
    ENVELOPE,
  ],
  ['inbox signed with its query', 200, '/v1/inbox/okta-signed?x=1', { 'x-signature': signV2('x=1', EVENT) }, EVENT],
  ['signature malformed', 401, PUSH, { ...bearer('signed'), 'x-signature': 'sha256=zz' }, ENVELOPE],
  ['hub signature on push', 401, PUSH, { ...bearer('signed'), 'x-hub-signature-256': sign(ENVELOPE) }, ENVELOPE],
  ['inbox token', 200, '/v1/inbox/okta-token', {}, EVENT],
  ['inbox, other tenant declared', 403, '/v1/inbox/okta-token', { 'x-tenant-id': 'other' }, EVENT],
  ['inbox token unknown', 404, '/v1/inbox/nobody', {}, EVENT],
  ['inbox token revoked', 410, '/v1/inbox/okta-revoked', {}, EVENT],
  ['inbox signed', 200, '/v1/inbox/okta-signed', { 'x-signature': sign(EVENT) }, EVENT],
  ['inbox hub signature', 200, '/v1/inbox/okta-signed', { 'x-hub-signature-256': sign(EVENT) }, EVENT],
  ['inbox signature missing', 401, '/v1/inbox/okta-signed', {}, EVENT],
  ['inbox signature wrong', 401, '/v1/inbox/okta-signed', { 'x-hub-signature-256': sign('x') }, EVENT],
  ['email token unknown', 404, '/v1/inbox/email/nobody', {}, EVENT],
  ['email token revoked', 410, '/v1/inbox/email/okta-revoked', {}, EVENT],
  ['cef', 200, '/v1/inbox/cef', bearer('cef-token'), 'CEF:0|v|p|1|2|n|3|'],
  ['cef without token', 401, '/v1/inbox/cef', {}, 'CEF:0|v|p|1|2|n|3|'],
  ['cef with another template', 403, '/v1/inbox/cef', bearer('okta-token'), 'CEF:0|v|p|1|2|n|3|'],
  ['cef revoked', 410, '/v1/inbox/cef', bearer('cef-revoked'), 'CEF:0|v|p|1|2|n|3|'],
  ['hec, Splunk scheme', 200, '/v1/inbox/hec', { authorization: 'Splunk hec-token' }, '{"event":"x"}'],
  ['hec, Bearer', 200, '/v1/inbox/hec', bearer('hec-token'), '{"event":"x"}'],
  ['hec unknown', 403, '/v1/inbox/hec', bearer('nobody'), '{"event":"x"}'],
  ['hec with another template', 403, '/v1/inbox/hec', bearer('cef-token'), '{"event":"x"}'],
  ['k8s', 202, '/v1/ingest/k8s-audit/acme', { 'x-svc-k8s-token': K8S_SECRET }, EVENT_LIST],
  ['k8s unknown tenant', 403, '/v1/ingest/k8s-audit/nobody', { 'x-svc-k8s-token': K8S_SECRET }, EVENT_LIST],
  ['k8s wrong secret', 401, '/v1/ingest/k8s-audit/acme', { 'x-svc-k8s-token': 'x' }, EVENT_LIST],
  ['k8s no secret', 401, '/v1/ingest/k8s-audit/acme', {}, EVENT_LIST],
  ["k8s with the tenant's own token", 202, '/v1/ingest/k8s-audit/acme', { 'x-svc-k8s-token': 'k8s-own' }, EVENT_LIST],
  ["k8s with another tenant's token", 401, '/v1/ingest/k8s-audit/other', { 'x-svc-k8s-token': 'k8s-own' }, EVENT_LIST],
  [
    'k8s as a kubeconfig sends it',
    202,
    '/v1/ingest/k8s-audit/acme',
    { authorization: `Bearer ${K8S_SECRET}` },
    EVENT_LIST,
  ],
  [
    "k8s with the tenant's token as that",
    202,
    '/v1/ingest/k8s-audit/acme',
    { authorization: 'Bearer k8s-own' },
    EVENT_LIST,
  ],
  ['k8s with a push token as that', 401, '/v1/ingest/k8s-audit/acme', { authorization: 'Bearer push' }, EVENT_LIST],
  ['k8s with a push token', 401, '/v1/ingest/k8s-audit/acme', { 'x-svc-k8s-token': 'push' }, EVENT_LIST],
]

test.each(rows)('%s: %i', async (_name, status, path, headers, body) => {
  const answer = await ingest.send(path, { headers, body })
  expect(answer.status, answer.text).toBe(status)
  const isAccepted = status < 300
  expect(ingest.batches).toHaveLength(isAccepted ? 1 : 0)
  if (isAccepted) return
  expect(answer.json).toMatchObject({ status, accepted: 0 })
  expect(answer.json.detail).toBe(answer.json.error)
})

test.each(rows)(
  '%s while the store is down: 503 or a refusal, never accepted',
  async (_name, status, path, headers, body) => {
    ingest.storeFails = true
    const answer = await ingest.send(path, { headers, body })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    if (status < 300) expect(answer.status).toBe(503)
    if (answer.status === 503) expect(answer.headers['retry-after']).toBeDefined()
    expect(ingest.batches).toHaveLength(0)
  },
)

test('the tenant comes from the credential', async () => {
  await ingest.push(ENVELOPE)
  await ingest.push(ENVELOPE, { ...bearer(SERVICE_TOKEN), 'x-tenant-id': 'other' })
  expect(ingest.batches.map((batch) => batch.tenantId)).toEqual([tenantId('acme'), tenantId('other')])
})

test('an error for a token of the wrong template names its template', async () => {
  const answer = await ingest.push(ENVELOPE, bearer('okta-token'))
  expect(answer.json.detail).toContain('okta-webhook')
})

test('the signature covers the compressed body as sent', async () => {
  const wire = gzipSync(ENVELOPE)
  const headers = { ...bearer('signed'), 'content-encoding': 'gzip' }
  expect((await ingest.push(wire, { ...headers, 'x-signature': sign(wire) })).status).toBe(202)
  expect((await ingest.push(wire, { ...headers, 'x-signature': sign(ENVELOPE) })).status).toBe(401)
})

test('no token or secret appears in an answer or in the log', async () => {
  ingest.logged.length = 0
  await ingest.send('/v1/inbox/secret-token-value', { body: EVENT })
  const answer = await ingest.push(ENVELOPE, bearer('secret-token-value'))
  expect(ingest.logged.length).toBeGreaterThan(0)
  expect(answer.text + ingest.logged.join('')).not.toContain('secret-token-value')
})

describe('with less to verify with', () => {
  const pushTo = async (over: Parameters<typeof openTestIngest>[0], path: string, headers: Record<string, string>) => {
    const other = await openTestIngest(over)
    try {
      const answer = await other.send(path, { headers, body: path.includes('k8s') ? EVENT_LIST : ENVELOPE })
      expect(other.batches).toHaveLength(0)
      return answer.status
    } finally {
      await other.close()
    }
  }

  test('neither store nor service token: every push is 503', async () => {
    const none = { credentials: undefined, serviceToken: undefined }
    expect(await pushTo(none, PUSH, bearer('push'))).toBe(503)
    expect(await pushTo(none, PUSH, {})).toBe(503)
  })

  test('only a service token: its tenant cannot be checked, nor can another token', async () => {
    const only = { credentials: undefined }
    expect(await pushTo(only, PUSH, { ...bearer(SERVICE_TOKEN), 'x-tenant-id': 'acme' })).toBe(503)
    expect(await pushTo(only, PUSH, bearer('push'))).toBe(503)
    expect(await pushTo(only, PUSH, {})).toBe(401)
  })

  test('no Kubernetes secret: 503, also with the empty one', async () => {
    expect(await pushTo({ k8sSecret: undefined }, '/v1/ingest/k8s-audit/acme', { 'x-svc-k8s-token': K8S_SECRET })).toBe(
      503,
    )
    expect(await pushTo({ k8sSecret: '' }, '/v1/ingest/k8s-audit/acme', {})).toBe(503)
  })
})
