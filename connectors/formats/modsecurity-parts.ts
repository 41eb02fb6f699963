/**
 * The audit log of ModSecurity in parts, a transaction an event, of version 2 and 3:
 *
 *     --5a1b2c3d-A--
 *     [27/Nov/2026:10:11:12 +0000] YaBcDeFg 198.51.100.9 4000 10.0.0.5 443
 *     --5a1b2c3d-B--
 *     GET /?q=x HTTP/1.1
 *     ...
 *     --5a1b2c3d-Z--
 *
 * A is the transaction, B the request's head, F the response's, H what the rules said; Z ends it. The record has the
 * members of the log's JSON form. Form: "ModSecurity 2 Data Formats", "Audit Log". Bodies (C, E, I, J, K) stay in the raw text.
 */
import { type Cut, cutAtHeads } from './cut-text.ts'
import { type Decoded, textDecoder } from './decoder.ts'
import { type Fields, newFields } from './fields.ts'

const MARK = /^-{2,3}([\dA-Za-z]{6,32})-{1,3}([A-Z])--\r?$/
const MARK_MAX = 48

/** True for the line that begins a transaction. */
export const isModsecurityHead = (line: string): boolean => line.length <= MARK_MAX && MARK.exec(line)?.[2] === 'A'

export const cutModsecurity: Cut = cutAtHeads(
  (body, start, end) =>
    body[start] === 0x2d && end - start <= MARK_MAX && isModsecurityHead(body.latin1Slice(start, end)),
)

/** Maximum number of lines of one transaction that are read; a rule set writes some tens of messages. */
const LINES_MAX = 2000
const HEADERS_MAX = 128
const TRANSACTION =
  /^\[(\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d(?:\.\d{1,6})?) ([+-]\d{4})\] (\S{1,128}) (\S{2,64}) (\d{1,5}) (\S{2,64}) (\d{1,5})/

export const modsecurityParts = textDecoder('modsecurity-audit', (text): Decoded => {
  const parts = partsOf(text)
  const [, time, zone, id, source, sourcePort, local, localPort] = TRANSACTION.exec(parts.get('A')?.[0] ?? '') ?? []
  if (time === undefined) return 'bad_columns'
  const record = newFields()
  record.transaction = {
    ...{ time: `${time.replace(/\.\d+$/, '')} ${zone}`, transaction_id: id, remote_address: source },
    ...{ remote_port: Number(sourcePort), local_address: local, local_port: Number(localPort) },
  }
  const [line = '', ...headers] = parts.get('B') ?? []
  record.request = { request_line: line, headers: headersOf(headers) }
  const answer = /^(HTTP\/\S{1,8}) (\d{3})/.exec(parts.get('F')?.[0] ?? '')
  if (answer) record.response = { protocol: answer[1], status: Number(answer[2]) }
  record.audit_data = auditOf(parts.get('H') ?? [])
  return record
})

function partsOf(text: string): Map<string, string[]> {
  const parts = new Map<string, string[]>()
  let lines: string[] = []
  for (const line of text.split(/\r?\n/, LINES_MAX)) {
    const mark = line.startsWith('--') && line.length <= MARK_MAX ? MARK.exec(line) : null
    if (mark?.[2] !== undefined) parts.set(mark[2], (lines = []))
    else if (line !== '') lines.push(line)
  }
  return parts
}

function headersOf(lines: readonly string[]): Fields {
  const headers = newFields()
  for (const line of lines.slice(0, HEADERS_MAX)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers[line.slice(0, colon)] ??= line.slice(colon + 1).trim()
  }
  return headers
}

/** Version 2 writes `Message: ` before what a rule said, version 3 `ModSecurity: `. */
function auditOf(lines: readonly string[]): Fields {
  const audit = newFields()
  const messages: string[] = []
  for (const line of lines) {
    const message = /^(?:Message|ModSecurity): (.+)$/.exec(line)?.[1]
    if (message !== undefined) messages.push(message)
    else if (line.startsWith('Action: Intercepted')) audit.action = { intercepted: true }
    else if (line.startsWith('Server: ')) audit.server = line.slice(8)
  }
  // Version 3 has no line of its own for the action taken, so the messages show it.
  if (messages.some((message) => message.startsWith('Access denied'))) audit.action ??= { intercepted: true }
  audit.messages = messages
  return audit
}
