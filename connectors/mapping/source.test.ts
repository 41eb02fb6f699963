import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventRow } from '../../schemas/event-row.ts'
import { validate } from '../../schemas/ocsf/validate.ts'
import { restOf } from './event-of.ts'
import { KEY_BITS } from './form.ts'
import { compileSource } from './source.ts'
import {
  allHashes,
  always,
  basename,
  capture,
  first,
  hashes,
  integer,
  ip,
  is,
  list,
  lookup,
  type Rows,
  type SourceTable,
  time,
} from './table.ts'

function table(rows: Rows, of: Partial<SourceTable['chapters'][number]['profiles'][number]> = {}): SourceTable {
  return {
    id: 'vpn/1',
    shapes: [{ name: 'json', is: () => true }],
    select: ['type'],
    rows: { time: time('at'), severity_id: lookup('level', { crit: 'Critical' }), 'metadata.product.name': is('VPN') },
    logSource: { product: 'acme', service: 'vpn' },
    chapters: [
      {
        name: 'access',
        profiles: [
          {
            name: 'login',
            when: { type: ['login', 'Log_*'] },
            class: 'authentication',
            activity: 'Logon',
            rows,
            ...of,
          },
          { name: 'other', when: {}, class: 'base_event', activity: 'Other', unclassified: 'health' },
        ],
      },
    ],
  }
}

const LOGIN: Rows = {
  'user.name': ['user.login', 'login'],
  'user.uid': 'user.id',
  'src_endpoint.ip': ip('client.ip'),
  'src_endpoint.port': integer('client.port'),
  status_id: lookup('result', { ok: 'Success', denied: 'Failure' }, 'Other'),
  'service.name': always('Acme VPN'),
}

test('the source’s own word is beside Other only', () => {
  const typed = { 'user.type_id': lookup('kind', { adm: 'Admin' }, 'Other', 'Other') }
  const event = (kind?: string) =>
    compileSource(table({ ...LOGIN, ...typed })).toOcsf({ type: 'login', login: 'eve', kind })
  expect(event('adm')).toMatchObject({ user: { type: 'Admin' } })
  expect(event('robot')).toMatchObject({ user: { type: 'robot' } })
  expect(event()).toMatchObject({ user: { type: 'Other' } })
  const own = compileSource(table({ ...LOGIN, ...typed, 'user.type': 'kind' }))
  expect(() => own.check()).toThrow(/user\.type: is the caption of its id/)
})

test('the last of several places decides for a record without any of them', () => {
  const reply = lookup('reply', { 200: 'Success' }, 'Failure', 'Other')
  const result = lookup('result', { ok: 'Success' })
  const vpn = compileSource(table({ ...LOGIN, status_id: first(result, reply) }))
  const events = [{ result: 'ok' }, { reply: 500 }, {}].map((more) =>
    vpn.toOcsf({ type: 'login', login: 'eve', ...more }),
  )
  expect(events).toMatchObject([{ status_id: 1 }, { status_id: 2 }, { status_id: 99 }])
  const early = compileSource(table({ ...LOGIN, status_id: first(reply, result) }))
  expect(() => early.check()).toThrow(/status_id: says what a record without it has before the last/)
})

test('a record becomes the columns, the rest and the whole event', () => {
  const vpn = compileSource(table(LOGIN))
  const record = {
    type: 'login',
    at: '2024-01-02T03:04:05Z',
    level: 'CRIT',
    user: { login: 'eve', id: 7 },
    client: { ip: '10.0.0.1', port: '443' },
    result: 'ok',
  }
  const row = new EventRow()
  expect(vpn.fill(record, row)).toBeNull()
  expect(row).toMatchObject({
    classUid: 3002,
    activityId: 1,
    severityId: 5,
    statusId: 1,
    targetUser: 'eve',
    srcIp: '10.0.0.1',
    srcPort: 443,
  })
  expect(restOf(row)).toEqual({
    metadata: { product: { name: 'VPN' } },
    service: { name: 'Acme VPN' },
    user: { uid: '7' },
  })
  const event = vpn.toOcsf(record)
  expect(event).toMatchObject({
    type_uid: 300_201,
    class_name: 'Authentication',
    status: 'Success',
    severity: 'Critical',
    time: Date.UTC(2024, 0, 2, 3, 4, 5),
  })
  expect(validate(event, '1.8.0')).toEqual([])
  expect(vpn.faults()).toEqual([])
})

test('events of a kind with the same leaves share a form, and their values differ', () => {
  const vpn = compileSource(table(LOGIN))
  const rows = [7, 8, undefined].map((id) => {
    const row = new EventRow()
    vpn.fill({ type: 'login', at: '2024-01-02T03:04:05.000Z', user: { login: 'eve', id } }, row)
    return row
  })
  expect(new Set(rows.map(({ ocsfForm }) => ocsfForm)).size).toBe(2)
  expect(rows.map(restOf)).toMatchObject([{ user: { uid: '7' } }, { user: { uid: '8' } }, {}])
  expect(rows[2] && restOf(rows[2])).not.toHaveProperty('user')
})

