/**
 * The events that `normalize` measures, by source and form: those of SVC_CORPORA_DIR, a folder a kind; without it the
 * events of SVC_CORPORA or the bundled sample, and the lines of `decode` for the forms that are text.
 */
import fs from 'node:fs'
import path from 'node:path'
import { cutText, openBody } from '../connectors/formats/body.ts'
import { type Decoded, isFault } from '../connectors/formats/decoder.ts'
import { textFormat } from '../connectors/formats/formats.ts'
import { lookAtLine } from '../connectors/formats/line-format.ts'
import type { SourceMapping } from '../connectors/mapping/source-mapping.ts'
import { detectSource } from '../connectors/registry.ts'
import { corporaDir } from '../test/corpora/config.ts'
import { openCorpus } from './corpus.ts'
import { DECODE_LINES } from './decode-lines.ts'

export const RECEIVED_MS = Date.UTC(2026, 10, 21)

export type Sample = {
  readonly source: SourceMapping
  /** Name of the format that the lines are decoded as. */
  readonly form: string
  readonly body: Buffer
  readonly ranges: readonly (readonly [number, number])[]
  readonly bytes: number
}

/** Maximum number of lines of a source in one format, so that no source uses more of the CPU caches than others. */
const LINES_MAX = 400
/** Fewer lines are repeated up to this number: some sources have only a handful of events. */
const LINES_MIN = 60
const FILE_LINES_MAX = 2000
const FOLDERS =
  'windows-sample windows-xml zeek syslog cef-leef linux web vpcflow firewall aws azure gcp okta github gsuite k8s onepassword saas dns'

type Lines = { readonly source: SourceMapping; readonly form: string; readonly lines: string[] }
type Found = Map<string, Lines>

export async function samples(): Promise<readonly Sample[]> {
  const found: Found = new Map()
  const dir = corporaDir()
  if (dir === null) await addCorpus(found)
  else for (const folder of FOLDERS.split(' ')) addFolder(found, path.join(dir, folder))
  return [...found.values()].map(sampleOf)
}

async function addCorpus(found: Found): Promise<void> {
  let bytes = 0
  for await (const body of openCorpus().bodies(1 << 20)) {
    addBody(found, body)
    bytes += body.length
    if (bytes > 64 << 20) break
  }
  for (const [format, line] of Object.entries(DECODE_LINES)) {
    const lines = Array.from({ length: LINES_MAX }, (_, n) => line(10_000 + n))
    addBody(found, Buffer.from(lines.join('\n')), format === 'json' ? 'auto' : format)
  }
}

function addFolder(found: Found, folder: string): void {
  for (const file of fs.readdirSync(folder).sort()) {
    if (/^index\.tsv$|\.labels\.tsv$|\.golden$|\.yaml$|^README|^traildiscover_events\.json$/.test(file)) continue
    const body = fs.readFileSync(path.join(folder, file))
    addBody(found, file.startsWith('sc4s') ? messagesOf(body) : body)
  }
}

/** The messages of collected syslog stand in a member each. */
function messagesOf(body: Buffer): Buffer {
  const rows = body.toString().trim().split('\n')
  return Buffer.from(
    rows.map((row) => (JSON.parse(row) as { message: string }).message.replaceAll('\n', ' ')).join('\n'),
  )
}

/** Adds lines that are complete by themselves; formats with header lines are measured only by `decode`. */
function addBody(found: Found, body: Buffer, name = formOf(body)): void {
  const { decode } = openBody(body, 'lines', name, { receivedMs: RECEIVED_MS })
  let lines = 0
  cutText(body, name, (start, end) => {
    const decoded = decode(start, end)
    const line = body.toString('utf8', start, end)
    const form = name === 'text' ? (lookAtLine(line)?.format ?? '') : name
    if (!isFault(decoded) && !line.includes('\n') && (form === 'auto' || textFormat(form))) add(found, form, line)
    return ++lines < FILE_LINES_MAX
  })
}

function formOf(body: Buffer): string {
  return /^\s*\{/.test(body.toString('latin1', 0, 64)) ? 'auto' : 'text'
}

function add(found: Found, form: string, line: string): void {
  const body = Buffer.from(line)
  const decoded: Decoded = openBody(body, 'lines', form, { receivedMs: RECEIVED_MS }).decode(0, body.length)
  const source = isFault(decoded) ? null : detectSource(decoded)
  if (source === null) return
  const key = `${source.id} ${form}`
  const known = found.get(key) ?? { source, form, lines: [] }
  found.set(key, known)
  if (known.lines.length < LINES_MAX) known.lines.push(line)
}

function sampleOf({ source, form, lines }: Lines): Sample {
  const all = Array.from({ length: Math.max(LINES_MIN, lines.length) }, (_, i) => lines[i % lines.length] as string)
  const body = Buffer.from(all.join('\n'))
  const ranges: (readonly [number, number])[] = []
  let at = 0
  for (const line of all) {
    const size = Buffer.byteLength(line)
    ranges.push([at, at + size])
    at += size + 1
  }
  return { source, form, body, ranges, bytes: body.length - all.length + 1 }
}
