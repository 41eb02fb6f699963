import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LearnedBook } from '../../../connectors/learned/learned-book.ts'
import { relayOnce } from '../../../control/platform/broadcast/index.ts'
import { normalisedEvents } from '../../../pipeline/sample/sample-events.ts'
import type { Members } from '../../../platform/members.ts'
import { threadCpuMs } from '../../../platform/test-thread-cpu.ts'
import { decodeAvro } from '../../../schemas/avro.ts'
import { openPostgres, type Postgres } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import type { Output } from '../../../stream/driver.ts'
import { makeAdmin, makeTenant, openTestApi, type TestApi } from '../../test-api.ts'

let server: TestPostgres
let api: TestApi
let owner: Postgres
let token: string
let stranger: string

beforeAll(async () => {
  server = await withTestPostgres()
  const database = await server.database()
  owner = openPostgres({ url: database.url, poolSize: 2 })
  api = await openTestApi(database)
  token = await makeAdmin(api, await makeTenant(api, 'acme'))
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
}, 120_000)
afterAll(async () => {
  await owner.end()
  await api.close()
  await server.close()
})

const ask = (method: string, url: string, body?: unknown, as = token) =>
  api.ask(method, url, { token: as, ...(body === undefined ? {} : { body }) })

const SAMPLE = [
  '<29>Nov 27 10:11:12 gw1 acmevpnd[7]: peer kim came up via 198.51.100.4:4001 slot 12',
  '<29>Nov 27 10:12:12 gw1 acmevpnd[7]: peer lee came up via 198.51.100.5:4002 slot 13',
].join('\n')
const TABLE = {
  ...{ vendor: 'Acme', product: 'VPN', recognises: { program: 'acmevpnd' }, rows: {} },
  kinds: [
    {
      ...{ name: 'up', sentences: ['peer {user} came up via {src_ip}:{src_port} slot {other}'] },
      ...{ class: 'authentication', activity: 'Logon', status: 'success' },
    },
  ],
}

/** The tables that the pipeline knows after the waiting control data was relayed. */
const book = new LearnedBook()
async function relayed(): Promise<void> {
  const append = async (outputs: readonly Output[]) => {
    for (const { value } of outputs) {
      const change = decodeAvro<Record<'tenant_id' | 'kind' | 'id' | 'document', string>>(
        'control-change',
        Buffer.concat(value),
      )
      const document = change.document === '' ? undefined : JSON.parse(change.document)
      book.change(change.tenant_id, change.kind, change.id, document)
    }
  }
  const driver = { partitions: () => 1, bounds: async () => ({ first: 0, end: 1 }), compact: async () => 0, append }
  while ((await relayOnce({ pool: owner, driver, log: pino({ level: 'silent' }) })) > 0);
}

/** As intake reads the sample for a tenant. */
function read(tenant: string) {
  const learned = { mappingFor: (_: string, record: Members) => book.mappingFor(tenant, record) }
  const made = []
  for (const one of normalisedEvents(Buffer.from(SAMPLE), 'auto', { learned })) {
    if ('reason' in one) throw new Error(one.reason)
    made.push([one.mapping?.id, one.row.classUid, one.row.targetUser, one.row.srcIp])
  }
  return made
}

test('a tested sample shows how it is parsed, and nothing is stored', async () => {
  const { status, body } = await ask('POST', 'sources/try', { sample: SAMPLE })
  expect(status).toBe(200)
  expect(body).toMatchObject({ events_total: 2, refused: 0, known: 0, is_whole: true, with_time: 2 })
  expect(body.events[0]).toMatchObject({
    ...{ line: 1, class_uid: 0, time: expect.stringMatching(/-11-27T10:11:12.000Z$/) },
    entities: expect.arrayContaining([{ name: 'host', value: 'gw1' }]),
  })
  const json = {
    sample: JSON.stringify({ user: 'kim', action: 'login', result: 'ok', ip: '198.51.100.4', colour: 'red' }),
  }
  const [event] = (await ask('POST', 'sources/try', json)).body.events
  expect(event).toMatchObject({ class_name: 'Authentication', status: 'Success' })
  expect(event.not_understood).toContainEqual({ path: 'colour', value: 'red' })
  expect((await ask('POST', 'sources/try', { sample: 'x', format: 'nothing' })).status).toBe(422)
})

test('a table is proposed from samples, and refused when a built-in table already parses them', async () => {
  const { body } = await ask('POST', 'sources/tables/propose', { name: 'acme-vpn', sample: SAMPLE })
  expect(body.table).toMatchObject({ recognises: { program: 'acmevpnd' } })
  expect(body).toMatchObject({ before: { known: 0 }, after: { known: 2 } })
  const known = '<38>Nov 27 10:11:12 h1 sshd[12]: Failed password for root from 198.51.100.4 port 4242 ssh2'
  const refused = await ask('POST', 'sources/tables/propose', { name: 'x', sample: known })
  expect(refused).toMatchObject({ status: 422 })
  expect(JSON.stringify(refused.body)).toContain('linux/1')
})

