/**
 * Measures how much of real logs the mappings read, one line for each source: `SVC_CORPORA_DIR=DIR node bin/run.mjs
 * test/corpora/fidelity.ts` writes `docs/fidelity.md`. A test checks that no share of mapped bytes falls below the
 * committed one.
 */
import fs from 'node:fs'
import { Fidelity, type FidelityReport } from '../../connectors/mapping/fidelity.ts'
import { detectSource, sourceWithId } from '../../connectors/registry.ts'
import { normalisedEvents } from '../../pipeline/sample/sample-events.ts'
import { vendorSamples } from '../vendor-lines/samples.ts'
import { corporaDir } from './config.ts'
import { whyGeneric } from './generic-syslog.ts'
import { corpusRecords } from './records.ts'
import { UNEXPLAINED, whyUnknown } from './unknown.ts'

export const FIDELITY_PAGE = new URL('../../docs/fidelity.md', import.meta.url)

const PARTS = [
  ...['windows-sample', 'windows-evtx', 'windows-xml', 'aws', 'azure', 'gcp', 'gsuite', 'okta', 'github', 'k8s'],
  ...['onepassword', 'saas', 'linux', 'syslog', 'firewall', 'web', 'zeek', 'vpcflow', 'dns'],
]
const PER_FILE = 1000

export type SourceFidelity = FidelityReport & { readonly source: string }
export type Measured = {
  readonly sources: readonly SourceFidelity[]
  /** Sources of which no public log is at hand, by lines of ours. */
  readonly written: readonly SourceFidelity[]
  /** Number of records that match no source, by reason. */
  readonly unknown: ReadonlyMap<string, number>
  /** Number of records that only the generic syslog table matches, by reason. */
  readonly generic: ReadonlyMap<string, number>
}

export function measureFidelity(corpora: string): Measured {
  const bySource = new Map<string, Fidelity>()
  const unknown = new Map<string, number>()
  const generic = new Map<string, number>()
  for (const part of PARTS) {
    for (const record of corpusRecords(corpora, part, PER_FILE)) {
      const source = detectSource(record)
      if (source && source.toOcsf(record) !== null) {
        if (source.id === GENERIC) count(generic, whyGeneric(record))
        fidelityOf(bySource, source.id).add(source, record)
      } else count(unknown, source ? UNEXPLAINED : whyUnknown(record))
    }
  }
  const sources = reportsOf(bySource)
  return { sources, written: measureWritten(new Set(bySource.keys())), unknown, generic }
}

function measureWritten(known: ReadonlySet<string>): readonly SourceFidelity[] {
  const bySource = new Map<string, Fidelity>()
  for (const { body } of vendorSamples())
    for (const event of normalisedEvents(Buffer.from(`${body}\n`), 'auto')) {
      const source = 'reason' in event || event.mapping === null ? null : sourceWithId(event.mapping.id)
      if (source === null || 'reason' in event || known.has(source.id) || source.id === GENERIC) continue
      fidelityOf(bySource, source.id).add(source, event.record)
    }
  return reportsOf(bySource)
}

const reportsOf = (bySource: ReadonlyMap<string, Fidelity>): readonly SourceFidelity[] =>
  [...bySource].map(([source, fidelity]) => ({ source, ...fidelity.report() })).sort(byName)

/** The table for syslog messages that match no other table. */
const GENERIC = 'syslog/1'

function count(reasons: Map<string, number>, why: string): void {
  reasons.set(why, (reasons.get(why) ?? 0) + 1)
}

function byName(a: SourceFidelity, b: SourceFidelity): number {
  return a.source < b.source ? -1 : 1
}

function fidelityOf(bySource: Map<string, Fidelity>, id: string): Fidelity {
  let fidelity = bySource.get(id)
  if (!fidelity) bySource.set(id, (fidelity = new Fidelity()))
  return fidelity
}

const HEAD = `# Fidelity

How much of real logs each mapping reads: the share of distinct field paths and of bytes (names and values as JSON) that
the OCSF event has (mapped), that only repeat other fields (derived), and that stay in \`unmapped\`, which keeps them whole.
\`test/corpora/fidelity.ts\` writes this page from at most ${PER_FILE} records of each file of public logs; a test fails when a share of
mapped bytes falls.

| Source | Records | No class of their own | Paths: mapped | derived | unmapped | Bytes: mapped | derived | unmapped |
|---|---|---|---|---|---|---|---|---|
`

const WRITTEN_HEAD = `
## Sources without public logs

The same of lines of ours (\`test/vendor-lines\`), written after the vendors' documents: a few of each kind, so
the shares say less than those above.

| Source | Records | No class of their own | Paths: mapped | derived | unmapped | Bytes: mapped | derived | unmapped |
|---|---|---|---|---|---|---|---|---|
`

const UNKNOWN_HEAD = `
## Records without a source

The generic reader maps these records. A test fails when one of them has no reason.

| Records | Why |
|---|---|
`

const GENERIC_HEAD = `
## Syslog without its own table

The message, the severity, the host and the program of these records are mapped, and the rest is kept. A test fails when one of them has
no reason.

| Records | Why |
|---|---|
`

export function fidelityPage({ sources, written, unknown, generic }: Measured): string {
  const lines = written.length > 0 ? WRITTEN_HEAD + written.map(row).join('') : ''
  return HEAD + sources.map(row).join('') + lines + listed(GENERIC_HEAD, generic) + listed(UNKNOWN_HEAD, unknown)
}

function listed(head: string, reasons: ReadonlyMap<string, number>): string {
  const rows = [...reasons].sort((a, b) => b[1] - a[1]).map(([why, records]) => `| ${records} | ${why} |\n`)
  return rows.length > 0 ? head + rows.join('') : ''
}

function row({ source, records, unclassified, paths, bytes }: SourceFidelity): string {
  const cells = [source, records, unclassified, ...shares(paths), ...shares(bytes)]
  return `| ${cells.join(' | ')} |\n`
}

function shares({ mapped, derived, unmapped }: FidelityReport['bytes']): string[] {
  const all = mapped + derived + unmapped
  return [mapped, derived, unmapped].map((part) => (all === 0 ? '-' : `${((100 * part) / all).toFixed(1)} %`))
}

/** Share of mapped bytes by source, as the page states it. */
export function committedShares(page: string): Map<string, number> {
  const rows = page.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const share = Number.parseFloat(cells[7] ?? '')
    return cells.length === 11 && !Number.isNaN(share) ? [[cells[1] ?? '', share] as const] : []
  })
  return new Map(rows)
}

if (import.meta.main) {
  const corpora = corporaDir()
  if (corpora === null) throw new Error('SVC_CORPORA_DIR names no folder')
  fs.writeFileSync(FIDELITY_PAGE, fidelityPage(measureFidelity(corpora)))
}
