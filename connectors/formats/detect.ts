/**
 * The format of a body whose sender did not name one, detected by its first bytes and lines. Detection takes bounded
 * time and gives the same result for the same bytes. The evidence is stored with the events.
 */
import { isAuditRuler } from './auditd-interpreted.ts'
import { csvSeparator, csvValues } from './csv.ts'
import { beginsAuditXml, beginsDb2Block, beginsJsonText, haveOracleBlock } from './cut-records.ts'
import { isFramed } from './cut-text.ts'
import { textReader } from './decoder.ts'
import { splitLines } from './framing.ts'
import { lookAtLine } from './line-format.ts'
import { isModsecurityHead } from './modsecurity-parts.ts'
import { isOssecHead } from './ossec-alerts.ts'
import { isVpcflowHeader } from './vpcflow.ts'

export type Detected = { readonly format: string; readonly evidence: string }

/** Characters of a document searched for its first element. */
const HEAD_MAX = 2048
/** Maximum number of lines and bytes that are read. */
const LINES_MAX = 16
const BYTES_MAX = 64 * 1024

/** The format is `text` when no known one fits: then each line is detected by itself. */
export function detectFormat(body: Buffer): Detected {
  const lines = firstLines(body)
  const [first = ''] = lines
  return (
    detectWhole(body, lines) ??
    detectHeader(first, lines) ??
    detectMail(lines) ??
    detectLines(lines) ??
    detectCsv(lines) ??
    unknown(lines)
  )
}

function firstLines(body: Buffer): string[] {
  const head = body.subarray(0, BYTES_MAX)
  const read = textReader(head)
  const lines: string[] = []
  splitLines(head, (start, end) => {
    lines.push(read(start, end))
    return lines.length < LINES_MAX
  })
  return lines
}

/**
 * The start of an XML document of events: prolog, comments and the tag of the list. Lines of Microsoft's policy server
 * look similar and are excluded.
 */
const XML_HEAD =
  /^(?:<\?xml[^>]{0,256}>\s{0,16})?(?:<!--(?:[^-]|-(?!->)){0,1024}-->\s{0,16})?<Events?[\s>](?!<Timestamp data_type)/

const WINDOWS_STAMP = /^\d{1,2}\/\d{1,2}\/\d{4} \d{1,2}:\d\d:\d\d(?:\.\d{1,9})? [AP]M\r?$/

/** Detects formats whose events span several lines, none of which shows the format alone. */
function detectWhole(body: Buffer, lines: readonly string[]): Detected | null {
  const [first = ''] = lines
  if (first.startsWith('<') && XML_HEAD.test(lines.join('\n').slice(0, HEAD_MAX)))
    return { format: 'windows-xml', evidence: 'the body begins with an <Event> element' }
  if (WINDOWS_STAMP.test(first) && lines[1]?.startsWith('LogName='))
    return { format: 'windows-xml', evidence: 'the body begins with a date, and LogName= below it' }
  const records = detectRecords(first, lines)
  if (records !== null) return records
  if (/^[1-9]\d{0,6} <\d{1,3}>/.test(first) && isFramed(body))
    return {
      format: 'syslog',
      evidence: 'the body begins with an octet count, and another or the end stands where it says',
    }
  return null
}