test.each(['\u0001', 'a\u0001t000', '\ud800', '\udfff x'])(
  'a text with %j, which no value may contain, is kept, with U+FFFD for half of a surrogate pair',
  (uid) => {
    const row = new EventRow()
    compileSource(table(LOGIN)).fill({ type: 'login', user: { login: 'eve', id: uid } }, row)
    expect(row.ocsfForm).toBe('')
    expect(restOf(row)).toMatchObject({ user: { uid: uid.toWellFormed() }, service: { name: 'Acme VPN' } })
  },
)

test.each([
  ['the time of the event', '2024-01-02T03:04:05.678Z', 'w'],
  ['another spelling of it', '2024-01-02T03:04:05Z', 't'],
  ['no time at all', '2024-01-02T03:04:1e2Z  ', 't'],
])('%s as original time is given back as it was', (_, at, hole) => {
  const row = new EventRow()
  compileSource(table({ ...LOGIN, 'metadata.original_time': 'at' })).fill({ type: 'login', at }, row)
  expect(restOf(row)).toMatchObject({ metadata: { original_time: at } })
  expect(row.ocsfForm).toContain(`"original_time":\u0001${hole}`)
})

test('more conditions than fit into one number still distinguish forms', () => {
  const users = ['actor.user', 'user', 'src_endpoint.owner']
  const own = ['uid', 'domain', 'full_name', 'display_name', 'uid_alt', 'phone_number']
  const inner = ['account.uid', 'account.name', 'org.uid', 'org.name', 'org.ou_name', 'org.ou_uid']
  const person = ['cost_center', 'employee_uid', 'given_name', 'job_title', 'ldap_cn', 'ldap_dn', 'surname']
  const names = [...own, ...inner, ...person.map((name) => `ldap_person.${name}`)]
  const paths = users.flatMap((user) => names.map((name) => `${user}.${name}`))
  expect(paths.length).toBeGreaterThan(KEY_BITS)
  const fields = paths.map((path) => path.replaceAll('.', '_'))
  const rows = Object.fromEntries(paths.map((path, i) => [path, fields[i] as string]))
  const source = compileSource(table({ ...LOGIN, ...rows }))
  const forms = fields.map((field) => {
    const row = new EventRow()
    source.fill({ type: 'login', [field]: 'said here' }, row)
    expect(JSON.stringify(restOf(row))).toContain('"said here"')
    return row.ocsfForm
  })
  expect(new Set(forms).size).toBe(fields.length)
})

test('kinds are matched ignoring case and by prefix, and the last profile matches all others', () => {
  const vpn = compileSource(table(LOGIN))
  const name = (type: unknown) => vpn.profileOf({ type }).name
  expect([name('LOGIN'), name('log_out'), name('logout'), name(undefined), name({}), name(['login'])]).toEqual([
    'login',
    'login',
    'other',
    'other',
    'other',
    'other',
  ])
  for (let i = 0; i < 20_000; i++) expect(vpn.profileOf({ type: `made up ${i}` }).name).toBe('other')
})

test('Other has the source’s own word beside it', () => {
  expect(compileSource(table(LOGIN)).toOcsf({ type: 'login', result: 'half' })).toMatchObject({
    status_id: 99,
    status: 'half',
  })
})

test('an event without a required value of its class reports it, as the validator does', () => {
  const vpn = compileSource(table(LOGIN))
  const event = vpn.toOcsf({ type: 'login', at: 1_704_164_645 })
  expect(vpn.faults()).toEqual(['user'])
  expect(validate(event, '1.8.0')).toMatchObject([{ path: 'user', kind: 'missing' }])
})

test('a missing or invalid time is no time, never the current one', () => {
  const vpn = compileSource(table(LOGIN))
  expect(vpn.toOcsf({ type: 'login', at: 'yesterday' })).not.toHaveProperty('time')
  const row = new EventRow()
  vpn.fill({ type: 'login' }, row)
  expect(row.timeMs).toBeNaN()
})

