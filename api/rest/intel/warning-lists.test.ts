/** Lists of known-good values over REST, and what becomes of indicators that stand on them. */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { INTEL_KIND } from '../../../control/detect/intel/index.ts'
import { matchValue } from '../../../intel/indicator-matcher.ts'
import { IntelTables } from '../../../services/stream/intel-table.ts'
import { makeAdmin, makeTenant, startTestApi, type TestApi } from '../../test-api.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let api: TestApi
let token = ''
let stranger = ''

beforeAll(async () => {
  api = await startTestApi()
  token = await makeAdmin(api, await makeTenant(api, 'acme'))
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
})
afterAll(() => api?.close())

const put = (body: object) => api.ask('PUT', 'intel/warning-lists', { token, body })
const indicator = (ioc_type: string, value: string) =>
  api.ask('POST', 'intel/iocs', { token, body: { ioc_type, value, severity: 'high', confidence: 90 } })
const check = async (values: string[], as = token) =>
  (await api.ask('POST', 'intel/check', { token: as, body: { values } })).body.values

/** The table of a pipeline that starts now, asked for a value: nothing, `matches`, or the list that flags it. */
async function inStream(kind: 'domain' | 'ip', value: string, tenant = 'acme'): Promise<string> {
  const tables = new IntelTables(api.owner, pino({ level: 'silent' }))
  tables.change(tenant, INTEL_KIND)
  await tables.settled()
  const { table } = tables
  let found = 'nothing'
  if (table !== null)
    matchValue(table, table.tenantOf(tenant) ?? 0, kind, value, Date.now() / 1000, (_, flag) => {
      found = flag === null ? 'matches' : table.sourceName(flag.source)
    })
  await tables.close()
  return found
}

test('a MISP list suppresses, flags, is disabled and deleted: stream, look-up and check agree each time', async () => {
  await indicator('domain', 'files.partner.example')
  const misp = {
    name: 'Partners',
    type: 'hostname',
    version: 7,
    list: ['.partner.example', 'no value', 'PARTNER.example'],
  }
  const state = async () => {
    const body = { indicators: [{ type: 'domain', value: 'www.files.partner.example' }] }
    const { matches } = (await api.ask('POST', 'intel/enrich', { token, body })).body.indicators[0]
    const [{ verdict, known_good: good }] = await check(['www[.]files[.]partner[.]example'])
    const lists = good.map(({ list, effect, entry }: Record<string, string>) => `${list} ${effect} ${entry}`)
    return [await inStream('domain', 'www.files.partner.example'), matches.length, verdict, lists]
  }
  expect(await state()).toEqual(['matches', 1, 'listed', []])
  const made = await put({ effect: 'suppress', misp: { ...misp, matching_attributes: ['domain'] } })
  expect([made.status, made.body]).toMatchObject([
    200,
    { name: 'Partners', version: '7', entries: 1, skipped: 1, skip_reasons: { 'not a value of any kind': 1 } },
  ])
  expect(await state()).toEqual(['nothing', 0, 'known_good', ['Partners suppress partner.example']])
  const change = (body: object) => api.ask('PATCH', `intel/warning-lists/${made.body.id}`, { token, body })
  await change({ effect: 'flag' })
  expect(await state()).toEqual(['Partners', 1, 'flagged', ['Partners flag partner.example']])
  await change({ is_enabled: false })
  expect(await state()).toEqual(['matches', 1, 'listed', []])
  await change({ is_enabled: true })
  expect((await state())[0]).toBe('Partners')
  expect((await api.ask('DELETE', `intel/warning-lists/${made.body.id}`, { token })).status).toBe(204)
  expect(await state()).toEqual(['matches', 1, 'listed', []])
})

