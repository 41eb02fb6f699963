import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { hash, hashes, namedHashes } from './hashes.ts'
import * as t from './transforms.ts'

test.each([
  ['0x1f4', 500],
  ['44', 44],
  [44, 44],
  ['-5', -5],
  ['0xffffffffffffffffff', Number.NaN],
  ['', Number.NaN],
  ['-', Number.NaN],
  ['1.5', Number.NaN],
  [' 5', Number.NaN],
  ['Infinity', Number.NaN],
  [1e300, Number.NaN],
  [true, Number.NaN],
  [[5], Number.NaN],
])('%j as a whole number is %j', (value, number) => {
  expect(t.integer(value)).toBe(number)
})

test.each([
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['::FFFF:10.0.0.1', '10.0.0.1'],
  ['0:0:0:0:0:ffff:10.0.0.1', '10.0.0.1'],
  ['::ffff:a00:1', '10.0.0.1'],
  ['[::ffff:10.0.0.1]:443', '10.0.0.1'],
  ['[10.0.0.1]', '10.0.0.1'],
  ['[10.0.0.1]:443', '10.0.0.1'],
  ['10.0.0.1:443', '10.0.0.1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[fe80::1%eth0]:443', 'fe80::1'],
  ['::ffff:10.0.0.256', ''],
  ['[10.0.0.1', ''],
  ['[10.0.0.1]:x', ''],
  ['[]', ''],
  ['10.0.0.1:', ''],
  ['fe80::1%eth0', 'fe80::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['0:0:0:0:0:0:0:0', '::'],
  ['10.0.0.5 ', '10.0.0.5'],
  ['\t2001:db8::1', '2001:db8::1'],
  ['10.0.0.256', ''],
  ['10.0.0', ''],
  ['10.0.0.01', ''],
  ['LOCAL', ''],
  ['-', ''],
  [7, ''],
])('%j as an address is %j', (value, address) => {
  expect(t.ip(value)).toBe(address)
})

test('every address is accepted, in one spelling that the columns accept too', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      expect(ipaddr.isValid(t.ip(address)), address).toBe(true)
    }),
  )
})

test.each([
  ['{1111AAAA-2222-3333-4444-5555bbbb5555}', '1111AAAA-2222-3333-4444-5555bbbb5555'],
  ['1111aaaa-2222-3333-4444-5555bbbb5555', '1111aaaa-2222-3333-4444-5555bbbb5555'],
  ['{00000000-0000-0000-0000-000000000000}', ''],
  ['1111aaaa-2222-3333-4444-5555bbbb555g', ''],
  ['1111aaaa-2222-3333-44445-555bbbb5555', ''],
  ['[1111aaaa-2222-3333-4444-5555bbbb5555]', ''],
  [7, ''],
])('%j as a guid is %j', (value, found) => {
  expect(t.guid(value)).toBe(found)
})

test('hashes become fingerprints, the strongest one is the file hash, zeros count as none', () => {
  const text = `SHA1=${'A'.repeat(40)},MD5=${'B'.repeat(32)},SHA256=${'C'.repeat(64)},IMPHASH=${'0'.repeat(32)}`
  expect(hash(text)).toBe('C'.repeat(64))
  expect(JSON.parse(hashes(text))).toEqual([
    { algorithm_id: 2, value: 'A'.repeat(40) },
    { algorithm_id: 1, value: 'B'.repeat(32) },
    { algorithm_id: 3, value: 'C'.repeat(64) },
  ])
  expect(hash(`IMPHASH=${'A'.repeat(32)}`)).toBe('')
  expect(JSON.parse(hashes(`CRC=${'A'.repeat(8)}`))).toEqual([
    { algorithm: 'CRC', algorithm_id: 99, value: 'AAAAAAAA' },
  ])
  expect(hashes('nothing')).toBe('')
})