test.each<[string, Rows, Partial<SourceTable['chapters'][number]['profiles'][number]>, RegExp]>([
  [
    'a path that the class does not have',
    { 'user.shoe_size': 'x' },
    {},
    /access\/login: user\.shoe_size: authentication of OCSF 1\.8\.0 has no such attribute/,
  ],
  [
    'a caption that the enum does not have',
    { ...LOGIN, status_id: is('Fine') },
    {},
    /status_id: has no value "Fine"; there are Unknown, Success/,
  ],
  ['text for a number', { ...LOGIN, 'src_endpoint.port': 'client.port' }, {}, /src_endpoint\.port: is port, not text/],
  ['a number for text', { ...LOGIN, 'user.name': integer('x') }, {}, /user\.name: is username, not a number/],
  ['a time for a number', { ...LOGIN, count: time('x') }, {}, /count: is integer, not time/],
  ['text for an address', { ...LOGIN, 'src_endpoint.ip': 'x' }, {}, /src_endpoint\.ip: is ip; text does not make one/],
  ['one for a list', { ...LOGIN, 'src_endpoint.intermediate_ips': ip('x') }, {}, /is an array/],
  ['values of several kinds', { ...LOGIN, 'user.uid': first('x', list('y')) }, {}, /user\.uid: is no list/],
  ['a deprecated attribute', { ...LOGIN, 'user.credential_uid': 'x' }, {}, /credential_uid: deprecated since 1\.6\.0/],
  ['a class that does not exist', LOGIN, { class: 'login' }, /has no class login/],
  ['an activity that the class does not have', LOGIN, { activity: 'Launch' }, /activity_id: has no value "Launch"/],
  [
    'a demand that no row can meet',
    { 'user.name': 'x' },
    {},
    /no row fills service\|dst_endpoint, which authentication demands/,
  ],
  ['a path within a path', { ...LOGIN, user: 'x' }, {}, /user: is object, not text/],
  ['a field that is not selected', LOGIN, { when: { kind: 'x' } }, /login asks for kind, not in select/],
])('%s is refused when the table is checked', (_, rows, of, reason) => {
  expect(() => compileSource(table(rows, of)).check()).toThrow(reason)
})

test('all faults are reported at once', () => {
  const wrong = table({ ...LOGIN, a: 'x' })
  const [chapter] = wrong.chapters
  expect.assert(chapter)
  const twice = { ...wrong, chapters: [chapter, { ...chapter, name: 'more' }] }
  expect(() => compileSource(twice).check()).toThrow(/access\/login: a: [\s\S]*more\/login: a: /)
})

test('zero, and values that a column cannot hold, are kept beside the columns', () => {
  const rows: Rows = {
    'process.pid': integer('pid'),
    'process.name': 'name',
    'actor.user.name': 'user',
    'device.hostname': 'host',
    'device.type_id': is('Unknown'),
  }
  const source = compileSource(table(rows, { class: 'process_activity', activity: 'Launch' }))
  const pid = (value: unknown) =>
    (source.toOcsf({ type: 'login', pid: value, name: 'a' })?.process as { pid?: number } | undefined)?.pid
  expect([pid(0), pid(4_294_967_295), pid(4_294_967_296), pid('x')]).toEqual([
    0,
    4_294_967_295,
    4_294_967_296,
    undefined,
  ])
})

test('dots in names and deep paths are found, and names of the prototype are not fields', () => {
  const rows: Rows = {
    ...LOGIN,
    'user.name': 'a.b\\.c.d',
    'user.domain': 'constructor.name',
    'user.uid': '__proto__.x',
  }
  const event = compileSource(table(rows)).toOcsf(
    JSON.parse('{"type":"login","a":{"b.c":{"d":"eve"}},"__proto__":{"x":"own"}}'),
  )
  expect(event).toMatchObject({ user: { name: 'eve', uid: 'own' } })
})

test('any record gives an event or a refusal, with the same faults as the validator', () => {
  const rows: Rows = {
    'process.pid': integer('pid'),
    'process.name': basename('image'),
    'process.cmd_line': 'cmd',
    'process.file.path': 'image',
    'process.file.name': basename('image'),
    'process.file.type_id': is('Unknown'),
    'process.file.hashes': hashes('hash'),
    'process.parent_process.pid': integer('ppid'),
    'process.parent_process.name': 'parent',
    'actor.user.name': 'user',
    'actor.session.uid': capture('user', /^(\w{1,5})/),
    'device.hostname': 'host',
    'device.ip': ip('ip'),
    'device.type_id': is('Unknown'),
    'process.integrity_id': lookup('level', { low: 'Low' }, 'Other'),
  }
  const source = compileSource(table(rows, { class: 'process_activity', activity: 'Launch' }))
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('', '-', 'C:\\a\\b.exe', 'C:\\a\\', '10.0.0.1', '::', 0, 4),
    fc.string({ unit: 'binary' }),
  )
  const record = fc.record(
    Object.fromEntries(
      ['pid', 'image', 'cmd', 'hash', 'ppid', 'parent', 'user', 'host', 'ip', 'level', 'at'].map((name) => [
        name,
        value,
      ]),
    ),
    { requiredKeys: [] },
  )
  const empty = new EventRow()
  fc.assert(
    fc.property(record, (fields) => {
      const row = new EventRow()
      expect(source.fill({ ...fields, type: 'login' }, row)).toBeNull()
      for (const name of Object.keys(empty) as (keyof EventRow)[])
        expect(typeof row[name], name).toBe(typeof empty[name])
      const event = source.toOcsf({ ...fields, type: 'login' })
      const faults = validate(event, '1.8.0').filter(({ path }) => path !== 'time')
      expect(faults.filter(({ kind }) => kind !== 'missing' && kind !== 'constraint')).toEqual([])
      expect(source.faults().length > 0, JSON.stringify([faults, source.faults()])).toBe(faults.length > 0)
    }),
    { numRuns: 1000 },
  )
})