/** A part of a file may begin in the middle of a record. */
function detectRecords(first: string, lines: readonly string[]): Detected | null {
  if (/^\s*(?:<|[A-Z_]{2,32}=")/.test(first) && lines.some(beginsAuditXml))
    return { format: 'audit-xml', evidence: 'audit records as XML in the first lines' }
  if ((beginsDb2Block(first) || /^\s{1,8}[a-z ]{2,32}=/.test(first)) && lines.some(beginsDb2Block))
    return { format: 'audit-block', evidence: "a line with Db2's time of a record in the first lines" }
  if (haveOracleBlock(lines)) return { format: 'audit-block', evidence: "the time of a record of Oracle's audit file" }
  return beginsJsonText(lines)
    ? { format: 'json-text', evidence: 'the body begins with JSON over several lines' }
    : null
}

/** Detects formats that begin with a header of their own. */
function detectHeader(first: string, lines: readonly string[]): Detected | null {
  if (/^#(?:separator|fields|path|set_separator)[ \t]/.test(first)) return found('zeek-tsv', first)
  const isW3c = /^#(?:Software|Version|Date|Fields|Time Format|Remark|Start-Date):/.test(first)
  if (isW3c && lines.some((line) => line.startsWith('#Fields:'))) return found('w3c', first)
  if (/^Start-Date: \d{4}-\d\d-\d\d /.test(first)) return found('apt-history', first)
  if (/^Log started: \d{4}-\d\d-\d\d /.test(first)) return found('apt-term', first)
  if (isOssecHead(first)) return found('ossec-alerts', first)
  if (isModsecurityHead(first)) return found('modsecurity-audit', first)
  return isVpcflowHeader(first) ? found('vpcflow', first) : null
}

function found(format: string, line: string): Detected {
  return { format, evidence: `the first line begins with ${JSON.stringify(line.slice(0, 24))}` }
}

const MAIL_HEADER =
  /^(?:Received|Return-Path|Delivered-To|From|To|Subject|Date|Message-ID|MIME-Version|DKIM-Signature|X-[\w-]{1,64}|ARC-[\w-]{1,64}): ?\S/i

/** A mail begins with three headers, which may be folded over several lines. */
function detectMail(lines: readonly string[]): Detected | null {
  if (!MAIL_HEADER.test(lines[0] ?? '')) return null
  const headers = lines.filter((line) => MAIL_HEADER.test(line)).length
  return headers >= 3 ? { format: 'mail', evidence: `${headers} headers of a mail in the first lines` } : null
}

/** A format is detected if the first line and most of the others look like it. */
function detectLines(all: readonly string[]): Detected | null {
  const lines = all.filter((line) => !isAuditRuler(line))
  const looks = lines.map(lookAtLine)
  const [first] = looks
  // Lines behind blanks are read one by one, without the blanks.
  if (!first || (first.format !== 'json' && /^[ \t]/.test(lines[0] ?? ''))) return null
  const alike = looks.filter((look) => look?.format === first.format).length
  if (isManyLined(first.format) || 2 * alike > lines.length) {
    return { format: first.format, evidence: `${alike} of the first ${lines.length} lines have ${first.mark}` }
  }
  return null
}

/** True for formats whose events have many lines, of which only the first can be recognised. */
function isManyLined(format: string): boolean {
  return format === 'windows-xml' || format === 'ossec-alerts' || format === 'postgres-row'
}

const COLUMNS_MIN = 3

/** CSV: the first line has distinct names, and the second as many values. */
function detectCsv(lines: readonly string[]): Detected | null {
  const [header = '', row] = lines
  if (row === undefined) return null
  const separator = csvSeparator(header)
  const names = csvValues(header, separator)
  const isNamed = names.every((name) => /^[A-Za-z_@][\w .:()/@#-]{0,127}$/.test(name.trim()))
  if (names.length < COLUMNS_MIN || !isNamed || new Set(names).size < names.length) return null
  const columns = csvValues(row, separator).length
  // A row with a line end inside a quoted value is cut short here.
  const isAlike = columns === names.length || (row.includes('"') && columns > 1)
  return isAlike ? { format: 'csv', evidence: `a first line of ${names.length} names, and rows to them` } : null
}

function unknown(lines: readonly string[]): Detected {
  const looks = new Set(lines.map((line) => lookAtLine(line)?.format ?? 'nothing known'))
  const seen = lines.length === 0 ? 'nothing' : [...looks].join(', ')
  return { format: 'text', evidence: `the first ${lines.length} lines look like ${seen}` }
}
