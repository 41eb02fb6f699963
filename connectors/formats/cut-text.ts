/**
 * Finds the ranges of events in a body of text, for each format whose events are not simply lines. Ingest and intake
 * split with the same functions, so both count the same events. Header lines are not events: they are skipped, and the
 * decoder reads them between events.
 */
import { isAuditRuler } from './auditd-interpreted.ts'
import { csvHeaderStart, csvRecordEnd } from './csv.ts'
import { splitLines } from './framing.ts'
import { isOssecHead } from './ossec-alerts.ts'
import { splitEnvelope } from './split-json.ts'
import { mayBePage } from './vendor-lists.ts'
import { firstLine, isVpcflowHeader } from './vpcflow.ts'

/** Called with the range of each event; false stops. */
export type Visit = (start: number, end: number) => boolean | undefined
export type Cut = (body: Buffer, visit: Visit) => void

const LF = 0x0a
const LT = 0x3c

export const cutLines: Cut = splitLines

/** The body without the white space around it is one event. */
export const cutWhole: Cut = (body, visit) => {
  let start = 0
  while (start < body.length && (body[start] ?? 0) <= 0x20) start++
  if (start < body.length) visit(start, body.length)
}

/** Each line is an event, except lines that begin with `#`. */
export const cutHeadedLines: Cut = (body, visit) => {
  splitLines(body, (start, end) => {
    const first = body[start] === 0xef && start === 0 ? 3 : start
    return body[first] === 0x23 ? undefined : visit(start, end)
  })
}

/** Each line is an event, except a first line that names the columns. */
export const cutFlowLines: Cut = (body, visit) => {
  const first = firstLine(body)
  const isHeader = isVpcflowHeader(body.toString('latin1', first.start, first.end))
  splitLines(body, (start, end) => (isHeader && start <= first.start ? undefined : visit(start, end)))
}

/** Each CSV record is an event, except the first, which names the columns. */
export const cutCsv: Cut = (body, visit) => cutRowsFrom(body, csvRecordEnd(body, csvHeaderStart(body)), visit)

/** Each CSV record is an event. */
export const cutRows: Cut = (body, visit) => cutRowsFrom(body, csvHeaderStart(body), visit)

function cutRowsFrom(body: Buffer, from: number, visit: Visit): void {
  let at = from
  while (at < body.length) {
    while (at < body.length && (body[at] === LF || body[at] === 0x0d)) at++
    if (at >= body.length) return
    const end = csvRecordEnd(body, at)
    if (body.subarray(at, end).some((byte) => byte > 0x20) && visit(at, end) === false) return
    at = end
  }
}

/** Frames by octet count, RFC 6587 section 3.4.1, where a body has them; lines otherwise. */
export const cutSyslog: Cut = (body, visit) => {
  let at = 0
  while (at < body.length) {
    const frame = octetFrame(body, at)
    if (frame === null) break
    if (visit(frame.start, frame.end) === false) return
    at = frame.end
    while (body[at] === LF || body[at] === 0x0d) at++
  }
  const rest = at
  if (rest < body.length) splitLines(body.subarray(rest), (start, end) => visit(rest + start, rest + end))
}

/** True when a body begins with a frame whose count is right. */
export function isFramed(body: Buffer): boolean {
  return octetFrame(body, 0) !== null
}

