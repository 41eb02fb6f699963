/** Bytes that are no UTF-8, in every place that reads JSON. */
import { createHmac, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPostgres, withTestPostgres } from '../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, openTestApi, type TestApi } from './test-api.ts'

let server: TestPostgres
let api: TestApi
let token: string
let port: number

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
  token = await makeAdmin(api, await makeTenant(api, 'acme'))
  port = await api.api.listen(0, '127.0.0.1')
})
afterAll(async () => {
  await api?.close()
  await server?.close()
})

async function post(path: string, body: Buffer, headers: Record<string, string> = {}) {
  const all = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers }
  const outgoing = request({ port, method: 'POST', path, headers: all }).end(body)
  const answer = await new Promise<Parameters<typeof text>[0] & { statusCode?: number }>((resolve, reject) =>
    outgoing.once('response', resolve as never).once('error', reject),
  )
  return { status: answer.statusCode, body: JSON.parse(await text(answer)) }
}
const titled = (title: Buffer) => Buffer.concat([Buffer.from('{"severity":"low","title":"'), title, Buffer.from('"}')])

test.each([
  ['a byte of Latin-1', Buffer.from('caf\xe9', 'latin1')],
  ['a cut sequence', Buffer.from([0xe2, 0x82])],
  ['an overlong slash', Buffer.from([0xc0, 0xaf])],
  ['half of a surrogate pair', Buffer.from([0xed, 0xa0, 0x80])],
  ['what is beyond Unicode', Buffer.from([0xf4, 0x90, 0x80, 0x80])],
])('%s answers 400 and stores nothing', async (_, bytes) => {
  const { status, body } = await post('/api/v1/cases', titled(bytes))
  expect([status, body.code, body.detail]).toEqual([400, 'bad_request', 'the body is not UTF-8'])
  expect((await post('/graphql', Buffer.concat([Buffer.from('{"query":"'), bytes, Buffer.from('"}')]))).status).toBe(
    400,
  )
  const { body: list } = await api.ask('GET', 'cases', { token })
  expect(list.items).toEqual([])
})

test('an empty body with a media type counts as absent: accepted when every member is optional, else 422', async () => {
  expect((await post('/api/v1/dead-letters/replays', Buffer.alloc(0))).status).toBe(201)
  expect((await post('/api/v1/cases', Buffer.alloc(0))).status).toBe(422)
  expect((await post('/api/v1/dead-letters/replays', Buffer.from(' '))).status).toBe(400)
})

test('the same applies to directories and webhooks, and valid UTF-8 is unchanged', async () => {
  const bad = Buffer.from('{"a":"\xff"}', 'latin1')
  const { token: provisioning } = (await api.ask('POST', 'scim-tokens', { token, body: { name: 'd' } })).body
  const scim = await post('/scim/v2/Users', bad, { authorization: `Bearer ${provisioning}` })
  expect([scim.status, scim.body.schemas[0]]).toEqual([400, expect.stringContaining('Error')])
  const signature = `t=1,v1=${createHmac('sha256', 'x').update(bad).digest('hex')}`
  const hook = await post(`/api/v1/playbook-hooks/${randomUUID()}`, bad, { 'x-svc-signature': signature })
  expect(hook.status).toBe(400)
  const title = 'Größe 😀 日本'
  const made = await post('/api/v1/cases', titled(Buffer.from(title)))
  expect([made.status, made.body.title]).toEqual([201, title])
})

test('a body whose media type is not JSON answers 415', async () => {
  const { status, body } = await post('/api/v1/cases', titled(Buffer.from('x')), { 'content-type': 'text/plain' })
  expect([status, body.code]).toEqual([415, 'unsupported_media'])
})
