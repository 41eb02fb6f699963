/**
 * The audit log of Microsoft's DHCP server: `10,11/27/26,10:11:12,Assign,10.0.0.9,WS1.example.com,001122334455,...`, as lines of any
 * shipper and as rows under the names at the head of the file. Ids of events: "Analyze DHCP server log files".
 */
import type { Members } from '../../../platform/members.ts'
import { syslogDevice } from '../../families/syslog/device.ts'
import { csvValues } from '../../formats/csv.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { compileSource } from '../../mapping/source.ts'
import { capture, ip, is, lookup, mac, type Profile, type Rows, time } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

const BEGINS = /^\d{1,5},\d\d\/\d\d\/\d\d(?:\d\d)?,\d\d:\d\d:\d\d,[^,]{1,128},(?:[\d.]{7,15}|[\da-fA-F:]{2,45})?,/
const COLUMNS = ['id', 'date', 'clock', 'words', 'ip', 'host', 'mac', 'user'] as const
const ACTS: Readonly<Record<string, string>> = {
  ...{
    10: 'ack',
    11: 'ack',
    12: 'release',
    13: 'conflict',
    14: 'refused',
    15: 'nak',
    16: 'release',
    17: 'expire',
    18: 'expire',
  },
  ...{ 20: 'ack', 21: 'ack', 11000: 'discover', 11001: 'offer', 11002: 'request', 11003: 'ack' },
}
const LEASE = /^(?:ack|nak|release|expire|refused|conflict|discover|offer|request)$/

function parsedOf(fields: PhraseValues): PhraseValues {
  const [, month, day, year = ''] = /^(\d\d)\/(\d\d)\/(\d\d(?:\d\d)?)$/.exec(fields.date ?? '') ?? []
  if (month !== undefined) fields.at = `${year.length === 2 ? `20${year}` : year}-${month}-${day} ${fields.clock ?? ''}`
  fields.act = ACTS[fields.id ?? ''] ?? 'other'
  fields.kind = LEASE.test(fields.act) && fields.ip !== undefined ? 'lease' : 'words'
  fields.mac =
    fields.mac?.replace(
      /^([\dA-Fa-f]{2})([\dA-Fa-f]{2})([\dA-Fa-f]{2})([\dA-Fa-f]{2})([\dA-Fa-f]{2})([\dA-Fa-f]{2})$/,
      '$1:$2:$3:$4:$5:$6',
    ) ?? ''
  return fields
}

function read(message: string): PhraseValues | null {
  if (!BEGINS.test(message)) return null
  const cells = csvValues(message)
  const fields: PhraseValues = { kind: 'words' }
  for (const [at, name] of COLUMNS.entries()) if (cells[at]) fields[name] = cells[at]
  return parsedOf(fields)
}

const FIELDS: Readonly<Record<string, string>> = {
  ...{ ID: 'id', Date: 'date', Time: 'clock', Description: 'words', 'IP Address': 'ip', 'Host Name': 'host' },
  ...{ 'MAC Address': 'mac', 'User Name': 'user' },
}

/** Reads a row of CSV, whose column names begin with blanks in some versions. */
function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const fields: PhraseValues = { kind: 'words' }
  for (const [name, value] of Object.entries(record)) {
    const of = FIELDS[name.trim()]
    if (of !== undefined && textOf(value) !== '') fields[of] = textOf(value)
  }
  record.parsed = parsedOf(fields)
}

const ROWS: Rows = {
  time: time('parsed.at', 'syslog.time'),
  severity_id: lookup('parsed.act', { nak: 'Low', refused: 'Low', conflict: 'Low' }, 'Informational', 'Informational'),
  'metadata.product.name': is('DHCP Server'),
  'metadata.product.vendor_name': is('Microsoft'),
  'metadata.event_code': 'parsed.id',
  message: 'parsed.words',
}
const PROFILES: readonly Profile[] = [
  {
    name: 'lease',
    when: { 'parsed.kind': 'lease' },
    class: 'dhcp_activity',
    activity: lookup(
      'parsed.act',
      {
        ...{ ack: 'Ack', nak: 'Nak', release: 'Release', expire: 'Expire', conflict: 'Decline', refused: 'Nak' },
        ...{ discover: 'Discover', offer: 'Offer', request: 'Request' },
      },
      'Other',
    ),
    logSource: { categories: ['dhcp'] },
    rows: {
      'src_endpoint.ip': ip('parsed.ip'),
      'src_endpoint.hostname': capture('parsed.host', /^([\w.-]{1,255})$/),
      'src_endpoint.mac': mac('parsed.mac'),
      'dst_endpoint.svc_name': is('dhcp'),
      status_id: lookup('parsed.act', { nak: 'Failure', refused: 'Failure', conflict: 'Failure' }),
      status_detail: 'parsed.words',
    },
  },
]
const REST = 'the server about its database, its scopes and its authorisation'

export const windowsDhcp = syslogDevice({
  id: 'windows-dhcp/1',
  vendor: 'Microsoft',
  product: 'DHCP Server',
  begins: BEGINS,
  read,
  rows: ROWS,
  profiles: PROFILES,
  rest: REST,
})

export const windowsDhcpRows = compileSource({
  id: 'windows-dhcp-rows/1',
  shapes: [{ name: 'row', is: () => true, settle }],
  select: ['parsed.kind'],
  rows: ROWS,
  logSource: { product: 'windows', service: 'dhcp' },
  recognises: (record) =>
    record['IP Address'] !== undefined && record['MAC Address'] !== undefined && record.ID !== undefined,
  chapters: [
    {
      name: 'rows',
      profiles: [...PROFILES, { name: 'words', when: {}, class: 'base_event', activity: 'Other', unclassified: REST }],
    },
  ],
})
