/** Section 6: streams, the honeytoken's webhook, and markers of versions (9). */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import WebSocket from 'ws'
import { type ApiTarget, ask, type Received } from '../door.ts'
import { event } from '../operations/specified-operation.ts'
import { query } from './queries.ts'
import { eventually, expectStatus, ownWalk, walk } from './walk.ts'

const MEMBERS = [
  'event',
  'honeytoken_id',
  'tenant_id',
  'token_type',
  'token_name',
  'trigger_id',
  'source_ip',
  'triggered_at',
]
type Token = { readonly id: string; readonly track_path: string; readonly status: string; readonly touch_count: number }

async function touched(door: ApiTarget, name: string): Promise<Token> {
  const token = await expectStatus<Token>(door, 201, 'POST /honeytokens', { body: { name, token_type: 'url' } })
  await expectStatus(door, 200, `GET /${token.track_path.replace('/api/v1/', '')}`, { token: null })
  return token
}

/** The first message of a subscription; a person who sent as many requests as allowed waits until the next minute. */
async function firstOf(door: ApiTarget, text: string, cause: () => Promise<unknown>): Promise<Record<string, unknown>> {
  for (;;) {
    try {
      return await firstNow(door, text, cause)
    } catch (error) {
      if (!/closed with 1013/.test(String(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, 5_000))
    }
  }
}

/** Messages of a subscription, as the transport graphql-transport-ws has them. */
async function firstNow(
  door: ApiTarget,
  text: string,
  cause: () => Promise<unknown>,
): Promise<Record<string, unknown>> {
  const socket = new WebSocket(`${door.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  try {
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('nothing came within a minute')), 60_000)
      socket.on('error', reject)
      socket.on('close', (code, reason) => reject(new Error(`closed with ${code} ${reason}`)))
      socket.on('open', () =>
        socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${door.token}` } })),
      )
      socket.on('message', (raw) => {
        const { type, payload } = JSON.parse(String(raw)) as {
          type: string
          payload: { data: Record<string, unknown> }
        }
        if (type === 'connection_ack') {
          socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: text } }))
          setTimeout(() => void cause().catch(reject), 1_000)
        }
        if (type === 'error') reject(new Error(String(raw)))
        if (type !== 'next') return
        clearTimeout(timer)
        resolve(payload.data)
      })
    })
  } finally {
    socket.removeAllListeners('close')
    socket.close()
  }
}