test('a sample is read by a table that is not applied, and a table with faults is refused', async () => {
  const tried = await ask('POST', 'sources/try', { sample: SAMPLE, table: TABLE })
  expect(tried).toMatchObject({
    status: 200,
    body: { known: 2, classed: 2, events: [{ table: 'learned:draft/1' }, {}] },
  })
  expect((await ask('POST', 'sources/try', { sample: SAMPLE })).body.known).toBe(0)
  const [kind] = TABLE.kinds
  const faulty = { ...TABLE, kinds: [{ ...kind, activity: 'Query' }] }
  expect(JSON.stringify(await ask('POST', 'sources/try', { sample: SAMPLE, table: faulty }))).toContain('Logon, Logoff')
})

test('a table is tested against its samples, versioned, audited, and used for its own tenant only', async () => {
  const url = 'sources/tables/acme-vpn'
  expect(read('acme').map(([id]) => id)).not.toContain('learned:acme-vpn/1')
  const other = `${SAMPLE}\n<29>Nov 27 10:13:12 gw1 otherd[7]: nothing of it`
  const refused = await ask('PUT', url, { table: TABLE, sample: other })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain('line 3: is read by')
  const wrong = { ...TABLE, kinds: [{ ...TABLE.kinds[0], activity: 'Query' }] }
  expect((await ask('PUT', url, { table: wrong, sample: SAMPLE })).status).toBe(422)
  const made = await ask('PUT', url, { table: TABLE, sample: SAMPLE })
  expect(made).toMatchObject({ status: 200, body: { version: 1, fidelity: { events: 2, taken: 2, classed: 2 } } })
  await relayed()
  expect(read('acme')).toEqual([
    ['learned:acme-vpn/1', 3002, 'kim', '198.51.100.4'],
    ['learned:acme-vpn/1', 3002, 'lee', '198.51.100.5'],
  ])
  expect(read('globex').map(([id]) => id)).not.toContain('learned:acme-vpn/1')
  expect((await ask('PUT', url, { table: { ...TABLE, product: 'VPN 2' }, sample: SAMPLE })).body.version).toBe(2)
  await relayed()
  expect(read('acme')[0]?.[0]).toBe('learned:acme-vpn/2')
  expect((await ask('POST', 'sources/try', { sample: SAMPLE })).body).toMatchObject({ known: 2, classed: 2 })
  expect((await ask('GET', 'sources/tables')).body.items).toMatchObject([{ name: 'acme-vpn', version: 2 }])
  expect((await ask('GET', `${url}/samples?version=1`)).body).toEqual({ samples: SAMPLE, format: 'auto' })
  expect((await ask('GET', `${url}/samples?version=3`)).status).toBe(404)
  expect((await ask('GET', `${url}/samples?version=1`, undefined, stranger)).status).toBe(404)
  expect((await ask('GET', url)).body.items.map(({ version }: { version: number }) => version)).toEqual([2, 1])
  for (const [method, path] of [
    ['GET', url],
    ['DELETE', url],
  ] as const)
    expect((await ask(method, path, undefined, stranger)).status).toBe(404)
  expect((await ask('DELETE', url)).status).toBe(200)
  await relayed()
  expect(read('acme').map(([id]) => id)).not.toContain('learned:acme-vpn/2')
  expect((await ask('GET', 'sources/tables')).body.items).toEqual([])
  expect((await ask('DELETE', url)).status).toBe(404)
  expect((await ask('GET', url)).body.items[0]).toMatchObject({ version: 3, definition: null })
})

test.each(['try', 'tables/propose'])(
  'a sample of very many lines, sent to %s, is read outside of the process',
  { timeout: 120_000 },
  async (route) => {
    const body = { sample: 'x\n'.repeat(65_536), ...(route === 'try' ? {} : { name: 'short-lines' }) }
    let status = 0
    const cpuMs = await threadCpuMs(async () => {
      const sent = ask('POST', `sources/${route}`, body)
      expect((await ask('GET', 'sources/tables', undefined, stranger)).status).toBe(200)
      status = (await sent).status
    })
    expect([200, 422]).toContain(status)
    expect(cpuMs).toBeLessThan(1_000)
  },
)

test('a table is tested against very many lines outside of the process', { timeout: 120_000 }, async () => {
  const sample = `${SAMPLE.split('\n')[0]}\n${'x\n'.repeat(65_000)}`
  let status = 0
  const cpuMs = await threadCpuMs(async () => {
    status = (await ask('PUT', 'sources/tables/many-lines', { table: TABLE, sample })).status
  })
  expect(status).toBe(422)
  expect(cpuMs).toBeLessThan(1_000)
})
