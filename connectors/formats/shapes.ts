import { ZEEK_LAYOUTS } from './zeek-layouts.ts'

/** The outer shape of a format's events: one JSON object each, a line of text, or a line of CEF. */
export type Shape = 'json' | 'text' | 'cef'

/**
 * Formats whose events are lines of text. Every other name means JSON objects, `auto` and unknown names included.
 * `text` requests detection: see `detect.ts`.
 */
export const TEXT_FORMATS: ReadonlySet<string> = new Set([
  'text',
  'syslog',
  'rfc3164',
  'rfc5424',
  'leef',
  'kv',
  'csv',
  'tsv',
  'w3c',
  'auditd',
  'apache',
  'nginx',
  'iis',
  'access-log',
  'elb',
  'alb',
  's3-access',
  'bitbucket',
  'cri',
  'santa',
  'fast-alert',
  'nginx-error',
  'mysql-error',
  'dpkg',
  'modsecurity-audit',
  'umbrella-row',
  'audit-xml',
  'audit-block',
  'json-text',
  'ossec-alerts',
  'postgres-row',
  'apt-history',
  'apt-term',
  'mail',
  'eml',
  'vpcflow',
  'zeek-tsv',
  ...ZEEK_LAYOUTS.keys(),
  'windows-xml',
])

/** The shape of a body framed as lines; every other framing holds JSON. */
export function shapeOfLines(sourceFormat: string): Shape {
  if (sourceFormat === 'cef') return 'cef'
  return TEXT_FORMATS.has(sourceFormat) ? 'text' : 'json'
}

const CEF = Buffer.from('CEF:')

/** `CEF:` and a version, with or without a space between them, at the start or behind a syslog header that ends in white space, a colon or a BOM. */
export function hasCefHeader(body: Buffer, start: number, end: number): boolean {
  const line = body.subarray(start, end)
  for (let at = line.indexOf(CEF); at !== -1; at = line.indexOf(CEF, at + CEF.length)) {
    const next = line[at + CEF.length] ?? 0
    const digit = next === 0x20 ? (line[at + CEF.length + 1] ?? 0) : next
    if (digit >= 0x30 && digit <= 0x39 && (at === 0 || isBoundary(line[at - 1]))) return true
  }
  return false
}

function isBoundary(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x3a || byte === 0xbf
}