export const EVENTS = [
  walk('3', 'a touch of the tracking URL: status TRIGGERED, an event, and an alert', async (door) => {
    const name = `walked ${Date.now()}`
    const { id } = await touched(door, name)
    const token = await eventually(async () => {
      const found = await expectStatus<Token>(door, 200, `GET /honeytokens/${id}`)
      return found.status === 'triggered' ? found : undefined
    }, 'the status triggered')
    const { items } = await expectStatus<{ items: object[] }>(door, 200, `GET /honeytokens/${id}/events`)
    const alert = await eventually(async () => {
      const page = await expectStatus<{ items: { title: string }[] }>(
        door,
        200,
        `GET /alerts?search=${encodeURIComponent(name)}`,
      )
      return page.items[0]
    }, 'the alert')
    return `triggered, ${token.touch_count} touch, ${items.length} event, alert “${alert.title}”`
  }),
  ownWalk(
    '6.2',
    `the webhook of a touch: ${MEMBERS.join(', ')}; X-SVC-Signature: sha256=<hex> over the raw body`,
    async (door) => {
      const { id } = await touched(door, 'walked webhook')
      const sent = await eventually(
        async (): Promise<Received | undefined> => door.own?.received.find(({ body }) => body.includes(id)),
        'the webhook',
      )
      const body = JSON.parse(sent.body) as Record<string, unknown>
      assert.deepEqual(
        MEMBERS.filter((name) => typeof body[name] !== 'string'),
        [],
      )
      assert.equal(body.event, 'honeytoken.triggered')
      const expected = `sha256=${createHmac('sha256', door.own?.webhookSecret ?? '')
        .update(sent.body)
        .digest('hex')}`
      assert.equal(sent.headers['x-svc-signature'], expected)
      return sent.body.slice(0, 150)
    },
  ),
  walk('6.1', 'subscription alertCreated', async (door) => {
    const data = await firstOf(door, 'subscription { alertCreated { id title severity } }', () =>
      ask(door, 'POST /alerts/submit', { body: { events: [event] } }),
    )
    return JSON.stringify(data).slice(0, 140)
  }),
  walk('6.1', 'subscription caseUpdated', async (door) => {
    const { id } = await expectStatus<{ id: string }>(door, 201, 'POST /cases', {
      body: { title: 'walked', severity: 'low' },
    })
    const data = await firstOf(door, 'subscription { caseUpdated { id status } }', () =>
      ask(door, `PATCH /cases/${id}`, { body: { status: 'in_progress' } }),
    )
    return JSON.stringify(data).slice(0, 140)
  }),
  walk('6.1', 'subscription honeytokenTriggered', async (door) => {
    const data = await firstOf(door, 'subscription { honeytokenTriggered { honeytokenId } }', () =>
      touched(door, 'walked subscription'),
    )
    return JSON.stringify(data).slice(0, 140)
  }),
  walk('6.1', 'subscription investigationStep(investigationId)', async (door) => {
    const { id } = await expectStatus<{ id: string }>(door, 201, 'POST /cases', {
      body: { title: 'walked', severity: 'low' },
    })
    const started = await expectStatus<Record<string, string>>(door, 201, `POST /cases/${id}/investigations:start`, {
      body: {},
    })
    const run = started.id ?? started.run_id ?? ''
    const data = await firstOf(
      door,
      `subscription { investigationStep(investigationId: "${run}") { __typename } }`,
      async () => {},
    )
    return JSON.stringify(data).slice(0, 140)
  }),
  walk('6.1', 'GET /realtime/sse and the WebSocket of channel alerts take a ticket, once', async (door) => {
    const { token } = await expectStatus<{ token: string }>(door, 200, 'POST /realtime/ticket', { body: {} })
    const socket = new WebSocket(`${door.url.replace('http', 'ws')}/api/v1/realtime/ws/alerts?token=${token}`)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    socket.close()
    const again = await ask(door, `GET /realtime/sse?token=${token}`, { token: null })
    assert.equal(again.status, 401)
    return 'opened; 401 for a second use'
  }),
  walk('9', 'REST under /api/v1 with an OpenAPI 3.1 file', async (door) => {
    const { openapi } = await expectStatus<{ openapi: string }>(door, 200, 'GET //openapi.json', { token: null })
    assert.match(openapi, /^3\.1\./)
    return openapi
  }),
  walk('9', 'the companion server over MCP has 13 tools', async () => {
    const { TOOLS } = await import('../../../services/mcp/tools.ts')
    assert.equal(TOOLS.length, 13)
    return `${TOOLS.length}: ${TOOLS.map(({ name }) => name).join(', ')}`
  }),
  walk('6.3', 'timeline of the audit log: GET /audit and /audit-log give the same', async (door) => {
    const until = encodeURIComponent(new Date().toISOString())
    const pages: string[] = []
    for (const name of ['audit', 'audit-log']) pages.push((await ask(door, `GET /${name}?limit=5&until=${until}`)).text)
    const [one, other] = pages.map((text) =>
      (JSON.parse(text) as { items: { id: string }[] }).items.map(({ id }) => id),
    )
    assert.ok(one && one.length === 5)
    assert.deepEqual(one, other)
    return 'the same five entries'
  }),
  walk('4.11', 'a query beyond the cost bound is refused with its reason', async (door) => {
    const inner = 'id title case { id title alerts { id title } }'
    const wide = `{ alerts(limit: 500) { edges { node { ${inner.replace('{ id title }', `{ ${inner} }`)} } } } }`
    const { body, text } = await ask(door, 'POST //graphql', { body: { query: wide } })
    const { data, errors } = body as { data?: unknown; errors?: { message: string; extensions: { code: string } }[] }
    assert.ok(!data && errors?.length === 1, text.slice(0, 200))
    assert.match(errors[0]?.message ?? '', /may|most|deep|values|fields/)
    assert.notEqual(errors[0]?.message.includes('Syntax'), true)
    assert.ok(await query(door, '{ __typename }'))
    return `${errors[0]?.extensions.code}: ${errors[0]?.message}`
  }),
]
