import fs from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { cutText, openBody } from '../../connectors/formats/body.ts'
import { isFault } from '../../connectors/formats/decoder.ts'
import { detectMapping, intakeOf } from '../../connectors/index.ts'
import type { SourceMapping } from '../../connectors/mapping/source-mapping.ts'
import { FIXTURES_DIR } from '../../detections/content/load.ts'
import { KQL_TABLES } from '../../detections/kql/tables.ts'
import { EventRow } from '../../schemas/event-row.ts'
import { hoursSql } from '../event-hours.ts'
import { countSql, eventsSql } from './events-sql.ts'

const RANGE = { fromMs: 1000, toMs: 2000 }
const ANY = { where: { kind: 'const', value: true }, texts: [], fromMs: null, toMs: null } as const

function sqlOf(table: string, texts: readonly (readonly string[])[] = []): string {
  const logSource = KQL_TABLES[table]?.logSource
  if (!logSource) throw new Error(`${table} is a table`)
  return eventsSql({ table, logSource, narrowing: { ...ANY, texts }, fields: null, fold: null }, RANGE)
}

test('excludes exactly the mappings that no event of the table can have', () => {
  expect(sqlOf('SigninLogs')).toContain("'windows'")
  expect(sqlOf('SigninLogs')).not.toContain("'azure-sign-in'")
  expect(sqlOf('SecurityEvent')).not.toContain("'windows'")
  expect(sqlOf('SecurityEvent')).not.toContain("'ocsf'")
  expect(countSql(RANGE)).toBe(
    `SELECT toString(count()) AS events FROM events WHERE time >= fromUnixTimestamp64Milli(1000) AND time < fromUnixTimestamp64Milli(2000)${hoursSql({ fromMs: 1000, toMs: 2000 })}`,
  )
})

test('excludes classes of a mapping that no event of the table has', () => {
  expect(sqlOf('DeviceProcessEvents')).toContain("startsWith(mapping, 'windows/') AND (class_uid NOT IN (1007) OR ")
  expect(sqlOf('WindowsEvent'), 'every class has some').not.toContain("'windows/'")
})

test('excludes codes that no event of the table has in their class', () => {
  const sql = sqlOf('SecurityEvent')
  const [, codes = ''] = /class_uid = 1007 AND event_code NOT IN \(([^)]*)\)/.exec(sql) ?? []
  expect(codes).toContain("'4688'")
  // Starts of processes in the log of Sysmon.
  expect(codes).not.toContain("'1'")
  expect(sqlOf('WindowsEvent')).not.toContain('event_code NOT IN')
})

test('searches for texts literally, and for digits also in other notations', () => {
  expect(sqlOf('SecurityEvent', [['whoami', 'psexec']])).toContain(
    "(multiSearchAny(lower(raw), ['whoami', 'psexec']) OR greatest(",
  )
  expect(sqlOf('SecurityEvent', [["it's\\", 'a', 'b', 'c']])).toContain("['it\\'s\\\\', 'a', 'b', 'c']")
  expect(sqlOf('SecurityEvent', [['whoami']])).not.toContain('{16,}')
  expect(sqlOf('SecurityEvent', [['4625', '1211']])).toContain('{16,}')
})

type Fixture = { readonly format: string; readonly matches: readonly unknown[]; readonly misses: readonly unknown[] }

/** Records of all sources with fixtures, as decoded, with their mapping. */
function* records(): Generator<{ readonly record: Record<string, unknown>; readonly source: SourceMapping }> {
  const files = fs.readdirSync(FIXTURES_DIR, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const { format, matches, misses } = JSON.parse(fs.readFileSync(path.join(FIXTURES_DIR, file), 'utf8')) as Fixture
    const texts = [...matches, ...misses].flat().map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
    const body = Buffer.from(texts.join('\n'))
    const { decode } = openBody(body, 'lines', format, { receivedMs: 0 })
    const found: Record<string, unknown>[] = []
    cutText(body, format, (start, end) => {
      const record = decode(start, end)
      if (!isFault(record)) found.push(record)
      return true
    })
    for (const record of found) {
      const intake = intakeOf(format)
      const mapping = intake === null || intake === 'detect' ? detectMapping(record) : intake
      if ('logSources' in mapping) yield { record, source: mapping as SourceMapping }
    }
  }
}

test('a source declares all log sources of its records, with their classes, and the Windows log its codes', () => {
  let count = 0
  let windowsCount = 0
  for (const { record, source } of records()) {
    count++
    const row = new EventRow()
    if (source.fill(record, row) !== null) continue
    const event = { logSource: source.logSourceOf(record), classUid: row.classUid }
    const declared = source.classesOfLogSources().filter(({ classUid }) => classUid === row.classUid)
    const ofLog = declared.filter(({ logSource }) => isDeepStrictEqual(logSource, event.logSource))
    expect(ofLog, source.id).not.toEqual([])
    if (source.id !== 'windows/1' || !/^\d+$/.test(row.eventCode)) continue
    windowsCount++
    const mayHave = ({ when: { EventID } }: (typeof ofLog)[number]) =>
      EventID === undefined || [EventID].flat().map(String).includes(row.eventCode)
    expect(ofLog.some(mayHave), row.eventCode).toBe(true)
  }
  expect(windowsCount).toBeGreaterThan(50)
  expect(count).toBeGreaterThan(500)
})
