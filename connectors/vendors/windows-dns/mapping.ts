/**
 * The debug log of Microsoft's DNS server: `11/27/2026 10:11:12 AM 0E4C PACKET  000000D58F45A560 UDP Rcv 10.0.0.9  a1b2
 * Q [0001   D NOERROR] A      (3)www(7)example(3)com(0)`. The date format follows the server's language. Columns: the
 * key at the head of the file, "Message logging key".
 */
import { on, syslogDevice } from '../../families/syslog/device.ts'
import { dnsType } from '../../mapping/dns-types.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { integer, ip, is, lookup, type Profile, type Rows, time } from '../../mapping/table.ts'

const DATE = String.raw`(?:\d{1,2}[./-] ?\d{1,2}[./-] ?(?:\d{4}|\d\d)|\d{4}[./-] ?\d{1,2}[./-] ?\d{1,2}|(?:19|20)\d{6})\.?,? (?:\S{1,4} )?\d{1,2}[:.]\d\d[:.]\d\d(?: \S{1,5}?)?`
const BEGINS = new RegExp(`^${DATE} [0-9A-F]{1,8} (?:PACKET|EVENT|DSPOLL|Note:|INIT|ERROR) `)
const PACKET = new RegExp(
  String.raw`^(${DATE}) ([0-9A-F]{1,8}) PACKET {1,4}([0-9A-F]{4,16}) (UDP|TCP) (Snd|Rcv) ([\da-fA-F:.]{2,45}) {1,28}([0-9a-f]{1,4}) (R| ) ([A-Z?]) \[([0-9a-f]{4}) ([^\]]{0,16}?) {0,8}([A-Z]{2,10}) {0,8}\] (\S{1,16}) {1,16}(\S{1,1024})`,
)

/** Words for AM and PM that precede the clock in some languages. */
const HALVES: Readonly<Record<string, string>> = {
  오전: 'AM',
  오후: 'PM',
  上午: 'AM',
  下午: 'PM',
  午前: 'AM',
  午後: 'PM',
}
const RARE_DATE =
  /^(?:(\d{4})[./-] ?(\d{1,2})[./-] ?(\d{1,2})|(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}))\.?,? (?:(\S{1,4}) )?(\d{1,2})[:.](\d\d)[:.](\d\d)$/

/** Times with dots in the clock, blanks in the date, and AM or PM before the clock; '' for any other. */
function rareTime(date: string): string {
  const found = RARE_DATE.exec(date)
  if (!found) return ''
  const [, year, month = '', day = '', firstDay, itsMonth, itsYear, half = '', hour = '', minute, second] = found
  const two = (text: string) => text.padStart(2, '0')
  const clock = `${two(hour)}:${minute}:${second}${HALVES[half] === undefined ? '' : ` ${HALVES[half]}`}`
  return `${year ?? itsYear}-${two(itsMonth ?? month)}-${two(firstDay ?? day)} ${clock}`
}

/** `(3)www(7)example(3)com(0)` as `www.example.com`; the root is a dot. */
function nameOf(labels: string): string {
  return (
    labels
      .replace(/^\(\d{1,3}\)/, '')
      .replace(/\(0\)$/, '')
      .replace(/\(\d{1,3}\)/g, '.') || '.'
  )
}

function read(message: string): PhraseValues | null {
  const found = PACKET.exec(message)
  if (!found) return null
  const [
    ,
    date = '',
    thread = '',
    packet = '',
    protocol = '',
    direction = '',
    peer = '',
    uid = '',
    response = '',
    opcode = '',
  ] = found
  const [, , , , , , , , , , , flags = '', rcode = '', type = '', labels = ''] = found
  const isResponse = response === 'R'
  // A client's query is received and its answer is sent; the others are the server's own queries.
  const isClients = (direction === 'Rcv') !== isResponse
  const time = rareTime(date)
  const fields: PhraseValues = {
    kind: isResponse ? 'answer' : 'question',
    ...(time !== '' && { time }),
    protocol,
    uid,
    opcode,
    type,
    thread,
    packet,
  }
  fields.name = nameOf(labels)
  fields[isClients ? 'src_ip' : 'dst_ip'] = peer
  fields.way = isClients ? 'in' : 'out'
  fields.flags = flags.trim()
  if (isResponse) fields.rcode = rcode
  return fields
}

const RCODES = {
  ...{ NOERROR: 'NoError', FORMERR: 'FormError', SERVFAIL: 'ServError', NXDOMAIN: 'NXDomain', NOTIMP: 'NotImp' },
  ...{ REFUSED: 'Refused', YXDOMAIN: 'YXDomain', YXRRSET: 'YXRRSet', NXRRSET: 'NXRRSet', NOTAUTH: 'NotAuth' },
  NOTZONE: 'NotZone',
} as const

const QUERY: Rows = {
  'query.hostname': 'parsed.name',
  'query.type': dnsType('parsed.type'),
  'query.packet_uid': integer('parsed.packet_uid'),
  'query.opcode_id': lookup('parsed.opcode', { Q: 'Query', N: 'Notify', U: 'Update' }, 'Other'),
  'src_endpoint.ip': ip('parsed.src_ip', 'parsed.server'),
  'dst_endpoint.ip': ip('parsed.dst_ip', 'syslog.address'),
  'dst_endpoint.hostname': 'parsed.host',
  'connection_info.protocol_name': 'parsed.protocol',
  'connection_info.direction_id': lookup('parsed.way', { in: 'Inbound', out: 'Outbound' }),
}

const PROFILES: readonly Profile[] = [
  on('question', { class: 'dns_activity', activity: 'Query', rows: QUERY }),
  on('answer', {
    class: 'dns_activity',
    activity: 'Response',
    rows: {
      ...QUERY,
      rcode_id: lookup('parsed.rcode', RCODES, 'Other'),
      status_id: lookup('parsed.rcode', { NOERROR: 'Success' }, 'Failure'),
    },
  }),
]

export const windowsDns = syslogDevice({
  id: 'windows-dns/1',
  vendor: 'Microsoft',
  product: 'DNS Server',
  begins: BEGINS,
  read: (message, record) => {
    const fields = read(message)
    if (fields === null) return null
    const packetUid = Number.parseInt(fields.uid ?? '', 16)
    const { syslog } = record as { syslog?: { hostname?: unknown } }
    const host = fields.way === 'in' && typeof syslog?.hostname === 'string' ? syslog.hostname : ''
    return { ...fields, packet_uid: String(packetUid), ...(host !== '' && { host }) }
  },
  rows: {
    time: time('parsed.time', 'syslog.time'),
    severity_id: is('Informational'),
    'device.hostname': ['syslog.hostname', 'relayed.host.name', 'relayed.hostname', 'hec.host'],
    'device.type_id': is('Server'),
  },
  profiles: PROFILES,
  rest: 'the server about itself, and the details of a packet below it',
  logSource: { product: 'windows', service: 'dns-server', categories: ['dns'] },
  aliases: { query: ['parsed.name'], record_type: ['parsed.type'], QNAME: ['parsed.name'] },
})
