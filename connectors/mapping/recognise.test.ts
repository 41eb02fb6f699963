import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Members } from '../../platform/members.ts'
import { EventRow } from '../../schemas/event-row.ts'
import { corporaDir } from '../../test/corpora/config.ts'
import { corpusRecords } from '../../test/corpora/records.ts'
import { recordOf } from '../families/syslog/fixture-line.ts'
import { messageOf, syslogField } from '../families/syslog/settle.ts'
import { detectSource, SOURCES } from '../registry.ts'
import { recogniser } from './recognise.ts'
import type { SourceMapping } from './source-mapping.ts'

const inOrder = (record: Members) => SOURCES.find(([source]) => source.recognises(record))?.[0] ?? null

test('a source is tried only if a member is present that it reads', () => {
  const calls: string[] = []
  const source = (
    name: string,
    recognises: (record: Readonly<Members>) => boolean,
    begins: RegExp | null = null,
    programs: RegExp | null = null,
  ) => ({
    name,
    begins,
    programs,
    recognises: (record: Readonly<Members>) => {
      calls.push(name)
      return recognises(record)
    },
  })
  const find = recogniser([
    source('pair', ({ a, b }) => a !== undefined && b !== undefined),
    source('nested', ({ a }) => (a as Members | undefined)?.b !== undefined),
    source('either', (record) => 'c' in record || Object.hasOwn(record, 'd')),
    source('any', (record) => Object.keys(record).length > 3),
    source('not', (record) => !('z' in record) && record.y === 7),
    source('words', ({ syslog }) => syslog !== undefined, /^(?:up|down) /),
    source('program', ({ syslog }) => syslog !== undefined, null, /^ups\d?$/),
    source('both', ({ syslog }) => syslog !== undefined, /^(?:left|right) /, /^lift$/),
  ])
  const checksOf = (record: Members) => {
    calls.length = 0
    const found = find(record)
    return [...calls, found ? `= ${found.name}` : '= none']
  }
  calls.length = 0
  expect(checksOf({})).toEqual(['any', '= none'])
  expect(checksOf({ a: 1 })).toEqual(['pair', 'nested', 'any', '= none'])
  expect(checksOf({ a: 1, b: 2 })).toEqual(['pair', '= pair'])
  expect(checksOf({ c: 1 })).toEqual(['either', '= either'])
  expect(checksOf({ d: 1 })).toEqual(['either', '= either'])
  expect(checksOf({ y: 7 })).toEqual(['any', 'not', '= not'])
  expect(checksOf({ syslog: { message: 'down it went' } })).toEqual(['any', 'words', '= words'])
  expect(checksOf({ syslog: { message: 'gone' } })).toEqual(['any', '= none'])
  expect(checksOf({ syslog: { message: 'gone', app_name: 'ups2' } })).toEqual(['any', 'program', '= program'])
  expect(checksOf({ syslog: { app_name: 'lift' } })).toEqual(['any', 'both', '= both'])
  expect(checksOf({ syslog: { message: 'left it', app_name: 'up' } })).toEqual(['any', 'both', '= both'])
  expect(checksOf({ syslog: {} })).toEqual(['any', '= none'])
})

test('a source with its own beginnings or programs recognises no other messages', () => {
  const words = fc.oneof(fc.string(), fc.constantFrom('AirWatch ', 'Event Type: x', ' Event Type: ', '[Brightmail] a'))
  fc.assert(
    fc.property(words, fc.constantFrom(...PROGRAMS.split(' ')), (message, app_name) => {
      const record = { syslog: { message, app_name } }
      for (const [source] of SOURCES)
        if (source.recognises(record)) expect(isDeclared(source, record), source.id).toBe(true)
    }),
  )
})

/**
 * True when the message begins, or its program is called, as the source declares; also true for a source that declares
 * neither.
 */
function isDeclared({ begins, programs }: SourceMapping, record: Members): boolean {
  if (begins === null && programs === null) return true
  return begins?.test(messageOf(record)) === true || programs?.test(syslogField(record, 'app_name')) === true
}

const PROGRAMS =
  ' BG postgres CylancePROTECT bmserver EPOEvents nnm TenableAD sm-mta vee-fs filterlog CISE_x named M_12345'

