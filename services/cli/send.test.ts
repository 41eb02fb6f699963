import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { openTestIngest, type TestIngest } from '../../ingest/http/test-ingest.ts'
import { balanceOf, sendFile } from './send.ts'

const dir = mkdtempSync(join(tmpdir(), 'svc-send-'))
let ingest: TestIngest
beforeEach(async () => {
  ingest = await openTestIngest()
})
afterEach(() => ingest.close())
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const OPTIONS = { format: 'auto', tenantToken: 'push', connector: 'files', batchBytes: '42', parallel: '1' }

function send(content: string, over: Partial<typeof OPTIONS & { url: string }> = {}) {
  const file = join(dir, 'events')
  writeFileSync(file, content)
  return sendFile(file, { ...OPTIONS, url: ingest.url, ...over }, () => {})
}

test('a file without a named format is sent as text', async () => {
  const sent = await send('May 14 10:00:00 host sshd[1]: one\nMay 14 10:00:01 host sshd[1]: two\n')
  expect(sent).toMatchObject({ accepted: 2, rejected: 0, errors: [] })
  expect(ingest.batches.map(({ sourceFormat, connectorId }) => [sourceFormat, connectorId])).toEqual([
    ['text', 'files'],
    ['text', 'files'],
  ])
})

test('a batch that ingest refuses is counted and reported, and the others are sent', async () => {
  const events = ['{"n":1,"pad":"xxxxxxxxxxxxxxxxxxxxxx"}', '{"n":2,"pad":"xxxxxxxxxxxxxx",broken}', '{"n":3}']
  const sent = await send(`[${events.join(',')}]`)
  expect(sent).toMatchObject({ accepted: 2, rejected: 1 })
  expect(sent.errors).toEqual([expect.stringMatching(/^1 events: ingest answered 400: the body is not JSON/)])
  expect(ingest.batches.map(({ body }) => body.toString())).toEqual([`[${events[0]}]`, `[${events[2]}]`])
})

test.each([
  ['a credential that is not known', { tenantToken: 'nobody' }, 'answered 401'],
  ['a form that nobody reads', { format: 'nonsense' }, 'unknown format nonsense'],
  ['a connector without a name', { connector: '' }, '--connector is empty'],
  ['a connector that no batch could have', { connector: 'a/b' }, 'connector_id'],
  ['a token that no header can hold', { tenantToken: 'a\nb' }, /^cannot send a request to [^b]*address or the token/],
  ['a port that no request may go to', { url: 'http://127.0.0.1:1' }, 'bad port'],
  ['no address', { url: 'nonsense' }, 'nonsense is not the address'],
  ['no requests at a time', { parallel: '0' }, '--parallel must be a whole number from 1'],
  ['no number', { batchBytes: 'x' }, '--batch-bytes must be a whole number'],
])('%s ends the command', async (_, over, says) => {
  await expect(send('{"n":1}\n{"n":2}\n', over)).rejects.toMatchObject({
    code: 'bad_request',
    message: typeof says === 'string' ? expect.stringContaining(says) : expect.stringMatching(says),
  })
  expect(ingest.batches).toEqual([])
})

test('rejected events are reported with their reasons and the command that lists their dead letters', () => {
  const row = {
    tenant_id: 'acme',
    source: 'fw',
    received: 9,
    stored: 4,
    duplicate: 0,
    rejected: 2,
    in_flight: 0,
    time_missing: 0,
  }
  const reasons = { not_an_object: 2, bad_json: 3 }
  const [head, counts, ...lines] = balanceOf([{ ...row, dead_lettered: 3, reasons }], '/srv/a b').split('\n')
  expect([head, counts]).toEqual([expect.stringMatching(/^tenant_id/), expect.stringMatching(/^acme\s+fw\s+9\s+4/)])
  expect(lines).toEqual([
    'rejected from acme fw: not_an_object: 2, bad_json: 3',
    "the dead letters: npx svc dead-letters list --tenant acme --source fw --data '/srv/a b'",
  ])
  const fine = { ...row, received: 4, rejected: 0, dead_lettered: 0, reasons: {} }
  expect(balanceOf([fine], 'data').split('\n')).toHaveLength(2)
  expect(
    balanceOf([{ ...fine, time_missing: 2 }], 'data')
      .split('\n')
      .slice(2),
  ).toEqual(['no event time from acme fw: 2, stored with the time of receipt'])
})
