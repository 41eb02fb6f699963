import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { corporaDir } from '../../test/corpora/config.ts'
import type { Indicator } from '../indicator.ts'
import { IndicatorTable } from '../indicator-table.ts'
import { type Format, LINE_BYTES_MAX, readIndicators } from './read-file.ts'
import type { Settled, Skip } from './reading.ts'
import { valuesOfPattern } from './stix-pattern.ts'

async function read(text: string | Uint8Array, format?: Format, chunkBytes = 7) {
  const indicators: Indicator[] = []
  const skipped: Skip[] = []
  const bytes = Buffer.from(text as string)
  const chunks = function* () {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  const settled: Settled[] = []
  const sink = {
    add: (one: Indicator) => void indicators.push(one),
    skip: (one: Skip) => void skipped.push(one),
    settle: (one: Settled) => void settled.push(one),
  }
  const found = await readIndicators(chunks(), format, sink)
  return { found, skipped, indicators, settled, values: indicators.map(({ kind, value }) => `${kind} ${value}`) }
}

test('of several versions of one STIX object in a document the latest counts, in whatever order they stand', async () => {
  const version = (modified: string, more: object) => ({
    ...{ type: 'indicator', id: 'indicator--1', pattern_type: 'stix', modified },
    ...{ pattern: "[domain-name:value = 'rev.example']", ...more },
  })
  const old = version('2026-11-27T00:00:00.000Z', {})
  const later = version('2026-11-28T00:00:00.000Z', { revoked: true })
  for (const objects of [
    [old, later],
    [later, old],
  ]) {
    const { values, settled } = await read(JSON.stringify({ type: 'bundle', objects }), 'stix')
    expect(values).toEqual([])
    expect(settled).toEqual([{ sourceRef: 'indicator--1', kept: [] }])
  }
})

test('CSV lines are indicators, and invalid lines between them are skipped with their number and reason', async () => {
  const text = [
    '# a list',
    'type,value,confidence,tags',
    'domain,Evil.Example,90,"a;b"',
    'nonsense,x,1,',
    'ip,999.1.1.1,1,',
    '\u0000\u0001',
    'sha256,"unclosed',
    'x'.repeat(LINE_BYTES_MAX + 1),
    'ip,192.0.2.0/24,,',
  ].join('\r\n')
  const { found, values, indicators, skipped } = await read(text)
  expect(found).toBe('csv')
  expect(values).toEqual(['domain evil.example', 'cidr 192.0.2.0/24'])
  expect(indicators[0]).toMatchObject({ confidence: 90, tags: ['a', 'b'] })
  expect(skipped.map(({ line, reason }) => [line, reason])).toEqual([
    [4, 'unknown kind nonsense'],
    [5, 'not a value of kind ip'],
    [6, 'no value'],
    [7, 'a quote that is not closed'],
    [8, 'a line of more than 65536 characters'],
  ])
})

test('texts that no database keeps are mended, also those that a cut made', async () => {
  const long = `${'x'.repeat(199)}😀`
  const rows = [
    { type: 'ip', value: '203.0.113.47', campaign: 'a\0b', tags: ['\ud800', long] },
    { type: 'ip', value: '203.0.113.48' },
  ]
  const { indicators } = await read(rows.map((row) => JSON.stringify(row)).join('\n'), 'ndjson')
  expect(indicators).toMatchObject([
    { campaign: 'ab', tags: ['\ufffd', `${'x'.repeat(199)}\ufffd`] },
    { value: '203.0.113.48' },
  ])
})

test('a plain list needs no header, and hashes are distinguished from names', async () => {
  const { values } = await read(`evil.example\n${'a'.repeat(64)}\n2001:db8::1\nhttp://evil.example/x\n`)
  expect(values).toEqual([
    'domain evil.example',
    `sha256 ${'a'.repeat(64)}`,
    'ip 2001:db8::1',
    'url http://evil.example/x',
  ])
})

test('lines of NDJSON may be rows, STIX indicators and MISP events', async () => {
  const lines = [
    { ioc_type: 'ip', value: '192.0.2.1', threat_actor: 'X', severity: 'high', expires_at: '2030-01-01T00:00:00Z' },
    { type: 'indicator', id: 'indicator--1', pattern: "[domain-name:value = 'evil.example']", confidence: 20 },
    { Event: { Attribute: [{ type: 'md5', value: 'A'.repeat(32), to_ids: true }] } },
    [1],
  ]
  const { found, values, indicators, skipped } = await read(
    `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{oops\n`,
  )
  expect(found).toBe('ndjson')
  expect(values).toEqual(['ip 192.0.2.1', 'domain evil.example', `md5 ${'a'.repeat(32)}`])
  expect(indicators[0]).toMatchObject({ threatActor: 'X', severity: 'high', expiresMs: Date.UTC(2030, 0, 1) })
  expect(indicators[1]).toMatchObject({ confidence: 20, sourceRef: 'indicator--1' })
  expect(skipped.map(({ reason }) => reason)).toEqual(['not an object', 'not JSON'])
})

test.each([
  ["[ipv4-addr:value = '192.0.2.1' OR domain-name:value = 'a.example']", ['ip', 'domain']],
  ["[ipv4-addr:value IN ('192.0.2.1', '192.0.2.2')]", ['ip', 'ip']],
  ["[ipv4-addr:value ISSUBSET '192.0.2.0/24'] OR ([url:value = 'http://a.example/'])", ['ip', 'url']],
  [
    "[file:hashes.'SHA-256' = 'aa' OR file:hashes.MD5 = 'bb' OR file:name = 'it\\'s.exe']",
    ['sha256', 'md5', 'filename'],
  ],
])('the pattern %s is values', (pattern, kinds) => {
  const result = valuesOfPattern(pattern)
  expect('values' in result ? result.values.map(({ kind }) => kind) : result).toEqual(kinds)
})

test.each([
  ["[a:b = 'c' AND ipv4-addr:value = '1.2.3.4']", /no value that is matched/],
  ["[ipv4-addr:value = '1.2.3.4' AND domain-name:value = 'a.b']", /AND/],
  ["[ipv4-addr:value = '1.2.3.4'] FOLLOWEDBY [url:value = 'x']", /FOLLOWEDBY/],
  ["[ipv4-addr:value != '1.2.3.4']", /negated/],
  ["[file:name LIKE '%x']", /LIKE/],
  ["[ipv4-addr:value = '1.2.3.4'] REPEATS 5 TIMES", /REPEATS/],
  ["ipv4-addr:value = '1.2.3.4'", /not a STIX pattern/],
  ["[ipv4-addr:value = '1.2.3.4'", /not a STIX pattern/],
  ['', /not a STIX pattern/],
])('the pattern %s is none, and it is said why', (pattern, reason) => {
  expect(valuesOfPattern(pattern)).toMatchObject({ reason: expect.stringMatching(reason) })
})

test('warning lists of MISP become warnings', async () => {
  const list = (type: string) => JSON.stringify({ name: 'L', type, list: ['a.example', '192.0.2.0/24', '??'] })
  expect((await read(list('hostname'))).indicators.map(({ role }) => role)).toEqual(['warning_host', 'warning_host'])
  expect((await read(list('string'))).indicators.map(({ role }) => role)).toEqual(['warning', 'warning'])
  expect((await read(list('regex'))).skipped).toHaveLength(3)
})

test('reads any bytes in any chunks to an end, with the same result', async () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    '\n',
    '\r\n',
    '\\',
    "'",
    'type',
    'value',
    '1.2.3.4',
    'a.example',
    '\0',
    'é',
    ':',
    'indicator',
    '"objects"',
    '"Event"',
    'OR',
    '=',
  )
  const formats = fc.constantFrom<Format | undefined>(undefined, 'stix', 'misp', 'csv', 'ndjson')
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 60 }),
      formats,
      fc.integer({ min: 1, max: 9 }),
      async (all, format, size) => {
        const text = all.join('')
        const [one, other] = [await read(text, format, size), await read(text, format, 4096)]
        expect(one.values).toEqual(other.values)
        expect(one.skipped).toEqual(other.skipped)
      },
    ),
    { numRuns: 400 },
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (all) => {
      const result = valuesOfPattern(all.join(''))
      expect('values' in result || result.reason !== '').toBe(true)
    }),
  )
})