test('a value on two lists stays known good when one is deleted, and suppression wins over flagging', async () => {
  await indicator('ip', '8.8.8.8')
  const resolvers = await put({ effect: 'flag', known_list: 'public-dns' })
  expect(resolvers.body).toMatchObject({ name: 'Public DNS resolvers', skipped: 0 })
  expect(resolvers.body.entries).toBeGreaterThan(50)
  const own = await put({ name: 'Ours', effect: 'flag', entries: ['8.8.8.0/24', '8.8.8.8'] })
  expect(await inStream('ip', '8.8.8.8')).toBe('Ours')
  await put({ name: 'Ours', effect: 'suppress', entries: ['8.8.8.0/24'] })
  expect(await inStream('ip', '8.8.8.8')).toBe('nothing')
  expect((await check(['8.8.8.8']))[0].known_good.map(({ effect }: { effect: string }) => effect)).toEqual([
    'suppress',
    'flag',
  ])
  await api.ask('DELETE', `intel/warning-lists/${own.body.id}`, { token })
  expect(await inStream('ip', '8.8.8.8')).toBe('Public DNS resolvers')
  await api.ask('DELETE', `intel/warning-lists/${resolvers.body.id}`, { token })
  expect(await inStream('ip', '8.8.8.8')).toBe('matches')
})

test('a list applies to its own tenant, and its entries are read page by page', async () => {
  const made = await put({
    name: 'Many',
    effect: 'suppress',
    entries: Array.from({ length: 2500 }, (_, i) => `n${i}.example`),
  })
  expect(made.body.entries).toBe(2500)
  const read = (cursor: string, as = token) =>
    api.ask('GET', `intel/warning-lists/${made.body.id}/entries?limit=500${cursor}`, { token: as })
  const all = new Set<string>()
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { body } = await read(cursor && `&cursor=${cursor}`)
    for (const { value } of body.items) all.add(value)
    cursor = body.next_cursor
  }
  expect(all.size).toBe(2500)
  expect((await read('', stranger)).status).toBe(404)
  expect((await read('&cursor=x')).status).toBe(422)
  expect((await api.ask('GET', 'intel/warning-lists', { token: stranger })).body.items).toEqual([])
  expect((await check(['n7.example'], stranger))[0].verdict).toBe('unknown')
  const body = { is_enabled: false }
  expect((await api.ask('PATCH', `intel/warning-lists/${made.body.id}`, { token: stranger, body })).status).toBe(404)
  expect((await api.ask('DELETE', `intel/warning-lists/${made.body.id}`, { token: stranger })).status).toBe(404)
})

test('an invalid list is refused with a reason', async () => {
  const effect = 'suppress'
  const refused: [object, string][] = [
    [{ effect }, 'exactly one'],
    [{ effect, name: 'x', entries: ['a.example'], known_list: 'public-dns' }, 'exactly one'],
    [{ effect, entries: ['a.example'] }, 'needed with entries'],
    [{ effect, name: 'x', entries: ['no value'] }, 'no value of any kind'],
    [{ effect, misp: { name: 'x', type: 'regex', list: ['^a'] } }, 'no value of any kind'],
    [{ effect: 'hide', name: 'x', entries: ['a.example'] }, 'effect'],
  ]
  for (const [body, why] of refused) {
    const { status, text } = await put(body)
    expect([status, text.includes(why), JSON.stringify(body)]).toEqual([422, true, JSON.stringify(body)])
  }
})

test('a check of a thousand values answers for each value', async () => {
  await indicator('ip', '203.0.113.77')
  const values = ['hxxp://203.0.113[.]77/x', '203.0.113.77', '::ffff:203.0.113.77', '', 'not a value'].filter(Boolean)
  const many = [...values, ...Array.from({ length: 996 }, (_, i) => `198.51.${i >> 8}.${i & 255}`)]
  const items = await check(many)
  expect(items).toHaveLength(1000)
  expect(items.slice(0, 5).map(({ verdict }: { verdict: string }) => verdict)).toEqual([
    ...['unknown', 'listed', 'listed', 'not_a_value', 'unknown'],
  ])
  expect((await api.ask('POST', 'intel/check', { token, body: { values: [...many, '1.1.1.1'] } })).status).toBe(422)
})
