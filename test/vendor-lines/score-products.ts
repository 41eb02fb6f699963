/** Scores the parsers on labelled lines: right, missing and wrong values. */
import { isFindingClass } from '../../connectors/mapping/finding.ts'
import { type NormalisedEvent, normalisedEvents } from '../../pipeline/sample/sample-events.ts'
import type { HeldOutLine } from './held-out-products.ts'

const ENTITIES = ['user', 'target', 'host', 'src', 'dst', 'time'] as const
const OUTCOMES = ['', 'success', 'failure'] as const
/** Labelled on some lines; a value is wrong there, and on lines without the label for ports alone. */
const FURTHER = ['srcPort', 'dstPort', 'url', 'domain', 'hash'] as const
const PORTS: ReadonlySet<string> = new Set(['srcPort', 'dstPort'])

type Values = Readonly<Record<string, string>>

/** The columns of the last event of a line, under the names of its labels. */
function readIn(line: string): Values & { readonly class: string } {
  const last = [...normalisedEvents(Buffer.from(`${line}\n`), 'auto')]
    .map((event) => ('reason' in event ? null : valuesOf(event)))
    .at(-1)
  if (!last) throw new Error(`not read: ${line}`)
  return last
}

type Normalised = Exclude<NormalisedEvent, { readonly reason: string }>

function valuesOf({ row, event }: Normalised) {
  const isReceipt = JSON.stringify(event.enrichments ?? []).includes('time of receipt')
  return {
    class: String(row.classUid),
    user: row.user || row.targetUser,
    target: row.user === '' ? '' : row.targetUser,
    host: row.host,
    src: row.srcIp,
    dst: row.dstIp,
    time: isReceipt || Number.isNaN(row.timeMs) ? '' : new Date(row.timeMs).toISOString(),
    // The status of a finding says who works on it, and not how something ended.
    outcome: isFindingClass(row.classUid) ? '' : (OUTCOMES[row.statusId] ?? ''),
    srcPort: row.srcPort === 0 ? '' : String(row.srcPort),
    dstPort: row.dstPort === 0 ? '' : String(row.dstPort),
    url: row.url,
    domain: row.domain,
    hash: row.fileHash,
  }
}

export type Score = {
  classes: number
  expected: number
  right: number
  readonly wrong: string[]
  readonly missing: string[]
}

/** `isWhole`: ports, addresses of the web, domains and digests are judged too. */
export function scoreOf(lines: readonly HeldOutLine[], isWhole = false): Score {
  const score: Score = { classes: 0, expected: 0, right: 0, wrong: [], missing: [] }
  for (const line of lines) judge(line, readIn(line.line), score, isWhole)
  return score
}

function judge(line: HeldOutLine, read: ReturnType<typeof readIn>, score: Score, isWhole: boolean): void {
  if (line.class.includes(Number(read.class))) score.classes++
  else (read.class === '0' ? score.missing : score.wrong).push(`${line.product}: class ${read.class}`)
  for (const name of [...ENTITIES, 'outcome'] as const) {
    const wanted = [line[name] ?? []].flat() as string[]
    const value = read[name] ?? ''
    const isFree = line.either?.includes(name) === true
    if (wanted.length > 0 && name !== 'outcome' && !isFree) score.expected++
    if (value !== '' && !wanted.includes(value) && !isFree)
      score.wrong.push(`${line.product}: ${name} ${value}, not ${wanted[0] ?? 'any'}`)
    if (wanted.includes(value) && name !== 'outcome' && !isFree) score.right++
    else if (value === '' && wanted.length > 0 && !isFree) score.missing.push(`${line.product}: no ${name}`)
  }
  if (isWhole) judgeFurther(line, read, score)
}

function judgeFurther(line: HeldOutLine, read: Values, score: Score): void {
  for (const name of FURTHER) {
    if (line.either?.includes(name)) continue
    const wanted = (line as Readonly<Partial<Record<string, unknown>>>)[name]
    const value = read[name] ?? ''
    if (value !== '' && value !== String(wanted ?? '') && (wanted !== undefined || PORTS.has(name)))
      score.wrong.push(`${line.product}: ${name} ${value}, not ${wanted ?? 'any'}`)
    if (value === '' && wanted !== undefined) score.missing.push(`${line.product}: no ${name}`)
  }
}
