/**
 * Runs recordings of attacks through intake, windows and fusion, and prints a table of their alerts:
 * `SVC_CORPORA_DIR=DIR npm run fuse:corpus [-- PART [RULES]]`. PART is windows, windows-evtx, aws, zeek or linux (all);
 * RULES is a folder of rules instead of those that ship. Each recording is a tenant of its own.
 */
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { parse } from 'yaml'
import { builtInRules } from '../../detections/content/load.ts'
import { readFolder } from '../../detections/content/read-folder.ts'
import { RuleBook } from '../../detections/tenant/rule-book.ts'
import { loadStage } from '../../pipeline/run-topology.ts'
import { storedAfter } from '../../pipeline/stages/fuse/testing.ts'
import { CORRELATE, FUSE, INTAKE } from '../../pipeline/topology.ts'
import { tenantId } from '../../platform/tenant.ts'
import { type AlertDocument, decodeAlertDrafts } from '../../schemas/alert-draft.ts'
import { encodeEventBatch } from '../../schemas/event-batch.ts'
import { decodeNormalizedEvents } from '../../schemas/normalized-events.ts'
import { decodeSignals } from '../../schemas/signal.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { LogRecord, Output } from '../../stream/driver.ts'
import type { StageTask } from '../../stream/stage.ts'
import { corporaDir } from './config.ts'

const PARTS = ['windows', 'windows-evtx', 'aws', 'zeek', 'linux']
const RECEIVED_MS = Date.UTC(2026, 0, 1)
const BATCH_LINES = 500
/** Files that are not the log of an attack, or not a single recording. */
const NO_RECORDING = /(^|\/)(index\.tsv|LICENSE[^/]*)$|\.(labels\.tsv|golden|yaml)$|traildiscover/

type Row = {
  readonly name: string
  readonly events: number
  readonly signals: number
  readonly alerts: readonly AlertDocument[]
  readonly known: readonly string[]
}

let offset = 0
const dir = corporaDir()
if (dir === null) console.log('SKIPPED: SVC_CORPORA_DIR names no folder of corpora')
else await run(dir, process.argv[2], process.argv[3])

async function run(folder: string, only: string | undefined, rulesDir: string | undefined): Promise<void> {
  const rules = rulesDir === undefined ? builtInRules() : (await readFolder(rulesDir)).rules
  const book = new RuleBook(rules)
  await book.settled()
  const open = await opened(book)
  const known = techniquesOf(folder)
  for (const part of PARTS.filter((one) => only === undefined || one === only)) {
    const rows: Row[] = []
    for (const [name, files] of recordingsIn(path.join(folder, part))) {
      const result = open(files)
      rows.push({ name, ...result, known: known(part, name) })
    }
    print(part, rows)
  }
  book.close()
}

type Result = Pick<Row, 'events' | 'signals' | 'alerts'>

async function opened(book: RuleBook): Promise<(files: readonly string[]) => Result> {
  const [intakeOf, correlateOf, fuseOf] = [await loadStage(INTAKE), await loadStage(CORRELATE), await loadStage(FUSE)]
  const parts = { partitions: () => 1, rules: book, intake: { eventBytesMax: 1 << 20 } }
  return (files) => {
    const [intake, correlate, fuse] = [intakeOf(parts).open(0), correlateOf(parts).open(0), fuseOf(parts).open(0)]
    let events = 0
    let signals = 0
    const drafts: ReturnType<typeof decodeAlertDrafts>[number][] = []
    const toFuse = (outputs: readonly Output[]) => {
      for (const value of valuesOf(outputs, TOPICS.signals.name)) {
        signals += decodeSignals(value).length
        for (const draft of stepped(fuse, TOPICS.signals.name, value)) drafts.push(...decodeAlertDrafts(joined(draft)))
      }
    }
    for (const body of files.flatMap(batchesOf)) {
      const outputs = stepped(intake, TOPICS.securityEvents.name, body)
      for (const value of valuesOf(outputs, TOPICS.normalizedEvents.name)) events += decodeNormalizedEvents(value).rows
      toFuse(outputs)
      for (const value of valuesOf(outputs, TOPICS.ruleMatches.name)) {
        toFuse(stepped(correlate, TOPICS.ruleMatches.name, value))
      }
    }
    // The end of the log: the time of every window has passed.
    correlate.advance?.({ receivedMs: 8e15, behind: new Map() })
    toFuse(flushed(correlate))
    const alerts = [...storedAfter(drafts).values()].map((text) => JSON.parse(text) as AlertDocument)
    return { events, signals, alerts }
  }
}

function stepped(task: StageTask, topic: string, value: Buffer): readonly Output[] {
  const record: LogRecord = { topic, partition: 0, offset: offset++, timestampMs: RECEIVED_MS, key: '', value }
  task.step(record)
  return flushed(task)
}

function flushed(task: StageTask): readonly Output[] {
  const { outputs, release } = task.flush()
  const copies = outputs.map((output) => ({ ...output, value: [joined(output)] }))
  release?.()
  return copies
}

function valuesOf(outputs: readonly Output[], topic: string): Buffer[] {
  return outputs.filter((output) => output.topic === topic).map(joined)
}

function joined({ value }: Output): Buffer {
  return Buffer.concat(value)
}