test('digests in separate fields are named by their length; zeros and words count as none', () => {
  const [md5, sha1, sha256] = ['a'.repeat(32), 'b'.repeat(40), 'c'.repeat(64)]
  expect(namedHashes(sha256, sha1, md5)).toBe(`SHA256=${sha256},SHA1=${sha1},MD5=${md5}`)
  expect(namedHashes('', '0'.repeat(40), 'not a digest of any kind at all!', md5)).toBe(`MD5=${md5}`)
  expect([hash(namedHashes(md5, sha256)), JSON.parse(hashes(namedHashes(md5, sha256)))]).toEqual([
    sha256,
    [
      { algorithm_id: 1, value: md5 },
      { algorithm_id: 3, value: sha256 },
    ],
  ])
  expect(hashes(namedHashes('', 'x'))).toBe('')
})

test('a local time gets its zone from the two notations of its receipt', () => {
  const utc = (local: string) => t.localTime(local, '2020-08-05 02:09:51', '2020-08-05T06:09:51.734Z')
  expect(utc('2020-08-05 02:09:49')).toBe(Date.UTC(2020, 7, 5, 6, 9, 49))
  expect(t.localTime('2020-08-05 02:09:49', '2020-08-05 02:09:51', '2020-08-05T06:17:00Z')).toBeNaN()
  expect(t.localTime('2020-08-05 02:09:49', undefined, '2020-08-05T06:17:00Z')).toBeNaN()
})

test.each([
  ['2024-01-02T03:04:05+05:30', 330],
  ['2024-01-02T03:04:05-0800', -480],
  ['2024-01-02T03:04:05Z', 0],
  ['2024-01-02 03:04:05', Number.NaN],
])('the zone of %s is %d minutes', (value, minutes) => {
  expect(t.zone(value)).toBe(minutes)
})

test.each([
  ['CORP\\eve', 'eve', 'CORP'],
  ['eve', 'eve', ''],
  ['eve@corp.example', 'eve@corp.example', ''],
  ['-', '', ''],
])('%s is account %j of %j', (value, name, domain) => {
  expect([t.account(value), t.accountDomain(value)]).toEqual([name, domain])
})

test('a lookup may use a part of the value: a missing part is another word, a missing value is none', () => {
  const words = new Map<unknown, number>([['create', 1]])
  const memory = { pattern: /\.([a-z]+)$/i, words, nothing: 0, other: 99, known: new Map<string, number>() }
  expect([t.lookupIn('repo.create', memory), t.lookupIn('repo.CREATE', memory)]).toEqual([1, 1])
  expect([t.lookupIn('repo.odd', memory), t.lookupIn('create', memory)]).toEqual([99, 99])
  expect([t.lookupIn('', memory), t.lookupIn(null, memory)]).toEqual([0, 0])
})

test('a lookup ignores case, and accepts numbers as text and a list with one word', () => {
  const words = new Map<unknown, number>([
    ['high', 4],
    ['3', 3],
    [3, 3],
  ])
  expect([t.lookup('HIGH', words, 0, 99), t.lookup(3, words, 0, 99), t.lookup(['High'], words, 0, 99)]).toEqual([
    4, 3, 4,
  ])
  expect([t.lookup('odd', words, 0, 99), t.lookup('', words, 0, 99), t.lookup(null, words, 0, 99)]).toEqual([99, 0, 0])
  expect([t.lookup({}, words, 0, 99), t.lookup([[['high']]], words, 0, 99)]).toEqual([0, 4])
})

test('for any value each transform returns its type or nothing, and none throws', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      for (const make of [t.text, t.lower, t.ip, t.mac, t.email, t.guid, t.basename, t.dirname, t.account, hash])
        expect(typeof make(value)).toBe('string')
      for (const make of [t.integer, t.time, t.zone]) expect(typeof make(value)).toBe('number')
      expect(['boolean', 'undefined']).toContain(typeof t.boolean(value))
      for (const json of [hashes(value), t.list(value, /,/)]) if (json !== '') JSON.parse(json)
      expect(typeof t.capture(value, /(a)/)).toBe('string')
    }),
    { numRuns: 500 },
  )
})