test('a record nested too deep is refused', () => {
  const vpn = compileSource(table(LOGIN))
  const deep = JSON.parse(`{"type":"login","a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)
  expect(vpn.fill(deep, new EventRow())).toBe('too_deep')
  expect(vpn.toOcsf(deep)).toBeNull()
})

test('vendor, OCSF and ECS names lead to the same place', () => {
  const vpn = compileSource(table({ ...LOGIN, 'device.name': basename('dev.path'), 'device.type_id': is('Unknown') }))
  const view = vpn.viewOf({ type: 'login' })
  const at = [{ path: ['client', 'ip'] }]
  expect(view.paths('src_endpoint.ip')).toEqual(at)
  expect(view.paths('source.ip')).toEqual(at)
  expect(view.paths('client.ip')).toContainEqual({ path: ['client', 'ip'] })
  expect(view.paths('user.name')).toEqual([{ path: ['user', 'login'] }, { path: ['login'] }])
  expect(view.paths('device.name')).toEqual([{ path: ['dev', 'path'], derive: 'basename' }])
  expect(vpn.viewOf({ type: 'other' })).toBe(view)
  expect(vpn.logSourceOf({ type: 'login' })).toEqual({ product: 'acme', service: 'vpn', categories: [] })
})

test('the product has a name even without other values', () => {
  const vpn = compileSource(table({ ...LOGIN, 'metadata.product.version': 'version' }))
  const productOf = (record: object) => vpn.toOcsf({ type: 'login', login: 'alice', at: 1, ...record })?.metadata
  expect(productOf({})).toMatchObject({ product: { name: 'VPN' } })
  expect(productOf({ version: '7' })).toMatchObject({ product: { name: 'VPN', version: '7' } })
})

test('digests in separate fields all become fingerprints, and the column has the strongest', () => {
  const source = compileSource(
    table(
      {
        'file.path': 'path',
        'file.name': basename('path'),
        'file.type_id': is('Unknown'),
        'file.hashes': allHashes('sha256', 'md5'),
        'actor.app_name': always('Acme'),
        'device.hostname': always('a'),
        'device.type_id': is('Unknown'),
      },
      { class: 'file_activity', activity: 'Read', logSource: {} },
    ),
  )
  const record = { type: 'login', at: 1, path: '/a', md5: 'a'.repeat(32), sha256: 'c'.repeat(64) }
  expect(source.toOcsf(record)).toMatchObject({
    file: { hashes: [{ algorithm: 'SHA-256' }, { algorithm: 'MD5', value: 'a'.repeat(32) }] },
  })
  const row = new EventRow()
  source.fill(record, row)
  expect(row.fileHash).toBe('c'.repeat(64))
})

test('a time keeps the offset with which it is written', () => {
  const vpn = compileSource(table({ ...LOGIN, time: time('at', 'received') }))
  const offsetOf = (record: object) => vpn.toOcsf({ type: 'login', login: 'alice', ...record })
  expect(offsetOf({ at: '2024-01-02T03:04:05+02:00' })).toMatchObject({
    time: Date.UTC(2024, 0, 2, 1, 4, 5),
    timezone_offset: 120,
  })
  expect(offsetOf({ received: '2024-01-02 03:04:05 -0530' })).toMatchObject({ timezone_offset: -330 })
  const other = { at: 'no time, just words +02:00', received: '2024-01-02T03:04:05-01:00' }
  expect(offsetOf(other)).toMatchObject({ timezone_offset: -60 })
  expect(offsetOf({ at: other.at })).not.toHaveProperty('timezone_offset')
  for (const at of ['2024-01-02T03:04:05Z', '2024-01-02T03:04:05+00:00', '2024-01-02T03:04:05', 1_704_164_645_000])
    expect(offsetOf({ at, received: '2024-01-02T03:04:05+02:00' })).not.toHaveProperty('timezone_offset')
  const kept = compileSource(table({ ...LOGIN, 'metadata.original_time': 'at' }))
  expect(kept.toOcsf({ type: 'login', login: 'alice', at: '2024-01-02T03:04:05+02:00' })).toMatchObject({
    metadata: { original_time: '2024-01-02T03:04:05+02:00' },
  })
})
