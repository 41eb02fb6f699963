import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestIngest, type TestIngest } from './test-ingest.ts'

let ingest: TestIngest
beforeEach(async () => {
  ingest = await openTestIngest({ limits: { inboxBytesMax: 50_000 } })
  ingest.token('mail', { templateId: 'email-forwarded' })
})
afterEach(() => ingest.close())

const FORM = 'application/x-www-form-urlencoded'
const send = (type: string, body: string | Buffer) =>
  ingest.send('/v1/inbox/email/mail', { body, headers: { 'content-type': type } })
const stored = (): unknown => JSON.parse(ingest.batches.at(-1)?.body.toString() ?? '')

test('a mail as Mailgun posts it', async () => {
  const fields = {
    recipient: 'soc@acme.example',
    sender: 'bounce@evil.example',
    from: 'Boss <boss@evil.example>',
    subject: 'Urgent & late',
    'body-plain': 'pay\r\nnow',
    'message-headers': '[["Received","a"],["Received","b"],["X-Originating-Ip","[192.0.2.7]"]]',
    'Message-Id': '<1@x>',
    Date: 'Tue, 2 Jan 2024 03:04:05 +0000',
  }
  const answer = await send(FORM, new URLSearchParams(fields).toString())
  expect(answer).toMatchObject({ status: 200, json: { accepted: 1, template_id: 'email-forwarded' } })
  expect(ingest.batches[0]).toMatchObject({ framing: 'document', sourceFormat: 'email', events: 1 })
  expect(stored()).toMatchObject({
    ...{ from: 'Boss <boss@evil.example>', to: 'soc@acme.example', subject: 'Urgent & late', text: 'pay\r\nnow' },
    ...{ sender: 'bounce@evil.example', date: 'Tue, 2 Jan 2024 03:04:05 +0000', message_id: '<1@x>' },
    headers: { received: ['a', 'b'], 'x-originating-ip': '[192.0.2.7]' },
  })
})

test('a mail as SendGrid posts it, each field in its own charset', async () => {
  const part = (head: string, body: string) => `--xYz\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
  const body = [
    part('name="headers"', 'Received: by a\r\n\tthen b\r\nSubject: =?utf-8?B?w6k=?='),
    part('name="from"', 'Boss <boss@evil.example>'),
    part('name="to"', 'soc@acme.example'),
    part('name="subject"', '\xc3\xa9'),
    part('name="text"', 'caf\xe9'),
    part('name="charsets"', '{"to":"UTF-8","subject":"UTF-8","text":"iso-8859-1","n":1}'),
    part('name="attachments"', '1'),
    part('name="attachment1"; filename="a\xc3\xa9.pdf"\r\nContent-Type: application/pdf', '%PDF\0\xff'),
    '--xYz--\r\n',
  ]
  const answer = await send('multipart/form-data; boundary="xYz"', Buffer.from(body.join(''), 'latin1'))
  expect(answer.status).toBe(200)
  expect(stored()).toMatchObject({
    ...{ from: 'Boss <boss@evil.example>', to: 'soc@acme.example', subject: 'é', text: 'café' },
    headers: { received: 'by a then b', subject: 'é' },
    attachments: [{ filename: 'aé.pdf', content_type: 'application/pdf', size: 6, content: 'JVBERgD/' }],
  })
})

test('a form with attachments may be larger as JSON than as received', async () => {
  const file = 'x'.repeat(45_000)
  const head = 'Content-Disposition: form-data; name="attachment-1"; filename="a"'
  const from = '--b\r\nContent-Disposition: form-data; name="from"\r\n\r\na@b\r\n'
  const body = `${from}--b\r\n${head}\r\n\r\n${file}\r\n--b--`
  expect((await send('multipart/form-data; boundary=b', body)).status).toBe(200)
  expect(ingest.batches[0]?.body.length).toBeGreaterThan(50_000)
})

const MIME = [
  ...['From: =?utf-8?Q?B=C3=B6ss?= <boss@evil.example>', 'To: "Doe, Jane" <jane@acme.example>, soc@acme.example'],
  ...['Subject: Urgent', 'Date: Tue, 2 Jan 2024 03:04:05 +0000', 'Message-ID: <1@x>'],
  ...['Content-Type: multipart/mixed; boundary=m', '', '--m', 'Content-Type: text/plain; charset=utf-8', '', 'Grüße'],
  ...['--m', 'Content-Type: application/pdf', 'Content-Disposition: attachment; filename=a.pdf'],
  ...['Content-Transfer-Encoding: base64', '', 'JVBERgD/', '--m--', ''],
].join('\r\n')
const READ = {
  ...{ from: 'Böss <boss@evil.example>', to: ['"Doe, Jane" <jane@acme.example>', 'soc@acme.example'] },
  ...{ subject: 'Urgent', date: 'Tue, 2 Jan 2024 03:04:05 +0000', message_id: '<1@x>', text: 'Grüße' },
  attachments: [expect.objectContaining({ filename: 'a.pdf', size: 6, content: 'JVBERgD/' })],
}

test('a MIME mail, alone and inside a relay’s form', async () => {
  const part = (name: string, body: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${body}\r\n`
  expect((await send('message/rfc822', MIME)).status).toBe(200)
  expect(stored()).toMatchObject(READ)
  expect((await send(FORM, new URLSearchParams({ recipient: 'x', 'body-mime': MIME }).toString())).status).toBe(200)
  expect(stored()).toMatchObject({ ...READ, recipient: 'x' })
  const parts = `${part('from', 'a@b')}${part('email', MIME)}${part('spam_score', '1')}--b--\r\n`
  expect((await send('multipart/form-data; boundary=b', parts)).status).toBe(200)
  expect(stored()).toMatchObject({ ...READ, spam_score: '1' })
  expect(stored()).not.toHaveProperty('email')
  expect(ingest.batches.map(({ framing, events }) => [framing, events])).toEqual(Array(3).fill(['document', 1]))
})

test('an invalid MIME text stays a plain field in a form, and alone is 400', async () => {
  await send(FORM, 'from=a&email=b')
  expect(stored()).toEqual({ from: 'a', email: 'b' })
  expect((await send('message/rfc822', 'no head')).status).toBe(400)
})

test.each([
  ['nothing of a mail', FORM, 'a=1&b=2'],
  ['nothing', FORM, ''],
  ['too many fields', FORM, `from=a&${'a=1&'.repeat(2048)}`],
  ['too many header lines', FORM, `from=a&message-headers=[${Array(2049).fill('["a","b"]')}]`],
  ['no boundary', 'multipart/form-data', '--b\r\n'],
  ['a boundary that is not there', 'multipart/form-data; boundary=c', '--b\r\n\r\nx\r\n--b--'],
  ['too many parts', 'multipart/form-data; boundary=b', '--b\r\n\r\nx\r\n'.repeat(600)],
])('a form with %s is 400', async (_name, type, body) => {
  expect((await send(type, body)).status).toBe(400)
  expect(ingest.batches).toHaveLength(0)
})

test('keeps any field name of a form as a member of the mail', async () => {
  await send(FORM, 'from=a&__proto__=b&constructor=c&from=d')
  expect(ingest.batches[0]?.body.toString()).toBe('{"from":["a","d"],"__proto__":"b","constructor":"c"}')
})

test('any other type is 415', async () => {
  expect((await send('text/plain', 'x')).status).toBe(415)
})