const NAMES =
  'a type action event id data syslog cef leef detail Type category properties SyslogMessage EventID Channel System ' +
  'eventName eventSource status p_log_type serviceName actionName object gid organization_id __proto__ constructor'
const value = fc.oneof(
  fc.constantFrom<unknown>(null, '', 0, 7, true, 'x', 'ModelInvocationLog', 'claude_x', 'API_USER', [], {}),
  fc.dictionary(fc.constantFrom(...NAMES.split(' ')), fc.constantFrom<unknown>('x', {}, 1)),
)

/** Valid JSON members that break code which expects another type. */
const HOSTILE: readonly unknown[] = [
  ...['', 'x', 'constructor', '__proto__', '2024-01-02', 0, -1, true, null, [], {}],
  { toString: false, valueOf: null },
  [{ toString: false }],
  { length: 1e9 },
  { constructor: { prototype: null } },
]

test('for any member values each source returns yes or no, and fills a row or refuses', () => {
  const row = new EventRow()
  const looked = new Map(SOURCES.map(([source]) => [source, namesLookedAt(source)]))
  const wrong: string[] = []
  for (const [source] of SOURCES) {
    for (const value of HOSTILE) {
      const all = Object.fromEntries([...(looked.get(source) ?? [])].map((name) => [name, value]))
      const records = [all, ...Object.keys(all).map((name) => ({ [name]: value })), { syslog: all }]
      for (const record of records) {
        try {
          source.recognises(structuredClone(record))
          row.clear()
          source.fill(structuredClone(record), row)
        } catch (error) {
          wrong.push(`${source.id} ${JSON.stringify(record).slice(0, 200)}: ${error}`)
        }
      }
    }
  }
  expect(wrong).toEqual([])
})

/** Collects the names that the source reads, from a record that has every member, nested to any depth. */
function namesLookedAt(source: SourceMapping): ReadonlySet<string> {
  const names = new Set<string>(['syslog', 'app_name', 'message', 'structured_data'])
  const handler: ProxyHandler<Members> = {
    get(_, name) {
      if (typeof name === 'string' && !(name in Object.prototype)) names.add(name)
      return undefined
    },
    has(_, name) {
      if (typeof name === 'string') names.add(name)
      return false
    },
  }
  try {
    source.recognises(new Proxy<Members>({}, handler))
    source.fill(new Proxy<Members>({}, handler), new EventRow())
  } catch {
    // The fields requested until then are known.
  }
  return names
}

test('the index finds the same source as trying all of them in order', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...NAMES.split(' ')), value, { maxKeys: 8 }), (record) => {
      expect(detectSource(record)).toBe(inOrder(record))
    }),
    { numRuns: 2000 },
  )
})

test('so it does for any syslog messages', () => {
  const start = fc.constantFrom(
    ...['', '<134>Mar  4 10:11:12 h ', '<13>1 2026-03-04T10:11:12Z h sshd 7 - - ', '<134>Mar  4 10:11:12 h BG[7]: '],
  )
  const words = fc.constantFrom(
    ...[
      'Aviatrix',
      '1:22:33:',
      '[7-1] LOG:  ',
      'up',
      '%ASA-6-302013: Built',
      ' <Info>: ',
      '@@7,ab,',
      '12345 ports:  ',
      '1,2,3,TRAFFIC,',
    ],
  )
  fc.assert(
    fc.property(start, fc.array(fc.oneof(words, fc.string()), { maxLength: 4 }), (head, rest) => {
      const record = recordOf(`${head}${rest.join('')} `)
      expect(detectSource(record)).toBe(inOrder(record))
    }),
    { numRuns: 1000 },
  )
})

const corpora = corporaDir()
const PARTS =
  'windows-sample aws azure gcp gsuite okta github k8s onepassword saas linux syslog firewall web zeek vpcflow dns'

describe.skipIf(corpora === null)('over the corpora', () => {
  test.each(PARTS.split(' '))('so it is for all of %s', (part) => {
    let count = 0
    for (const record of corpusRecords(corpora ?? '', part, 300)) {
      expect(detectSource(record)).toBe(inOrder(record))
      count++
    }
    expect(count).toBeGreaterThan(0)
  })
})
