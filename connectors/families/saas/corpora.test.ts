/**
 * Records that a detection vendor ships as tests of its rules, for every source in this folder. Needs SVC_CORPORA_DIR.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { validate } from '../../../schemas/ocsf/validate.ts'
import { corporaDir } from '../../../test/corpora/config.ts'
import { Fidelity } from '../../mapping/fidelity.ts'
import type { SourceMapping } from '../../mapping/source-mapping.ts'
import { SAAS_SOURCES } from './sources.ts'

const dir = corporaDir()
const PARTS = ['okta', 'github', 'onepassword', 'saas']
const NAMES: Readonly<Record<string, string>> = {
  gravitational: 'teleport',
  thinkstcanary: 'canary',
  custom: 'tailscale',
}
/** Files that are not a source's log. */
const NOT_HERE: readonly (readonly [RegExp, string])[] = [
  [/^panther_query_okta_/, 'rows of a scheduled query over logs: statistics of a user, no event'],
  [/^panther_crowdstrike_macos_plutil/, 'rows of a scheduled query: a device and a file name, no event'],
  [/^panther_ocsf_/, 'OCSF already'],
  [/^panther_windows_/, 'the Windows event log'],
  [/^plaso_/, 'Microsoft 365'],
]
/**
 * Required members that some records lack, by source: these are reduced to the fields of one rule. Time may be absent
 * from any record; the stream then takes that of receipt.
 */
const LACKING: Readonly<Record<string, readonly string[]>> = {
  'okta/1': ['src_endpoint', 'user', 'actor', 'api'],
  'github/1': ['src_endpoint'],
  'anthropic/1': ['actor.user', 'user'],
  'axonius/1': ['user'],
  'auth0/1': ['actor', 'user'],
  'box/1': ['src_endpoint', 'actor', 'file'],
  'cloudflare/1': ['http_request.url', ''],
  'crowdstrike/1': [
    'process.file.name',
    'process.parent_process',
    'process',
    'actor.process',
    'finding_info',
    'query.hostname',
    // Two alerts identify their processes only by numbers past 2^53, whose digits are lost in a record.
    'evidences[0].process',
    'evidences[0].process.parent_process',
  ],
  'carbonblack/1': ['actor.user'],
  'databricks/1': ['src_endpoint', 'actor', 'user', 'group'],
  'dropbox/1': ['src_endpoint'],
  'onelogin/1': ['user'],
  'wiz/1': ['user'],
}
/** Share of bytes that the tables read, over all files; it may only rise. Elements of arrays count as unread. */
const FLOOR = 0.52

const byName = new Map(SAAS_SOURCES.flatMap(([source, names]) => names.map((name) => [name, source] as const)))

function sourceOf(file: string): SourceMapping | undefined {
  const vendor = /^panther_([a-z0-9]+)_/.exec(file)?.[1] ?? ''
  return byName.get(NAMES[vendor] ?? vendor)
}

function files(): readonly { readonly file: string; readonly at: string }[] {
  return PARTS.flatMap((part) =>
    fs
      .readdirSync(path.join(dir ?? '', part))
      .filter((name) => /json/.test(name) && !NOT_HERE.some(([pattern]) => pattern.test(name)))
      .map((file) => ({ file, at: path.join(dir ?? '', part, file) })),
  )
}

test.skipIf(dir === null)(
  'every record gets its class, and lacks only fields that the source did not send (SVC_CORPORA_DIR)',
  () => {
    const unexplained = new Set<string>()
    const unclassified = new Set<string>()
    const fidelity = new Fidelity()
    let records = 0
    for (const { file, at } of files()) {
      const source = sourceOf(file)
      expect.assert(source !== undefined, `no source takes ${file}`)
      for (const line of fs.readFileSync(at, 'utf8').split('\n')) {
        if (line === '') continue
        records++
        const record = JSON.parse(line) as Record<string, unknown>
        const event = source.toOcsf(record)
        const faults = validate(event, '1.8.0').filter((fault) => fault.path !== 'time')
        expect(source.faults().length > 0, file).toBe(faults.length > 0)
        for (const fault of faults) {
          const isLacking =
            (fault.kind === 'missing' || fault.kind === 'constraint') && LACKING[source.id]?.includes(fault.path)
          if (!isLacking) unexplained.add(`${source.id} ${fault.kind} ${fault.path}`)
        }
        const info = source.profileOf(record)
        if (info.unclassified !== null) unclassified.add(`${source.id} ${info.name}`)
        fidelity.add(source, record)
      }
    }
    expect(records).toBeGreaterThan(1000)
    expect([...unexplained]).toEqual([])
    // Events with numbers that SentinelOne documents only for its customers have no class.
    expect([...unclassified]).toEqual(['crowdstrike/1 other', 'sentinelone/1 activity'])
    const { bytes } = fidelity.report()
    expect((bytes.mapped + bytes.derived) / (bytes.mapped + bytes.derived + bytes.unmapped)).toBeGreaterThan(FLOOR)
  },
)

test.skipIf(dir === null)('no record is assigned to another source (SVC_CORPORA_DIR)', () => {
  const wrong = new Map<string, number>()
  for (const { file, at } of files()) {
    const source = sourceOf(file)
    for (const line of fs.readFileSync(at, 'utf8').split('\n')) {
      if (line === '') continue
      const record = JSON.parse(line) as Record<string, unknown>
      const found = SAAS_SOURCES.find(([one]) => one.recognises(record))?.[0]
      if (found !== undefined && found !== source) wrong.set(`${file} as ${found.id}`, 1)
    }
  }
  expect([...wrong.keys()]).toEqual([])
})
