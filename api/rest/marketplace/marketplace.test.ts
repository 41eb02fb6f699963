import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRemote, type RemoteCatalogue, serialsIn } from '../../../control/detect/marketplace/index.ts'
import { openEgress } from '../../../platform/egress/client.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type Answer, makeAdmin, makeUser, newTenant, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

const log = pino({ level: 'silent' })
const egress = openEgress({ airGap: { enabled: false, allowlist: [] }, allowPrivate: false, log })
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const rawKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(12).toString('base64')

let api: TestApi
let catalogue: Server
let url: string
/** A new one each test, which has seen no catalogue yet. */
let remote: RemoteCatalogue
let acme: TenantId
let token: string
const clock = { ms: Date.UTC(2026, 0, 1) }
/** Files that the remote catalogue serves, by name. */
const served = new Map<string, Buffer>()

beforeAll(async () => {
  catalogue = createServer((request, response) => {
    const found = served.get((request.url ?? '').slice(1))
    response.writeHead(found ? 200 : 404).end(found)
  })
  await new Promise<void>((resolve) => catalogue.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(catalogue.address() as AddressInfo).port}/`
  const marketplace: RemoteCatalogue = { read: (nowMs) => remote.read(nowMs), open: (item) => remote.open(item) }
  api = await startTestApi({ clock, deps: { marketplace } })
}, 120_000)
beforeEach(async () => {
  served.clear()
  clock.ms = Date.now()
  api.audited.length = 0
  await api.owner.query('DELETE FROM marketplace_serials') // each test has a catalogue of its own under the same key
  remote = openRemote(egress, { url, publicKey: rawKey }, serialsIn(api.deps.pool))
  acme = await newTenant(api, 'acme')
  token = await makeAdmin(api, acme)
})
afterAll(async () => {
  catalogue?.close()
  await api?.close()
})

const RULE = (title: string, value = 'x') =>
  `title: ${title}\nid: ${uuidOf(title)}\nlogsource: { category: test }\ndetection: { a: { a: ${value} }, condition: a }\nlevel: low\n`
const HUNT = (title: string, query = 'process_name:a.exe') =>
  JSON.stringify({
    title,
    hypothesis: 'h',
    techniques: ['T1059'],
    language: 'lucene',
    query,
    window_hours: 1,
    every_minutes: null,
  })
const PLAYBOOK = (name: string) =>
  JSON.stringify({ name, trigger: { on: 'manual' }, steps: [{ id: 'a', type: 'wait', params: { seconds: '1' } }] })

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

type Files = Readonly<Record<string, string>>
const packageOf = (slug: string, version: string, files: Files, more: object = {}) => ({
  manifest: {
    ...{ slug, name: slug, version, kind: 'pack', description: 'of the test', author: 'test', category: 'test' },
    ...{ mitre_techniques: ['T1059.001'], tags: ['own'], ...more },
  },
  files: Object.entries(files).map(([path, text]) => ({ path, text })),
})

/** Signs and serves a catalogue of these items. The client has forgotten the one before. */
function serve(items: readonly ReturnType<typeof packageOf>[], more: object = {}, key: KeyObject = privateKey): void {
  const entries = items.map((item) => {
    const body = Buffer.from(JSON.stringify(item))
    const file = `${item.manifest.slug}-${item.manifest.version}.json`
    served.set(file, body)
    return { manifest: item.manifest, file, sha256: createHash('sha256').update(body).digest('hex') }
  })
  const expires_at = new Date(clock.ms + 86_400_000).toISOString()
  const index = Buffer.from(JSON.stringify({ format: 1, serial: 1, expires_at, items: entries, ...more }))
  served.set('index.json', index)
  served.set('index.json.sig', Buffer.from(`${sign(null, index, key).toString('base64')}\n`))
  clock.ms += 11 * 60_000
}

const get = (path: string, as = token): Promise<Answer> => api.ask('GET', path, { token: as })
const post = (path: string, as = token, body?: object): Promise<Answer> =>
  api.ask('POST', path, { token: as, ...(body && { body }) })
const outcomes = ({ body }: Answer): Record<string, string> =>
  Object.fromEntries(body.parts.map(({ path, outcome }: { path: string; outcome: string }) => [path, outcome]))
const everything = async () => {
  const [rules, hunts, playbooks] = [await get('rules'), await get('hunts'), await get('playbooks')]
  return {
    rules: rules.body.items.filter(({ file }: { file?: string }) => file?.startsWith('marketplace/')),
    hunts: hunts.body.items.filter(({ is_builtin }: { is_builtin: boolean }) => !is_builtin),
    playbooks: playbooks.body.items.filter(({ is_builtin }: { is_builtin: boolean }) => !is_builtin),
  }
}
const textOf = async (title: string) => {
  const { id } = (await everything()).rules.find((rule: { title: string }) => rule.title === title)
  return (await get(`rules/${id}`)).body.text
}
const TRIO = { 'rules/a.yml': RULE('A'), 'hunts/b.json': HUNT('B'), 'playbooks/c.json': PLAYBOOK('C') }

describe('the list', () => {
  test('is searched by kind, tag, technique and text, page by page', async () => {
    const all = (await get('marketplace/items?limit=500')).body
    expect(all.total).toBeGreaterThanOrEqual(12)
    expect(all.broken).toEqual([])
    const slugs = async (query: string) =>
      (await get(`marketplace/items?${query}`)).body.items.map(({ slug }: { slug: string }) => slug)
    expect(await slugs('kind=hunt')).toContain('dns-hunts')
    expect(await slugs('kind=hunt')).not.toContain('duty-desk')
    expect(await slugs('tag=kubernetes')).toContain('kubernetes-intrusion')
    expect(await slugs('technique=t1555')).toEqual(['stored-password-theft'])
    expect(await slugs('technique=T1555.003')).toEqual(['stored-password-theft'])
    expect(await slugs('search=ESXI')).toEqual(['backup-destruction'])
    expect((await get('marketplace/items?kind=plugin')).status).toBe(422)
    const paged: string[] = []
    for (let cursor = ''; ; ) {
      const { items, next_cursor } = (await get(`marketplace/items?limit=4${cursor}`)).body
      paged.push(...items.map(({ slug }: { slug: string }) => slug))
      if (next_cursor === undefined) break
      cursor = `&cursor=${next_cursor}`
    }
    expect(paged).toEqual(all.items.map(({ slug }: { slug: string }) => slug))
  })

  test('shows all parts of an item, and refuses to install an item that is only for reading', async () => {
    const { body } = await get('marketplace/items/starter-connectors')
    expect(body.connectors.map(({ type }: { type: string }) => type).sort()).toEqual([
      'github',
      'okta',
      'onepassword',
      'rest',
    ])
    expect((await post('marketplace/items/starter-connectors:install')).status).toBe(409)
    expect((await get('marketplace/items/none-such')).status).toBe(404)
    expect((await post('marketplace/items/none-such:install')).status).toBe(404)
  })
})

describe('an item', () => {
  test('is installed with all parts, once, through the same operations as people use, and is audited', async () => {
    serve([packageOf('trio', '1.0.0', TRIO)])
    const made = await post('marketplace/items/trio:install')
    expect([made.status, outcomes(made)]).toEqual([
      200,
      { 'rules/a.yml': 'created', 'hunts/b.json': 'created', 'playbooks/c.json': 'created' },
    ])
    const { rules, hunts, playbooks } = await everything()
    expect(rules).toMatchObject([{ title: 'A', enabled: true }])
    expect(hunts).toMatchObject([{ title: 'B', enabled: false }])
    expect(playbooks).toMatchObject([{ enabled: false, document: { name: 'C' } }])
    const entry = api.audited.filter(({ action }) => action === 'marketplace:installed')
    expect(entry).toMatchObject([{ resourceId: 'trio', changes: { version: '1.0.0' } }])
    const again = await post('marketplace/items/trio/install')
    expect([again.status, again.body.already_installed]).toEqual([200, true])
    expect(again.body.content_sha256).toBe(made.body.content_sha256)
    expect(api.audited.filter(({ action }) => action === 'marketplace:installed')).toHaveLength(1)
    expect((await everything()).rules).toHaveLength(1)
    const list = (await get('marketplace/items?installed=true')).body
    expect(list.items).toMatchObject([{ slug: 'trio', installed: { version: '1.0.0' }, update_available: false }])
    expect(list.installed_ids).toEqual(['trio'])
  })

  test('is installed once when two users install it at the same time', async () => {
    serve([packageOf('trio', '1.0.0', TRIO)])
    await get('marketplace/items')
    const both = await Promise.all([post('marketplace/items/trio:install'), post('marketplace/items/trio:install')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both.map(({ body }) => body.already_installed).sort()).toEqual([false, true])
    expect(await everything()).toMatchObject({ rules: [{}], hunts: [{}], playbooks: [{}] })
    expect(api.audited.filter(({ action }) => action === 'marketplace:installed')).toHaveLength(1)
  })

  test('is installed per tenant', async () => {
    serve([packageOf('trio', '1.0.0', TRIO)])
    await post('marketplace/items/trio:install')
    const stranger = await makeAdmin(api, await newTenant(api, 'globex'))
    expect((await get('marketplace/items/trio', stranger)).body).toMatchObject({ installed: null, parts: [] })
    expect((await post('marketplace/items/trio:uninstall', stranger)).status).toBe(404)
    expect((await everything()).rules).toHaveLength(1)
  })

  test('needs the permissions for its parts', async () => {
    serve([packageOf('trio', '1.0.0', TRIO)])
    const names = ['settings:write', 'settings:read', 'rules:write']
    const permissions = (await get('rbac/permissions?limit=500')).body.items
    const permission_ids = permissions
      .filter(({ name }: { name: string }) => names.includes(name))
      .map(({ id }: { id: string }) => id)
    const role = (await post('rbac/roles', token, { name: 'installer', permission_ids })).body
    const user = await makeUser(api, acme, 'ivy', 'viewer')
    await post(`rbac/users/${user}/roles`, token, { role_id: role.id })
    const ivy = await tokenOf(api, acme, 'ivy')
    const refused = await post('marketplace/items/trio:install', ivy)
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('playbooks:write')])
    expect((await everything()).rules).toEqual([])
  })

  test('that fails to install leaves no part behind', async () => {
    serve([
      packageOf('bad-rule', '1.0.0', {
        ...TRIO,
        'rules/z.yml': 'title: Z\nlogsource: {}\ndetection: { condition: a }\n',
      }),
      packageOf('bad-hunt', '1.0.0', { ...TRIO, 'hunts/z.json': HUNT('Z', 'process_name:(') }),
      packageOf('bad-playbook', '1.0.0', {
        ...TRIO,
        'playbooks/z.json': '{"name":"Z","trigger":{"on":"manual"},"steps":[]}',
      }),
      packageOf('no-json', '1.0.0', { ...TRIO, 'hunts/z.json': '{' }),
      packageOf('bad-yara', '1.0.0', { ...TRIO, 'rules/z.yar': 'rule z { condition: no_such_thing }' }),
    ])
    for (const slug of ['bad-rule', 'bad-hunt', 'bad-playbook', 'no-json', 'bad-yara']) {
      const { status, body } = await post(`marketplace/items/${slug}:install`)
      expect([slug, status, body.detail]).toEqual([slug, 409, expect.any(String)])
    }
    expect(await everything()).toEqual({ rules: [], hunts: [], playbooks: [] })
    expect((await get('marketplace/items/bad-playbook')).body.problems).toMatchObject([{ path: 'playbooks/z.json' }])
    expect((await get('marketplace/items?installed=true')).body.items).toEqual([])
  })

  test('does not replace an existing rule', async () => {
    serve([packageOf('trio', '1.0.0', TRIO)])
    await post('rules', token, { language: 'sigma', text: RULE('A') })
    expect((await post('marketplace/items/trio:install')).status).toBe(409)
    const other = { language: 'sigma', text: RULE('Other'), file: 'marketplace/trio/a.yml' }
    serve([packageOf('two', '1.0.0', { 'rules/x.yml': RULE('X') })])
    await post('rules', token, { ...other, file: 'marketplace/two/x.yml' })
    expect((await post('marketplace/items/two:install')).body.detail).toContain('marketplace/two/x.yml')
  })
})

describe('a newer version', () => {
  const NEWER = {
    'rules/a.yml': RULE('A', 'newer'),
    'rules/d.yml': RULE('D'),
    'hunts/b.json': HUNT('B, newer'),
    'playbooks/c.json': PLAYBOOK('C, newer'),
  }

  test('replaces unchanged parts, and keeps parts that people changed or deleted', async () => {
    serve([packageOf('trio', '1.0.0', { ...TRIO, 'rules/e.yml': RULE('E'), 'hunts/g.json': HUNT('G') })])
    await post('marketplace/items/trio:install')
    const { rules, hunts } = await everything()
    const ofTitle = (title: string) => [...rules, ...hunts].find((one) => one.title === title).id
    await api.ask('PUT', `rules/${ofTitle('A')}`, { token, body: { text: RULE('A', 'mine') } })
    await api.ask('DELETE', `hunts/${ofTitle('B')}`, { token })
    serve([packageOf('trio', '1.1.0', NEWER)], { serial: 2 })
    expect((await get('marketplace/items?installed=true')).body.items).toMatchObject([
      { update_available: true, version: '1.1.0' },
    ])
    expect((await post('marketplace/items/trio:install')).status).toBe(409)
    const updated = await post('marketplace/items/trio:update')
    expect(outcomes(updated)).toEqual({
      ...{ 'rules/a.yml': 'kept', 'rules/d.yml': 'created', 'rules/e.yml': 'removed', 'hunts/b.json': 'left_out' },
      ...{ 'hunts/g.json': 'removed', 'playbooks/c.json': 'updated' },
    })
    const now = await everything()
    expect(now.rules.map(({ title }: { title: string }) => title).sort()).toEqual(['A', 'D'])
    expect(await textOf('A')).toContain('mine')
    expect(now.playbooks).toMatchObject([{ document: { name: 'C, newer' } }])
    expect((await get('marketplace/items/trio')).body.parts).toMatchObject([
      { path: 'hunts/b.json', state: 'gone' },
      { path: 'playbooks/c.json', state: 'as_installed' },
      { path: 'rules/a.yml', state: 'changed' },
      { path: 'rules/d.yml', state: 'as_installed' },
    ])
    expect((await post('marketplace/items/trio:update')).body.already_installed).toBe(true)
    const forced = await post('marketplace/items/trio:update?overwrite_changed=true')
    expect(outcomes(forced)).toMatchObject({
      'rules/a.yml': 'updated',
      'rules/d.yml': 'unchanged',
      'playbooks/c.json': 'unchanged',
    })
    expect(await textOf('A')).toContain('newer')
  })

  test('keeps a rule disabled and a playbook enabled when people set them so', async () => {
    serve([packageOf('trio', '1.0.0', TRIO)])
    await post('marketplace/items/trio:install')
    const before = await everything()
    await post(`rules/${before.rules[0].id}/disable`)
    await api.ask('PUT', `playbooks/${before.playbooks[0].id}`, { token, body: { enabled: true } })
    serve([packageOf('trio', '1.1.0', NEWER)], { serial: 2 })
    expect(outcomes(await post('marketplace/items/trio:update'))).toMatchObject({ 'rules/a.yml': 'updated' })
    const { rules, playbooks } = await everything()
    expect(rules.find(({ id }: { id: string }) => id === before.rules[0].id).enabled).toBe(false)
    expect(playbooks).toMatchObject([{ enabled: true, document: { name: 'C, newer' } }])
  })

  test('that is broken leaves the older one unchanged', async () => {
    serve([packageOf('trio', '1.0.0', TRIO)])
    await post('marketplace/items/trio:install')
    const before = await everything()
    serve([packageOf('trio', '2.0.0', { ...NEWER, 'rules/z.yml': 'title: Z' })], { serial: 2 })
    expect((await post('marketplace/items/trio:update')).status).toBe(409)
    expect(await everything()).toEqual(before)
    expect((await get('marketplace/items/trio')).body.installed.version).toBe('1.0.0')
    expect((await post('marketplace/items/dns-hunts:update')).status).toBe(404)
  })
})

describe('uninstalling', () => {
  test('removes the installed parts and nothing else, and keeps parts that people changed', async () => {
    serve([packageOf('trio', '1.0.0', { ...TRIO, 'rules/e.yml': RULE('E') })])
    await post('rules', token, { language: 'sigma', text: RULE('Own'), file: 'own.yml' })
    await post('marketplace/items/trio:install')
    const { rules } = await everything()
    const changed = rules.find(({ title }: { title: string }) => title === 'E').id
    await api.ask('PUT', `rules/${changed}`, { token, body: { text: RULE('E', 'mine') } })
    // Disabling a rule does not change its text.
    await post(`rules/${rules.find(({ title }: { title: string }) => title === 'A').id}/disable`)
    const gone = await post('marketplace/items/trio:uninstall')
    expect(outcomes(gone)).toEqual({
      ...{ 'rules/a.yml': 'removed', 'rules/e.yml': 'kept', 'hunts/b.json': 'removed', 'playbooks/c.json': 'removed' },
    })
    const left = (await get('rules')).body.items.map(({ title }: { title: string }) => title)
    expect(left).toEqual(expect.arrayContaining(['Own', 'E']))
    expect(left).not.toContain('A')
    expect(await everything()).toMatchObject({ hunts: [], playbooks: [] })
    expect((await post('marketplace/items/trio:uninstall')).status).toBe(404)
    expect(api.audited.at(-1)).toMatchObject({ action: 'marketplace:uninstalled', resourceId: 'trio' })
  })

  test('also removes changed parts on request', async () => {
    serve([packageOf('trio', '1.0.0', TRIO)])
    await post('marketplace/items/trio:install')
    const [rule] = (await everything()).rules
    await api.ask('PUT', `rules/${rule.id}`, { token, body: { text: RULE('A', 'mine') } })
    expect(outcomes(await post('marketplace/items/trio:uninstall?remove_changed=true'))).toMatchObject({
      'rules/a.yml': 'removed',
    })
    expect(await everything()).toEqual({ rules: [], hunts: [], playbooks: [] })
  })
})

describe('a remote catalogue', () => {
  const stateOf = async () => (await get('marketplace/items?limit=500')).body.remote
  const isListed = async (slug: string) =>
    (await get('marketplace/items?limit=500')).body.items.some((item: { slug: string }) => item.slug === slug)

  test.each([
    [
      'signed by another key',
      () => serve([packageOf('evil', '1.0.0', TRIO)], {}, generateKeyPairSync('ed25519').privateKey),
    ],
    [
      'altered after it was signed',
      () => {
        serve([packageOf('evil', '1.0.0', TRIO)])
        served.set('index.json', Buffer.from(`${served.get('index.json')} `))
      },
    ],
    [
      'without a signature that is one',
      () => {
        serve([packageOf('evil', '1.0.0', TRIO)])
        served.set('index.json.sig', Buffer.from('c2lnbmVk'))
      },
    ],
    ['that has expired', () => serve([packageOf('evil', '1.0.0', TRIO)], { expires_at: '2020-01-01T00:00:00Z' })],
    ['of another form', () => serve([packageOf('evil', '1.0.0', TRIO)], { format: 2 })],
    ['that names one item twice', () => serve([packageOf('evil', '1.0.0', TRIO), packageOf('evil', '1.0.0', TRIO)])],
  ])('%s is refused, and the built-in items stay listed', async (_, serveIt) => {
    serveIt()
    expect(await stateOf()).toMatchObject({ state: 'refused', reason: expect.any(String) })
    expect(await isListed('evil')).toBe(false)
    expect(await isListed('dns-hunts')).toBe(true)
    expect((await post('marketplace/items/evil:install')).status).toBe(404)
    expect((await post('marketplace/items/dns-hunts:install')).status).toBe(200)
  })

  test('that does not answer delays nobody for long', async () => {
    remote = openRemote(() => new Promise(() => {}), { url, publicKey: rawKey }, serialsIn(api.deps.pool))
    expect(await stateOf()).toMatchObject({ state: 'unavailable', reason: 'it has not answered yet' })
    expect(await isListed('dns-hunts')).toBe(true)
  })

  test('outside an air gap is not contacted', async () => {
    const gapped = openEgress({ airGap: { enabled: true, allowlist: [] }, allowPrivate: false, log })
    remote = openRemote(gapped, { url: 'https://market.example/svc', publicKey: rawKey }, serialsIn(api.deps.pool))
    expect(await stateOf()).toMatchObject({ state: 'unavailable', reason: expect.stringContaining('air gap') })
  })

  test('without an answer is shown as unavailable, and is retried later', async () => {
    expect(await stateOf()).toMatchObject({ state: 'unavailable', reason: expect.stringContaining('404') })
    serve([packageOf('trio', '1.0.0', TRIO)])
    expect(await stateOf()).toMatchObject({ state: 'ok', reason: null })
    expect(await isListed('trio')).toBe(true)
    served.clear()
    clock.ms += 11 * 60_000
    expect(await stateOf()).toMatchObject({ state: 'unavailable' })
    expect(await isListed('trio')).toBe(true)
    expect((await post('marketplace/items/trio:install')).status).toBe(503)
  })

  test('that is replayed is refused, and the known catalogue stays until it expires', async () => {
    serve([packageOf('trio', '1.1.0', TRIO)], { serial: 7, expires_at: new Date(clock.ms + 25 * 60_000).toISOString() })
    expect(await isListed('trio')).toBe(true)
    serve([packageOf('older', '1.0.0', TRIO)], { serial: 6 })
    expect(await stateOf()).toMatchObject({ state: 'refused', reason: expect.stringContaining('older') })
    expect([await isListed('trio'), await isListed('older')]).toEqual([true, false])
    clock.ms += 4 * 60_000
    expect(await isListed('trio')).toBe(false)
  })

  test('that is replayed is refused by another process too, and after a restart', async () => {
    serve([packageOf('trio', '1.1.0', TRIO)], { serial: 7 })
    expect(await isListed('trio')).toBe(true)
    remote = openRemote(egress, { url, publicKey: rawKey }, serialsIn(api.deps.pool))
    serve([packageOf('older', '1.0.0', TRIO)], { serial: 6 })
    const reason = expect.stringContaining('older (6) than one that was seen (7)')
    expect(await stateOf()).toMatchObject({ state: 'refused', reason })
    expect(await isListed('older')).toBe(false)
  })

  test.each([
    ['altered', (body: Buffer) => Buffer.from(body.toString().replace('hypothesis', 'hypothesiS'))],
    ['replaced', () => Buffer.from(JSON.stringify(packageOf('trio', '9.0.0', TRIO)))],
    ['cut off', (body: Buffer) => body.subarray(0, 100)],
  ])('with an item that was %s installs nothing', async (_, alter) => {
    serve([packageOf('trio', '1.0.0', TRIO)])
    expect(await isListed('trio')).toBe(true)
    served.set('trio-1.0.0.json', alter(served.get('trio-1.0.0.json') as Buffer))
    const { status, body } = await post('marketplace/items/trio:install')
    expect([status, body.detail]).toEqual([409, expect.stringContaining('altered')])
    expect(await everything()).toEqual({ rules: [], hunts: [], playbooks: [] })
  })

  test('may bring a newer version of a built-in item', async () => {
    serve([packageOf('dns-hunts', '0.9.0', TRIO), packageOf('duty-desk', '7.0.0', TRIO)])
    expect((await get('marketplace/items/dns-hunts')).body).toMatchObject({ source: 'builtin', version: '1.0.0' })
    expect((await get('marketplace/items/duty-desk')).body).toMatchObject({ source: 'remote', version: '7.0.0' })
  })
})