test.each([
  [1.5, 1500],
  ['0.0004', 0],
  ['12', 12_000],
  ['1:30', Number.NaN],
  [-1, Number.NaN],
  [true, Number.NaN],
])('%j seconds are %j ms', (value, ms) => {
  expect(t.millis(value)).toBe(ms)
})

test('texts become objects with one member; texts are joined if all of them are present', () => {
  expect(JSON.parse(t.each(['a', '', '-', 7, 'b"'], '{"rdata":'))).toEqual([
    { rdata: 'a' },
    { rdata: '7' },
    { rdata: 'b"' },
  ])
  expect(t.each({}, '{"rdata":')).toBe('')
  expect(t.concat('http://', 'host', '/a')).toBe('http://host/a')
  expect(t.concat('http://', '', '/a')).toBe('')
})

test('lists that are tested together give the same results as tested separately, cached or not', () => {
  const nothing = Number.NaN
  const actions = new Map<unknown, unknown>(Object.entries({ allow: 1, Deny: 2, deny: 2 }))
  const severities = new Map<unknown, unknown>([...Object.entries({ deny: 3, '7': 4 }), [7, 4]])
  const texts = fc.constantFrom('allow', 'Allow', 'ALLOW', 'deny', 'Deny', 'DENY', '7', '-', '', 'x'.repeat(100))
  const values = fc.oneof(
    texts,
    fc.array(texts, { maxLength: 2 }),
    fc.constantFrom(7, 8, true, null, undefined),
    fc.anything(),
  )
  fc.assert(
    fc.property(fc.array(values, { maxLength: 20 }), fc.constantFrom(0, 1000), (request, filler) => {
      const lists = [
        { words: actions, nothing, other: 99 },
        { words: severities, nothing, other: nothing },
      ]
      const of: t.WordLists = { lists, known: new Map() }
      for (let i = 0; i < filler; i++) t.lookups(`word ${i}`, of)
      for (const value of request) {
        const alone = lists.map(({ words, nothing, other }) => t.lookup(value, words, nothing, other))
        expect(t.lookups(value, of)).toEqual(alone)
        expect(t.lookups(value, of)).toEqual(alone)
      }
      expect(of.known.size).toBeLessThanOrEqual(512)
    }),
  )
})

test.each([
  ['0:00:30', 30_000],
  ['1h:02m:03s', 3_723_000],
  ['1d 1h:02m:03s', 90_123_000],
  ['1d', Number.NaN],
  ['1:60:00', Number.NaN],
])('%j as a duration is %j ms', (value, ms) => {
  expect(t.millis(value)).toBe(ms)
})

test('the null security identifier counts as none', () => {
  expect([t.sid('S-1-0-0'), t.sid('S-1-0-0-1'), t.sid('S-1-5-18'), t.sid('-')]).toEqual([
    '',
    'S-1-0-0-1',
    'S-1-5-18',
    '',
  ])
})

test('the texts between separators become objects', () => {
  expect(t.each('a; b;;-', '{"rdata":', /;/)).toBe('[{"rdata":"a"},{"rdata":"b"}]')
  expect(t.each(['a;b'], '{"rdata":', /;/)).toBe('[{"rdata":"a;b"}]')
  expect(t.each(';', '{"rdata":', /;/)).toBe('')
})

test.each([
  ['alice', 'alice', 'alice'],
  [' dc-1.corp ', 'dc-1.corp', 'dc-1.corp'],
  ['N/A', '', ''],
  ['(null)', '', ''],
  ['<none>', '', ''],
  ['Unknown', '', ''],
  ['-', '', ''],
  ['10.0.0.1', '10.0.0.1', ''],
  ['10.0.0.1:80', '10.0.0.1:80', ''],
  ['fe80::1', 'fe80::1', ''],
  ['shop.example:8080', 'shop.example:8080', 'shop.example'],
  ['slot1/host-01', 'slot1/host-01', ''],
  ['John Macbook', 'John Macbook', ''],
  [7, '7', '7'],
  [null, '', ''],
])('%j: what is known of it is %j, as a host %j', (value, what, host) => {
  expect([t.known(value), t.hostname(value)]).toEqual([what, host])
})

