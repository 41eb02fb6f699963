/**
 * Finds records that span several lines of a file, in bodies that hold the file or a part of it: audit records as XML
 * elements (MySQL, Oracle, Solaris), blocks of Db2's and Oracle's audit files, and JSON that is written with indents. What
 * stands between the records is markup of the file, or is cut into lines. A record ends with its body at the latest.
 */
import { type Cut, cutAtHeads, type Visit } from './cut-text.ts'
import { type LineDecoder, textDecoder, wholeText } from './decoder.ts'
import { splitLines } from './framing.ts'
import { JsonScan } from './json-scan.ts'

/** The text of a record, for the table that knows how it begins. */
const asText = (name: string): LineDecoder => textDecoder(name, (text) => wholeText(text, 'no_known_form'))

export const auditXml = asText('audit-xml')
export const auditBlock = asText('audit-block')

const ELEMENT = /<(AUDIT_RECORD|AuditRecord|record)(?=[\s/>])/g
const TAG = /^<\w+(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*(\/?)>/
/** The prolog, comments, and the tags of the list and of its head. */
const MARKUP =
  /^\s*(?:<[?!][^>]{0,1024}>\s*|<\/?(?:audit|Audit|AUDIT|file)(?:\s[^<>]{0,1024})?>\s*|<Version>[^<]{0,64}<\/Version>\s*)+$/

/** True for a line in which such an element begins. */
export const beginsAuditXml = (line: string): boolean =>
  /^\s*(?:<\?xml.{0,256})?<(?:AUDIT_RECORD|AuditRecord)(?=[\s/>]|$)/.test(line) || /^\s*<record version="/.test(line)

export const cutAuditXml: Cut = (body, visit) => {
  const text = body.latin1Slice()
  let at = 0
  for (let [start, name] = elementFrom(text, 0); ; ) {
    if (!cutBetween(body, text, at, start, visit) || name === '') return
    const [next, nextName] = elementFrom(text, start + 1)
    at = start + elementLength(text.slice(start, next), name)
    if (visit(start, at) === false) return
    ;[start, name] = [next, nextName]
  }
}

function elementFrom(text: string, from: number): readonly [start: number, name: string] {
  ELEMENT.lastIndex = from
  const found = ELEMENT.exec(text)
  return found ? [found.index, found[1] as string] : [text.length, '']
}

/** An element without an end has the part that is there; if its tag is broken, that part is its first line. */
function elementLength(text: string, name: string): number {
  const tag = TAG.exec(text)
  if (tag === null) return lengthOfLine(text)
  if (tag[1] === '/') return tag[0].length
  const end = text.indexOf(`</${name}>`)
  return end === -1 ? text.trimEnd().length : end + name.length + 3
}

function lengthOfLine(text: string): number {
  const end = text.indexOf('\n')
  return (end === -1 ? text : text.slice(0, end)).trimEnd().length
}

const MARKUP_MAX = 8192

function cutBetween(body: Buffer, text: string, from: number, to: number, visit: Visit): boolean {
  // The tag of the list may span several lines.
  if (to - from <= MARKUP_MAX && MARKUP.test(text.slice(from, to))) return true
  let isStopped = false
  splitLines(body.subarray(from, to), (start, end) => {
    if (!MARKUP.test(text.slice(from + start, from + end))) isStopped = visit(from + start, from + end) === false
    return !isStopped
  })
  return !isStopped
}

const DB2_HEAD = /^timestamp=\d{4}-\d\d-\d\d-\d\d\.\d\d\.\d\d\.\d{6};?\s*$/
const HEAD_MAX = 64

/** True for the line with which a record of `db2audit extract file` begins. */
export const beginsDb2Block = (line: string): boolean => line.length <= HEAD_MAX && DB2_HEAD.test(line)

const ORACLE_HEAD = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}(?: [+-]\d\d:\d\d)?\s*$/

/** True for lines of which one is the time alone, and the next the length or the action of a record of Oracle. */
export const haveOracleBlock = (lines: readonly string[]): boolean =>
  lines.some((line, at) => line.length <= HEAD_MAX && ORACLE_HEAD.test(line) && ORACLE_BEHIND.test(lines[at + 1] ?? ''))

const ORACLE_BEHIND = /^(?:LENGTH|ACTION) ?:/

export const cutAuditBlocks: Cut = cutAtHeads((body, start, end) => {
  if (end - start > HEAD_MAX) return false
  const line = body.latin1Slice(start, end)
  return beginsDb2Block(line) || ORACLE_HEAD.test(line)
})

/** The first line of JSON over several lines, or of a list of objects: no line of it is an object alone. */
export function beginsJsonText(lines: readonly string[]): boolean {
  const first = (lines[0] ?? '').trim()
  if (!/^[[{,\]}]/.test(first) || (first.startsWith('{') && first.endsWith('}'))) return false
  return /^[\]},\s]{0,64}[[,]?\s{0,64}\{\s{0,64}"(?:[^"\\]|\\.){1,128}"\s{0,16}:/.test(lines.join('\n'))
}

/** Objects that cannot be read are cut at the next line that begins with one, up to this number in a body. */
const BROKEN_MAX = 16
const BETWEEN: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0x2c, 0x5b, 0x5d])

/** The objects of lists and of rows of objects, wherever their lines end; other text is cut into lines. */
export const cutJsonText: Cut = (body, visit) => {
  let broken = 0
  let done = 0
  for (let at = 0; at < body.length; ) {
    if (BETWEEN.has(body[at] as number)) at++
    else {
      let start = at
      let end = body[at] === 0x7b && broken < BROKEN_MAX ? objectEnd(body, at) : -1
      if (end === -1) {
        if (body[at] === 0x7b) broken++
        // Text that is no object keeps the brackets before it.
        start = Math.max(done, lineStart(body, at))
        end = brokenEnd(body, at)
      }
      if (visit(start, end) === false) return
      done = end
      at = end
    }
  }
}

function objectEnd(body: Buffer, at: number): number {
  const scan = new JsonScan(body, Number.MAX_SAFE_INTEGER)
  scan.pos = at
  return scan.skipElement() ? scan.pos : -1
}

const lineStart = (body: Buffer, at: number): number => body.lastIndexOf(0x0a, at) + 1

/** Blanks, quotes and closing brackets, with which a further line of an object begins. */
const CONTINUES: ReadonlySet<number> = new Set([0x20, 0x09, 0x22, 0x7d, 0x5d])

/** The end of the line, and of the lines behind it that belong to an object of which the rest is missing. */
function brokenEnd(body: Buffer, at: number): number {
  let end = body.indexOf(0x0a, at)
  if (body[at] === 0x7b) while (end !== -1 && CONTINUES.has(body[end + 1] ?? 0)) end = body.indexOf(0x0a, end + 1)
  return end === -1 ? body.length : end
}