const corpora = corporaDir()

describe.skipIf(corpora === null)('real intel (wants SVC_CORPORA_DIR)', () => {
  test.each(['eset-misp', 'misp-warninglists', 'stix-oasis'])(
    '%s loads, and its indicators are found',
    async (folder) => {
      const table = IndicatorTable.make({ entries: 400_000, textBytes: 32 << 20, tenants: 2 })
      let indicators = 0
      for (const entry of fs.readdirSync(path.join(corpora ?? '', 'intel', folder), {
        recursive: true,
        withFileTypes: true,
      })) {
        if (!entry.isFile() || !entry.name.endsWith('.json')) continue
        const { indicators: found } = await read(
          fs.readFileSync(path.join(entry.parentPath, entry.name)),
          undefined,
          65_536,
        )
        for (const { kind, role, value } of found) {
          const known = { confidence: 50, severityId: 3, source: 0, seenS: 1, expiresS: 0, isFalsePositive: false }
          expect(table.add({ ...known, tenant: 0, kind, role, value })).toBe(true)
          expect(table.entryAt(table.find(0, role, kind, value))).toMatchObject({ kind, role, value })
          indicators++
        }
      }
      expect(indicators).toBeGreaterThan(20)
    },
  )

  test('every pattern of the STIX tests is read as values or refused with a reason', () => {
    const file = path.join(corpora ?? '', 'intel/stix-pattern-tests/tests.ndjson')
    const patterns = fs
      .readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).pattern as string)
    expect(patterns.length).toBeGreaterThan(100)
    for (const pattern of patterns) {
      const result = valuesOfPattern(pattern)
      expect('values' in result ? result.values.length > 0 : result.reason !== '').toBe(true)
    }
  })
})