/** `83 <13>...`: a count, and after that many bytes the end or another count. Null for any other text. */
function octetFrame(body: Buffer, at: number): { start: number; end: number } | null {
  let length = 0
  let start = at
  while (isDigit(body[start]) && start - at < 8) length = length * 10 + (body[start++] ?? 0) - 0x30
  if (start === at || body[at] === 0x30 || body[start] !== 0x20 || body[start + 1] !== LT) return null
  const end = start + 1 + length
  if (length === 0 || end > body.length) return null
  let next = end
  while (body[next] === LF || body[next] === 0x0d) next++
  return next >= body.length || isDigit(body[next]) ? { start: start + 1, end } : null
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

/**
 * Events of several lines: each extends from one head to the line before the next. Text before the first head is one
 * event, which cannot be read.
 */
export const cutAtHeads =
  (isHead: (body: Buffer, start: number, end: number) => boolean): Cut =>
  (body, visit) => {
    let from = -1
    let to = -1
    let isStopped = false
    splitLines(body, (start, end) => {
      if (from === -1) from = start
      else if (isHead(body, start, end)) {
        isStopped = visit(from, to) === false
        from = start
      }
      to = end
      return !isStopped
    })
    if (from !== -1 && !isStopped) visit(from, to)
  }

const APT_RUNS = [Buffer.from('Start-Date: '), Buffer.from('Log started: ')]

/** Paragraphs of apt's logs, from one run's first line to the next one's. */
export const cutAptRuns: Cut = cutAtHeads((body, start, end) => {
  const line = body.subarray(start, end)
  return APT_RUNS.some((mark) => line.subarray(0, mark.length).equals(mark))
})

const HEAD_MAX = 1024
const STAR = 0x2a

/** Alerts of OSSEC's file. */
export const cutOssec: Cut = cutAtHeads(
  (body, start, end) => body[start] === STAR && isOssecHead(body.latin1Slice(start, Math.min(end, start + HEAD_MAX))),
)

const AUDIT = Buffer.from('audit(')

/** Consecutive lines with the same `audit(time:serial)` are one event. For interleaved groups see `arrangeAudit`. */
export const cutAudit: Cut = (body, visit) => {
  let from = -1
  let to = -1
  let known = ''
  let isStopped = false
  splitLines(body, (start, end) => {
    const stamp = auditStamp(body, start, end)
    if (stamp === '' && end - start <= RULER_MAX && isAuditRuler(body.latin1Slice(start, end))) return true
    if (from !== -1 && stamp !== '' && stamp === known) {
      to = end
      return true
    }
    isStopped = from !== -1 && visit(from, to) === false
    ;[from, to, known] = [start, end, stamp]
    return !isStopped
  })
  if (from !== -1 && !isStopped) visit(from, to)
}

/** Length of the longest line, in bytes, that `ausearch` writes between events. */
const RULER_MAX = 64

/** The stamp of a line stands behind node and type, which together have at most 400 bytes. */
const STAMP_BEFORE_MAX = 400

/** `time:serial`; '' for a line without. */
export function auditStamp(body: Buffer, start: number, end: number): string {
  const head = body.subarray(start, Math.min(end, start + STAMP_BEFORE_MAX))
  const open = head.indexOf(AUDIT)
  const close = open === -1 ? -1 : head.indexOf(0x29, open)
  return close === -1 ? '' : head.latin1Slice(open + AUDIT.length, close)
}

const CRI_LINE = /^\S{20,40} (std(?:out|err)) ([PF]) /
/** Bytes of a container's line in which its time, stream and tag stand. */
const CRI_HEAD_MAX = 64

/** The stream of a container's line, and if more parts of the line follow; '' for any other line. */
export function criPart(body: Buffer, start: number, end: number): { stream: string; isPart: boolean } {
  const [, stream = '', tag] = CRI_LINE.exec(body.latin1Slice(start, Math.min(end, start + CRI_HEAD_MAX))) ?? []
  return { stream, isPart: tag === 'P' }
}

/** Lines of a container runtime: adjacent parts of a line, tagged P, and its end, tagged F, are one event. */
export const cutCri: Cut = (body, visit) => {
  let from = -1
  let to = -1
  let stream = ''
  let isStopped = false
  splitLines(body, (start, end) => {
    const { stream: of, isPart } = criPart(body, start, end)
    if (from !== -1 && of !== stream) {
      isStopped = visit(from, to) === false
      from = -1
    }
    if (isStopped) return false
    if (from === -1) from = start
    to = end
    stream = of
    if (!isPart) {
      isStopped = visit(from, to) === false
      from = -1
    }
    return !isStopped
  })
  if (from !== -1 && !isStopped) visit(from, to)
}

/** JSON objects, one on each line; a line that is a vendor's envelope holds the events of its list. */
export const cutJsonLines: Cut = (body, visit) => {
  splitLines(body, (start, end) => {
    if (!mayBePage(body, start, end)) return visit(start, end)
    const envelope = splitEnvelope(body.subarray(start, end))
    if ('fault' in envelope || !envelope.isPage) return visit(start, end)
    for (let i = 0; i < envelope.elements.length; i += 2) {
      const isLast = visit(start + (envelope.elements[i] ?? 0), start + (envelope.elements[i + 1] ?? 0)) === false
      if (isLast) return false
    }
    return true
  })
}
