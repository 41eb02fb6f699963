/** Mail, Slack and Teams against servers that speak their protocols, with faults. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Egress, openEgress, openPlaces } from '../../platform/egress/client.ts'
import { AppError } from '../../platform/errors.ts'
import { JIRA_RESPOND } from '../vendors/atlassian/respond.ts'
import { TEAMS_RESPOND } from '../vendors/microsoft365/respond.ts'
import { SERVICENOW_RESPOND } from '../vendors/servicenow/respond.ts'
import { SLACK_RESPOND } from '../vendors/slack/respond.ts'
import type { ExecutorDeps, ExecutorSettings, Job } from './executor.ts'
import { MAIL_RESPOND } from './mail.ts'

const out = { airGap: { enabled: false, allowlist: [] }, allowPrivate: true, log: pino({ level: 'silent' }) }
const guarded = openEgress(out)
const egress: Egress = (request) => guarded({ ...request, chosenBy: 'operator' })
const deps: ExecutorDeps = {
  egress,
  // A server on this machine is one that no tenant may name.
  findPlace: async (host, port) => ({ host, port, address: '127.0.0.1' }),
  checkReceiver: async () => undefined,
}
const job = (parameters: Record<string, string>): Job => ({
  ...{ id: '0f3c1b1e-0000-4000-8000-000000000001', actionType: 'notify', target: 'soc', rationale: 'seen at work' },
  ...{ parameters, executorRef: null, caseId: null },
})
const settingsOf = (
  vendor: string,
  baseUrl: string,
  settings: Record<string, string> = {},
  secret: string | null = 'sesame',
): ExecutorSettings => ({
  ...{ id: 'e', name: 'of acme', vendor, baseUrl, settings, secret },
})

describe('mail', () => {
  type Mail = { readonly from: string; readonly to: readonly string[]; readonly text: string; readonly isTls: boolean }
  const mails: Mail[] = []
  let server: SMTPServer
  let port: number
  let refusal: { readonly at: 'rcpt' | 'data'; readonly code: number } | null

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      // A certificate that nobody signed: nobody is to be taken at its word.
      onAuth: ({ username, password }, _, done) =>
        username === 'svc' && password === 'sesame' ? done(null, { user: 'svc' }) : done(new Error('no')),
      onRcptTo: (_, __, done) => done(refusal?.at === 'rcpt' ? failure(refusal.code) : null),
      onData(stream, session, done) {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          if (refusal?.at === 'data') return done(failure(refusal.code))
          const { mailFrom, rcptTo } = session.envelope
          mails.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            text: Buffer.concat(parts).toString(),
            isTls: session.secure,
          })
          done()
        })
      },
    })
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.server.address() as AddressInfo).port
  })
  beforeEach(() => {
    mails.length = 0
    refusal = null
  })
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)))

  const failure = (code: number) => Object.assign(new Error('refused'), { responseCode: code })
  const plain = { from: 'svc@soc.example', to: 'lead@acme.example', tls: 'none' }
  const mailer = (settings: Record<string, string> = plain, secret: string | null = null) =>
    MAIL_RESPOND.open(settingsOf('smtp', `smtp://mail.acme.example:${port}`, settings, secret), deps)

  test('goes to the receivers of the action, or else of the settings, as plain text', async () => {
    const done = await mailer().perform(job({ message: 'ws1 is isolated\r\nBcc: x@evil.example' }))
    expect(done).toEqual({
      ref: '<svc-0f3c1b1e-0000-4000-8000-000000000001@mail.acme.example>',
      detail: 'accepted for 1 of 1',
    })
    await mailer().perform(job({ message: 'two', to: 'a@acme.example; b@acme.example' }))
    expect(mails.map(({ to }) => to)).toEqual([['lead@acme.example'], ['a@acme.example', 'b@acme.example']])
    expect(mails[0]?.text).toContain('Subject: soc: ws1 is isolated Bcc: x@evil.example')
    expect(mails[0]?.text).toMatch(/Content-Type: text\/plain/)
    expect(mails[0]?.text).toContain('Auto-Submitted: auto-generated')
  })

  test('needs TLS unless the settings allow plain text, and a server certificate for its name', async () => {
    const { tls: _, ...secured } = plain
    await expect(mailer(secured).perform(job({ message: 'x' }))).rejects.toMatchObject({ code: 'unavailable' })
    expect(mails).toEqual([])
  })

  test.each([
    ['rcpt', 550, 'conflict'],
    ['rcpt', 450, 'unavailable'],
    ['data', 552, 'conflict'],
    ['data', 421, 'unavailable'],
  ] as const)('refused at %s with %i is %s', async (at, code, error) => {
    refusal = { at, code }
    await expect(mailer().perform(job({ message: 'x' }))).rejects.toMatchObject({ code: error })
  })

  test.each([{ to: '' }, { to: 'nobody' }, { to: 'a@b\r\nRCPT TO:<x@y>' }, { to: 'a@b.example,'.repeat(30) }])(
    'to %j is refused',
    async ({ to }) => {
      const refused = mailer({ ...plain, to: '' }).perform(job({ message: 'x', to }))
      await expect(refused).rejects.toMatchObject({ code: 'conflict' })
      expect(mails).toEqual([])
    },
  )

  test('a server that a tenant may not name is not connected to', async () => {
    const executor = MAIL_RESPOND.open(settingsOf('smtp', `smtp://127.0.0.1:${port}`, plain, null), {
      ...deps,
      findPlace: openPlaces(out),
    })
    await expect(executor.perform(job({ message: 'x' }))).rejects.toMatchObject({ code: 'forbidden' })
    const gone = MAIL_RESPOND.open(settingsOf('smtp', 'smtp://mail.acme.example:1', plain, null), deps)
    await expect(gone.perform(job({ message: 'x' }))).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('chat', () => {
  let server: Server
  let base: string
  let answer: { status?: number; headers?: Record<string, string>; text: string }
  const requests: { url: string; headers: IncomingHttpHeaders; body: unknown }[] = []
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      requests.push({
        url: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(Buffer.concat(parts).toString()),
      })
      response.writeHead(answer.status ?? 200, answer.headers).end(answer.text)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => {
    requests.length = 0
  })
  afterAll(() => server?.close())
  const slack = () => SLACK_RESPOND.open(settingsOf('slack', `${base}/api`, { channel: '#soc' }), deps)

  test('Slack is posted to, and nothing in the text mentions anybody', async () => {
    answer = { text: JSON.stringify({ ok: true, ts: '1.2', channel: 'C1' }) }
    expect(await slack().perform(job({ message: '<!channel> & <https://evil.example|here>' }))).toEqual({
      ref: '1.2',
      detail: 'posted to C1',
    })
    expect(requests).toMatchObject([
      {
        url: '/api/chat.postMessage',
        headers: { authorization: 'Bearer sesame' },
        body: { channel: '#soc', text: '&lt;!channel&gt; &amp; &lt;https://evil.example|here&gt;' },
      },
    ])
  })

  test.each([
    [{ text: '{"ok":false,"error":"channel_not_found"}' }, 'conflict'],
    [{ text: '{"ok":false,"error":"ratelimited"}' }, 'unavailable'],
    [{ status: 429, headers: { 'retry-after': '30' }, text: '' }, 'unavailable'],
    [{ text: '<html>' }, 'unavailable'],
    [{ status: 404, text: '' }, 'conflict'],
  ])('distinguishes a refusal by Slack (%#) from a busy Slack', async (value, code) => {
    answer = value
    const error = await slack()
      .perform(job({ message: 'x' }))
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({
      code,
      ...('status' in value && value.status === 429 ? { retryAfterSeconds: 30 } : {}),
    })
  })

  test('Jira gets a ticket whose text is text', async () => {
    answer = { status: 201, text: '{"key":"SOC-1"}' }
    const jira = JIRA_RESPOND.open(settingsOf('jira', `${base}/jira`, { project: 'SOC', user: 'svc' }), deps)
    const message = {
      summary: 'a\nfile", "x":"',
      description: '[~admin] [x|https://evil.example] !p.png! {html}<b>{html}',
    }
    expect(await jira.perform({ ...job(message), actionType: 'create_ticket' })).toMatchObject({ ref: 'SOC-1' })
    const [{ body } = { body: null }] = requests
    expect(body).toMatchObject({
      fields: {
        summary: 'a file", "x":"',
        description: '\\[~admin] \\[x|https://evil.example] \\!p.png\\! \\{html}<b>\\{html}',
      },
    })
  })

  test('opens a ServiceNow incident that is found again, and closes it on a rollback', async () => {
    const now = SERVICENOW_RESPOND.open(settingsOf('servicenow', `${base}/now`, { user: 'svc', project: 'SOC' }), deps)
    const ticket = { ...job({ summary: 'Ransom note', priority: 'high' }), actionType: 'create_ticket' }
    answer = { status: 201, text: JSON.stringify({ result: { number: 'INC0010', sys_id: 'a1' } }) }
    expect(await now.perform(ticket)).toMatchObject({ ref: 'INC0010', detail: expect.stringContaining('sys_id=a1') })
    const correlation = 'svc-0f3c1b1e-0000-4000-8000-000000000001'
    expect(requests[0]).toMatchObject({
      url: '/now/api/now/table/incident',
      headers: { authorization: `Basic ${Buffer.from('svc:sesame').toString('base64')}` },
      body: { short_description: 'Ransom note', correlation_id: correlation, assignment_group: 'SOC', urgency: '1' },
    })
    answer = { status: 403, text: '{"error":{"message":"ACL"}}' }
    await expect(now.perform(ticket)).rejects.toThrow('the executor answered 403: {"error":{"message":"ACL"}}')
  })

  test('Teams gets a card whose text is text', async () => {
    answer = { status: 202, text: '' }
    const teams = TEAMS_RESPOND.open(settingsOf('teams', `${base}/workflow`, {}, null), deps)
    expect(await teams.perform(job({ message: '[here](https://evil.example)' }))).toMatchObject({
      detail: 'answered 202',
    })
    const [{ body } = { body: null }] = requests
    expect(JSON.stringify(body)).toContain('"type":"TextRun","text":"[here](https://evil.example)"')
    answer = { status: 400, text: '' }
    await expect(teams.perform(job({ message: 'x' }))).rejects.toMatchObject({ code: 'conflict' })
  })
})