test('accepts ports, missing schemes and defanged addresses, and refuses private networks', async () => {
  const text = [
    'value,type',
    'evil4.example/path,url',
    '198.51.100.221:8080,ip',
    '198.51.100.222:443,ip:port',
    '[198.51.100.223]:443,ip',
    '::ffff:198.51.100.224,ip',
    'evil2(.)example,domain',
    'evil3[dot]example,domain',
    'evil5{.}example:8443,domain',
    'hxxps[:]//evil6[.]example/x,url',
    'ada[at]evil7[.]example,email',
    'evil8.example/a,',
    '127.0.0.1,ip',
    '127.0.0.0/8,cidr',
    '0.0.0.0,ip',
    '::1,ip',
    '10.1.2.3,ip',
    '192.168.0.0/16,cidr',
    'localhost,domain',
  ].join('\n')
  const { values, skipped } = await read(text)
  expect(values).toEqual([
    ...['url http://evil4.example/path', 'url https://evil4.example/path', 'ip 198.51.100.221', 'ip 198.51.100.222'],
    ...[
      'ip 198.51.100.223',
      'ip 198.51.100.224',
      'domain evil2.example',
      'domain evil3.example',
      'domain evil5.example',
    ],
    ...[
      'url https://evil6.example/x',
      'email ada@evil7.example',
      'url http://evil8.example/a',
      'url https://evil8.example/a',
    ],
  ])
  expect(skipped.map(({ text: one }) => one)).toEqual([
    ...['127.0.0.1', '127.0.0.0/8', '0.0.0.0', '::1', '10.1.2.3', '192.168.0.0/16', 'localhost'],
  ])
})

test('a warning list may name private networks', async () => {
  const list = { name: 'RFC 1918', type: 'cidr', list: ['10.0.0.0/8', '192.168.0.0/16'] }
  expect((await read(JSON.stringify(list), 'misp')).values).toEqual(['cidr 10.0.0.0/8', 'cidr 192.168.0.0/16'])
})

test('each object of a source reports its current values: the same, others, or none', async () => {
  const object = {
    type: 'indicator',
    id: 'indicator--1',
    pattern_type: 'stix',
    pattern: "[domain-name:value = 'a.example' OR domain-name:value = 'b.example']",
  }
  const kept = async (changes: object) => {
    const { settled } = await read(JSON.stringify({ type: 'bundle', objects: [{ ...object, ...changes }] }), 'stix')
    return settled.map(({ sourceRef, kept }) => [sourceRef, ...kept.map(({ value }) => value)])
  }
  expect(await kept({})).toEqual([['indicator--1', 'a.example', 'b.example']])
  expect(await kept({ revoked: true })).toEqual([['indicator--1']])
  expect(await kept({ revoked: true, pattern: undefined })).toEqual([['indicator--1']])
  expect(await kept({ pattern: "[domain-name:value = 'c.example']" })).toEqual([['indicator--1', 'c.example']])
  expect(await kept({ pattern: "[domain-name:value LIKE 'c%']" })).toEqual([['indicator--1']])
  expect(await kept({ valid_from: '2199-01-01T00:00:00Z' })).toEqual([['indicator--1']])
  const attribute = { uuid: 'u1', type: 'domain', value: 'a.example' }
  const ofMisp = async (changes: object) => {
    const { settled } = await read(JSON.stringify({ Event: { Attribute: [{ ...attribute, ...changes }] } }), 'misp')
    return settled.map(({ sourceRef, kept }) => [sourceRef, ...kept.map(({ value }) => value)])
  }
  expect(await ofMisp({ to_ids: true })).toEqual([['u1', 'a.example']])
  expect(await ofMisp({ to_ids: false })).toEqual([['u1']])
  expect(await ofMisp({ deleted: true })).toEqual([['u1']])
})