function* batches(lines: readonly string[], source: string): Generator<Buffer> {
  for (let from = 0; from < lines.length; from += BATCH_LINES) {
    const some = lines.slice(from, from + BATCH_LINES)
    const header = { tenantId: tenantId('recording'), connectorId: source, connectorType: 'test', requestId: `${from}` }
    const options = {
      ...header,
      sourceFormat: lines[0]?.startsWith('{') ? 'auto' : 'text',
      receivedMs: RECEIVED_MS,
      framing: 'lines',
      events: some.length,
    } as const
    yield Buffer.concat(encodeEventBatch(options, Buffer.from(some.join('\n'))))
  }
}

function batchesOf(file: string): Buffer[] {
  const bytes = fs.readFileSync(file)
  const text = (file.endsWith('.br') ? zlib.brotliDecompressSync(bytes) : bytes).toString()
  // Several logs of Zeek are one recording: each has its own fields, so each is a source.
  const lines = text.split('\n').filter((line) => line !== '')
  return [...batches(lines, path.basename(file).slice(0, 60))]
}

/** Files by recording; all Zeek logs of one capture together. */
function recordingsIn(folder: string): Map<string, string[]> {
  const files = fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort() : []
  const logs = files.filter((file) => !NO_RECORDING.test(file) && fs.statSync(path.join(folder, file)).isFile())
  const byName = Map.groupBy(logs, (file) =>
    file.replace(/(_zeek_logs)__.*$/, '$1').replace(/\.(ndjson|log|json|csv)(\.br)?$/, ''),
  )
  return new Map([...byName].map(([name, own]) => [name, own.map((file) => path.join(folder, file))]))
}

/** Techniques from the metadata of a recording, or from its name. */
function techniquesOf(folder: string): (part: string, name: string) => string[] {
  const metadata = path.join(folder, 'windows-metadata')
  const byZip = new Map<string, string[]>()
  for (const file of fs.existsSync(metadata) ? fs.readdirSync(metadata) : []) {
    const description = parse(fs.readFileSync(path.join(metadata, file), 'utf8')) as ExpectedFindings
    const techniques = (description.attack_mappings ?? []).map(({ technique, 'sub-technique': sub }) => {
      return sub ? `${technique}.${String(sub).padStart(3, '0')}` : technique
    })
    for (const { link } of description.files ?? [])
      byZip.set(path.basename(link ?? '', path.extname(link ?? '')).toLowerCase(), techniques)
  }
  return (_, name) => {
    const named = [...name.matchAll(/(?<![A-Z0-9])T\d{4}(?:\.\d{3})?/g)].map(([technique]) => technique)
    const zip =
      name
        .replace(/^otrf_/, '')
        .split('__')
        .at(-1)
        ?.toLowerCase() ?? ''
    return [...new Set(byZip.get(zip) ?? named)].sort()
  }
}

type ExpectedFindings = {
  readonly attack_mappings?: readonly { readonly technique: string; readonly 'sub-technique'?: string | number }[]
  readonly files?: readonly { readonly link?: string }[]
}

/** A technique counts as found if the technique itself, its parent or one of its sub-techniques is found. */
function isFound(technique: string, found: ReadonlySet<string>): boolean {
  const [parent] = technique.split('.')
  return [...found].some((one) => one.split('.')[0] === parent)
}

function print(part: string, rows: readonly Row[]): void {
  console.log(`\n## ${part}\n`)
  console.log(
    '| recording | events | signals | alerts | of high confidence | highest risk | techniques found of those known | not found |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  const quiet = rows.filter(({ signals, known }) => signals === 0 && known.length === 0)
  for (const row of rows) if (!quiet.includes(row)) console.log(rowText(row))
  const all = (of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0)
  const [events, alerts] = [all((row) => row.events), all((row) => row.alerts.length)]
  const known = all((row) => row.known.length)
  const found = all((row) => row.known.filter((one) => isFound(one, foundIn(row))).length)
  console.log(
    `\n${rows.length} recordings (${quiet.length} without a signal and without known techniques are not listed), ${events} events, ${all((row) => row.signals)} signals, ${alerts} alerts: ${((alerts / Math.max(1, events)) * 1e5).toFixed(1)} per 100,000 events. Techniques found: ${found} of ${known}. Recordings with known techniques and an alert: ${rows.filter((row) => row.known.length > 0 && row.alerts.length > 0).length} of ${rows.filter((row) => row.known.length > 0).length}.`,
  )
}

function foundIn({ alerts }: Row): Set<string> {
  return new Set(alerts.flatMap(({ techniques }) => techniques))
}

function rowText(row: Row): string {
  const { name, events, signals, alerts, known } = row
  const found = foundIn(row)
  const missed = known.filter((one) => !isFound(one, found))
  const high = alerts.filter(({ score }) => score.probability >= 0.7).length
  const risk = alerts.length === 0 ? '' : Math.max(...alerts.map(({ score }) => score.risk)).toFixed(0)
  return `| ${name.replaceAll('|', '/').slice(0, 100)} | ${events} | ${signals} | ${alerts.length} | ${high} | ${risk} | ${known.length - missed.length} of ${known.length} | ${missed.join(' ')} |`
}