test.each([
  ['https://bob@shop.example:8443/a/b?c=1#d', 'shop.example', '/a/b', 'c=1'],
  ['http://192.0.2.1/', '192.0.2.1', '/', ''],
  ['http://[2001:db8::1]:80?x', '2001:db8::1', '', 'x'],
  ['https://shop.example', 'shop.example', '', ''],
  ['/a/b?c=http://d/e?f', '', '/a/b', 'c=http://d/e?f'],
  ['/a#b?c', '', '/a', ''],
  ['shop.example:8080', 'shop.example', 'shop.example:8080', ''],
  ['-', '', '', ''],
  ['', '', '', ''],
  [null, '', '', ''],
])('%j is of the host %j, with path %j and query %j', (value, host, path, query) => {
  expect([t.urlHost(value), t.urlPath(value), t.urlQuery(value)]).toEqual([host, path, query])
})

test.each([
  ['2024-01-02T03:04:05+02:00', 120],
  ['2024-01-02 03:04:05.123 -0730', -450],
  ['2024-01-02T03:04:05Z', Number.NaN],
  ['2024-01-02T03:04:05+00:00', Number.NaN],
  ['2024-01-02T03:04:05+99:99', Number.NaN],
  ['2024-01-02', Number.NaN],
  [1_704_164_645_000, Number.NaN],
])('%j is %j minutes ahead of UTC', (value, minutes) => {
  expect(t.offset(value)).toBe(minutes)
})

test('elements of an XML document are joined; invalid XML gives nothing', () => {
  const both = [
    ['a', 'b'],
    ['a', 'c'],
  ]
  expect(t.inXml('<r><x/><a><b> 1 </b><b>2</b><c>&lt;3</c></a></r>', both)).toBe('1 <3')
  expect(t.inXml('&lt;r&gt;&lt;a&gt;&lt;c&gt;3&lt;/c&gt;&lt;/a&gt;&lt;/r&gt;', both)).toBe('3')
  expect(t.inXml('<r><a/></r>', both)).toBe('')
  for (const none of ['', '<r>', 'words', null, 7, ['<r/>']]) expect(t.inXml(none, both)).toBe('')
})

// Generated code calls no transform for a member that is missing, and does not call `text` for a text that stays as it
// is.
test('every transform of a missing member gives nothing', () => {
  const words = new Map<unknown, unknown>([['a', 'b']])
  const texts = [t.text, t.lower, t.known, t.hostname, t.urlHost, t.urlPath, t.urlQuery, t.sid, t.ip, t.mac, t.email]
  const others = [t.guid, t.basename, t.dirname, t.account, t.accountDomain, t.json, hash, hashes]
  for (const made of [...texts, ...others]) expect(made(undefined)).toBe('')
  for (const made of [t.integer, t.port, t.time, t.millis, t.zone, t.offset]) expect(made(undefined)).toBeNaN()
  expect(t.boolean(undefined)).toBeUndefined()
  expect(t.capture(undefined, /^(.*)$/)).toBe('')
  expect(t.inXml(undefined, [['a']])).toBe('')
  expect(t.list(undefined, /,/)).toBe('')
  expect(t.each(undefined, '{"name":', /,/)).toBe('')
  const path = ['name']
  expect(t.objects(undefined, { members: [{ path, places: [path] }], others: [], demands: [] }, t)).toBe('')
  expect(t.lookup(undefined, words, '', 'other')).toBe('')
  const part = { pattern: /(.*)/, words, nothing: '', other: 'other', known: new Map() }
  expect(t.lookupIn(undefined, part)).toBe('')
  expect(t.lookups(undefined, { lists: [{ words, nothing: '', other: 'other' }], known: new Map() })).toEqual([''])
})

test('a text of the maximum length stays unchanged, and a longer one is cut', () => {
  const longest = 'x'.repeat(t.TEXT_MAX)
  expect(t.text(longest)).toBe(longest)
  expect(t.text(`${longest}y`)).toBe(longest)
  expect(t.text('-')).toBe('')
})
