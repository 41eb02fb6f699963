/** Webhooks with the signatures of their vendors. */
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inboxTemplates } from '../../control/identity/tokens/index.ts'
import { HMAC_SECRET, openTestIngest, type TestIngest } from './test-ingest.ts'

let ingest: TestIngest
beforeEach(async () => {
  ingest = await openTestIngest()
})
afterEach(() => ingest.close())

const BODY = '{"a":1}'
const hmac = (text: string) => createHmac('sha256', HMAC_SECRET).update(text)
const hex = (text: string) => hmac(text).digest('hex')
const base64 = (text: string) => hmac(text).digest('base64')

type Signed = (time: string, body: string) => Readonly<Record<string, string>>
const TIMED: Readonly<Record<string, Signed>> = {
  'webhook-slack': (time, body) => ({
    ...{ 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${hex(`v0:${time}:${body}`)}` },
  }),
  'webhook-zoom': (time, body) => ({
    ...{ 'x-zm-request-timestamp': time, 'x-zm-signature': `v0=${hex(`v0:${time}:${body}`)}` },
  }),
  'webhook-zendesk': (time, body) => ({
    'x-zendesk-webhook-signature-timestamp': time,
    'x-zendesk-webhook-signature': base64(`${time}${body}`),
  }),
  'webhook-box': (time, body) => ({
    'box-delivery-timestamp': time,
    'box-signature-primary': base64(`${body}${time}`),
  }),
  'webhook-tailscale': (time, body) => ({ 'tailscale-webhook-signature': `t=${time},v1=${hex(`${time}.${body}`)}` }),
}
const PLAIN: Readonly<Record<string, (body: string) => Readonly<Record<string, string>>>> = {
  'webhook-notion': (body) => ({ 'x-notion-signature': `sha256=${hex(body)}` }),
  'webhook-atlassian': (body) => ({ 'x-hub-signature': `sha256=${hex(body)}` }),
  'webhook-bitbucket': (body) => ({ 'x-hub-signature': `sha256=${hex(body)}` }),
  'webhook-snyk': (body) => ({ 'x-hub-signature': `sha256=${hex(body)}` }),
  'webhook-github': (body) => ({ 'x-hub-signature-256': `sha256=${hex(body)}` }),
}
const SECRETS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'webhook-gitlab': { 'x-gitlab-token': HMAC_SECRET },
  'webhook-cloudflare': { 'cf-webhook-auth': HMAC_SECRET },
  'webhook-okta': { authorization: HMAC_SECRET },
  'webhook-auth0': { authorization: `Bearer ${HMAC_SECRET}` },
}

const sent = (headers: Readonly<Record<string, string>>, body = BODY) =>
  ingest.send('/v1/inbox/hook', { body, headers: { ...headers } })
const mint = (templateId: string) => ingest.token('hook', { templateId, hmacSecret: HMAC_SECRET })
const seconds = (ms: number) => String(Math.floor(ms / 1000))

test.each(Object.entries(TIMED))('%s signs body and time, valid for five minutes', async (template, signed) => {
  mint(template)
  const timeOf =
    template === 'webhook-box' || template === 'webhook-zendesk' ? (ms: number) => new Date(ms).toISOString() : seconds
  const at = (ms: number) => signed(timeOf(ingest.nowMs + ms), BODY)
  expect((await sent(at(0))).status).toBe(200)
  expect((await sent(at(-200_000))).status).toBe(200)
  expect((await sent(at(0), '{"a":2}')).status).toBe(401)
  expect((await sent(at(-400_000))).status).toBe(401)
  expect((await sent(at(400_000))).status).toBe(401)
  const [name = ''] = Object.keys(at(0)).filter((one) => one.includes('signature') && !one.includes('timestamp'))
  expect((await sent({ ...at(0), [name]: 'nonsense' })).status).toBe(401)
  const others = Object.fromEntries(Object.entries(at(0)).filter(([one]) => one !== name))
  expect((await sent(others)).status).toBe(401)
  expect(ingest.batches).toHaveLength(2)
})

test.each(Object.entries(PLAIN))('%s signs the body', async (template, signed) => {
  mint(template)
  expect((await sent(signed(BODY))).status).toBe(200)
  expect((await sent(signed(BODY), '{"a":2}')).status).toBe(401)
  expect((await sent({})).status).toBe(401)
})

test.each(Object.entries(SECRETS))('%s sends the secret itself', async (template, headers) => {
  mint(template)
  expect((await sent(headers)).status).toBe(200)
  const [name = ''] = Object.keys(headers)
  for (const wrong of ['x', `${HMAC_SECRET}x`, '']) expect((await sent({ [name]: wrong })).status).toBe(401)
})

test('accepts only the vendor’s own form, or ours', async () => {
  mint('webhook-slack')
  expect((await sent({ 'x-gitlab-token': HMAC_SECRET })).status).toBe(401)
  expect((await sent({ 'x-signature': `sha256=${hex(BODY)}` })).status).toBe(200)
})

test('answers Zoom’s challenge', async () => {
  mint('webhook-zoom')
  const body = JSON.stringify({ event: 'endpoint.url_validation', payload: { plainToken: 'abc' } })
  const time = seconds(ingest.nowMs)
  const { json } = await sent({ ...TIMED['webhook-zoom']?.(time, body) }, body)
  expect(json).toMatchObject({ plainToken: 'abc', encryptedToken: hex('abc') })
})

test('has templates for at least 25 vendors, each with a known format', async () => {
  const { isSourceFormat } = await import('../../connectors/source-formats.ts')
  const webhooks = inboxTemplates().filter(({ receivedBy }) => receivedBy === 'webhook')
  expect(webhooks.length).toBeGreaterThanOrEqual(25)
  expect(webhooks.filter(({ sourceFormat }) => !isSourceFormat(sourceFormat))).toEqual([])
  expect(new Set(webhooks.map(({ id }) => id)).size).toBe(webhooks.length)
})