const PATTERNS: Readonly<Record<string, string>> = {
  ip: 'ipv4-addr:value',
  url: 'url:value',
  domain: 'domain-name:value',
  sha256: "file:hashes.'SHA-256'",
  email: 'email-addr:value',
}
const MISP_TYPES: Readonly<Record<string, string>> = { ip: 'ip-dst', email: 'email-src' }

/** A file, a feed and an export with the same value store the same indicator. */
test.each([
  ['ip', '198.51.100.221:8080'],
  ['ip', '198[.]51[.]100[.]4'],
  ['ip', '198.51.100.7/24'],
  ['ip', '10.1.2.3'],
  ['ip', '100.64.1.1'],
  ['ip', '127.0.0.1'],
  ['url', 'evil.example/path'],
  ['url', 'evil.example'],
  ['url', 'hXXps://evil[.]example:8443/x#y'],
  ['url', 'http://127.0.0.1/x'],
  ['url', 'http://[::1]/x'],
  ['url', 'https://localhost/x'],
  ['url', 'http://192.168.1.1/x'],
  ['domain', 'EVIL[dot]Example.'],
  ['sha256', 'A591A6D40BF420404A011733CFB7B190D62C65BF0BCDA32B57B277D9AD9F146E'],
  ['email', 'Bad[at]Evil[.]example'],
])('each door takes the same of %s %s', async (kind, value) => {
  const pattern = `[${PATTERNS[kind]} = '${value}']`
  const object = { type: 'indicator', id: 'indicator--1', pattern_type: 'stix', pattern }
  const attribute = { uuid: 'u', type: MISP_TYPES[kind] ?? kind, value, to_ids: true }
  const csv = await read(`value,type\n"${value}",${kind}`, 'csv')
  const others = [
    await read(JSON.stringify({ value, type: kind }), 'ndjson'),
    await read(JSON.stringify({ type: 'bundle', objects: [object] }), 'stix'),
    await read(JSON.stringify({ Event: { Attribute: [attribute] } }), 'misp'),
  ]
  for (const { values } of others) expect(values).toEqual(csv.values)
  const isNobodys = /^(?:10|100|127)\.|127\.0|::1|localhost|192\.168/.test(value)
  expect(csv.values.length > 0).toBe(!isNobodys)
})

test.each([
  [
    "abuse.ch's header stands in a comment",
    '# x\n# id,dateadded,url,url_status,threat\n"3724","2026-11-27 10:11:12","http://198.51.100.77:4711/x.sh","online","malware_download"\n',
    ['url http://198.51.100.77:4711/x.sh'],
  ],
  [
    'blanks behind separators, and kinds like those of columns in the rows',
    '# "first_seen_utc","ioc_value","ioc_type","confidence_level"\n"2026-11-27 10:11:12", "198.51.100.77:4711", "ip:port", "100"\n"2026-11-27 10:11:12", "evil.example", "domain", "75"\n',
    ['ip 198.51.100.77', 'domain evil.example'],
  ],
  [
    'mail addresses as links and in brackets',
    'type,value\nemail,mailto:Bad@evil.example\nemail,<ann@evil.example>\n',
    ['email bad@evil.example', 'email ann@evil.example'],
  ],
  ['a comment that only looks like a header', '# type of list, value\nevil.example\n', ['domain evil.example']],
  [
    'rows that name their kind and have no header',
    'evil.example,domain\n198.51.100.77,ip\n',
    ['domain evil.example', 'ip 198.51.100.77'],
  ],
  [
    "Defender's names",
    'IndicatorType,IndicatorValue\nFileSha1,da39a3ee5e6b4b0d3255bfef95601890afd80709\nIpAddress,198.51.100.77\nDomainName,evil.example\n',
    ['sha1 da39a3ee5e6b4b0d3255bfef95601890afd80709', 'ip 198.51.100.77', 'domain evil.example'],
  ],
  [
    'a digest of a file is no name of a file',
    'Type,Value\nFile,d41d8cd98f00b204e9800998ecf8427e\nAddress,198.51.100.77\n',
    ['md5 d41d8cd98f00b204e9800998ecf8427e', 'ip 198.51.100.77'],
  ],
  [
    "MISP's CSV: context is left out, and two values are two",
    'uuid,type,value,to_ids\n5a,ip-dst,198.51.100.77,1\n5b,domain,benign.example,0\n5c,domain|ip,evil.example|198.51.100.78,1\n',
    ['ip 198.51.100.77', 'domain evil.example', 'ip 198.51.100.78'],
  ],
  [
    'values that the list says are over',
    'value,type,active,status,revoked\na.example,domain,false,,\nb.example,domain,,inactive,\nc.example,domain,,,true\nd.example,domain,true,active,false\n',
    ['domain d.example'],
  ],
  [
    'files of hosts and lists of blockers, with comments behind the values',
    '# hosts\n127.0.0.1 localhost\n0.0.0.0 evil.example\n||evil2.example^\n.evil3.example\nevil4.example # c2\n',
    ['domain evil.example', 'domain evil2.example', 'domain evil3.example', 'domain evil4.example'],
  ],
  ['a range of addresses is no domain', '198.51.100.10-198.51.100.12\n198.051.100.077\n', []],
  [
    'blanks around a defanged dot, and an open bracket',
    'value\nevil [.] example\nevil2[.example\n',
    ['domain evil.example', 'domain evil2.example'],
  ],
  ['a list of texts', '["198.51.100.77","evil.example"]', ['ip 198.51.100.77', 'domain evil.example']],
  [
    "rows under a member of an API's answer",
    '{"query_status":"ok","data":[{"ioc":"198.51.100.77:4711","ioc_type":"ip:port"}]}',
    ['ip 198.51.100.77'],
  ],
  [
    'the type of an end beside its value',
    '{"type":"bundle","id":"bundle--1","objects":[{"type":"indicator","spec_version":"2.1","id":"indicator--1","pattern":"[network-traffic:dst_ref.type = \'ipv4-addr\' AND network-traffic:dst_ref.value = \'198.51.100.77\']","pattern_type":"stix","valid_from":"2026-01-01T00:00:00Z"}]}',
    ['ip 198.51.100.77'],
  ],
])('%s', async (_, text, values) => {
  expect((await read(text)).values).toEqual(values)
})

test('a row that its list withdraws takes its earlier values away', async () => {
  const { settled, values } = await read('id,value,type,revoked\n7,evil.example,domain,true\n')
  expect(values).toEqual([])
  expect(settled).toEqual([{ sourceRef: '7', kept: [] }])
})

test.each([
  ['a port with a kind of its own', 'type,value\nipv4-port,198.51.100.3|443\nip_port,198.51.100.4:80', 2],
  ['a name with a scheme', 'type,value\ndomain,https://www.evil.example/', 1],
  ['a page is no name', 'type,value\ndomain,https://www.evil.example/a', 0],
  ['a row that holds from later on', 'type,value,valid_from\nip,198.51.100.3,2099-01-01T00:00:00Z', 0],
  ['a row that holds already', 'type,value,valid_from\nip,198.51.100.3,2020-01-01T00:00:00Z', 1],
] as const)('CSV: %s', async (_, text, count) => {
  expect((await read(text, 'csv')).values).toHaveLength(count)
})

test.each([
  ['the port of an end', "[network-traffic:dst_ref.value = '198.51.100.3' AND network-traffic:dst_port = 443]", {}, 1],
  [
    'type, address, port and protocol',
    "[network-traffic:dst_ref.type = 'ipv4-addr' AND network-traffic:dst_ref.value = '198.51.100.3' AND network-traffic:dst_port = 443 AND network-traffic:protocols[*] = 'tcp']",
    {},
    1,
  ],
  [
    'a port before its end',
    "[network-traffic:dst_port = 443 AND network-traffic:dst_ref.value = '198.51.100.3']",
    {},
    1,
  ],
  ['a port alone', '[network-traffic:dst_port = 443]', {}, 0],
  ['two values together', "[file:name = 'a.exe' AND ipv4-addr:value = '198.51.100.3']", {}, 0],
  ['what is known to be good', "[domain-name:value = 'a.example']", { indicator_types: ['benign'] }, 0],
  [
    'what is anonymous and benign',
    "[domain-name:value = 'a.example']",
    { indicator_types: ['benign', 'anonymization'] },
    1,
  ],
] as const)('STIX: %s', async (_, pattern, more, count) => {
  const object = { type: 'indicator', id: 'indicator--1', pattern_type: 'stix', pattern, ...more }
  expect((await read(JSON.stringify({ type: 'bundle', objects: [object] }), 'stix')).values).toHaveLength(count)
})

test('MISP: a name beside the digest of a file is no indicator', async () => {
  const attribute = { uuid: 'u', type: 'filename|sha256', value: `setup.exe|${'b'.repeat(64)}`, to_ids: true }
  const { values } = await read(JSON.stringify({ Event: { Attribute: [attribute] } }), 'misp')
  expect(values).toEqual([`sha256 ${'b'.repeat(64)}`])
})
