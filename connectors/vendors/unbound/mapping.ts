/**
 * Unbound's lines of queries and replies (`log-queries`, `log-replies`), over syslog and from its own file, where the
 * Unix time precedes the program: `[1795774272] unbound[12:0] info: 10.0.0.9 www.example.com. A IN NOERROR 0.001 0 60`.
 * Format: unbound.conf(5).
 */
import { on, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { capture, integer, ip, is, lookup, type Profile, type Rows, time } from '../../mapping/table.ts'

const HEAD = String.raw`^(?:\[(\d{9,10})\] unbound)?\[\d{1,10}:[\da-f]{1,8}\] (?:info|query|reply): `
const LINE = new RegExp(
  String.raw`${HEAD}([\d.]{7,15}|[\da-fA-F:.]{2,45}) (\S{1,1024}) ([A-Z][A-Z0-9]{0,15}|TYPE\d{1,5}) IN(?: ([A-Z]{2,10}) [\d.]{1,16} [01] \d{1,8})?\s?$`,
)
const BEGINS = /^(?:\[\d{9,10}\] unbound)?\[\d{1,10}:[\da-f]{1,8}\] [a-z]{3,8}: /

function read(message: string): PhraseValues | null {
  const found = LINE.exec(message)
  if (!found) {
    const at = /^\[(\d{9,10})\]/.exec(message)?.[1]
    return at === undefined ? null : { kind: 'words', at }
  }
  const [, at, src = '', name = '', type = '', rcode] = found
  return {
    ...{ kind: rcode === undefined ? 'query' : 'answer', src_ip: src, name, type },
    ...(at && { at }),
    ...(rcode && { rcode }),
  }
}

const CODES = {
  ...{ NOERROR: 'NoError', FORMERR: 'FormError', SERVFAIL: 'ServError', NXDOMAIN: 'NXDomain' },
  ...{ NOTIMPL: 'NotImp', REFUSED: 'Refused' },
}
const DNS: Rows = {
  'query.hostname': capture('parsed.name', /^(.{1,1023}?)\.?$/),
  'query.type': 'parsed.type',
  'query.class': is('IN'),
  'src_endpoint.ip': ip('parsed.src_ip'),
  'src_endpoint.port': integer('parsed.src_port'),
  'dst_endpoint.hostname': 'syslog.hostname',
  rcode_id: lookup('parsed.rcode', CODES, 'Other'),
}
const PROFILES: readonly Profile[] = [
  on('query', { class: 'dns_activity', activity: 'Query', logSource: { categories: ['dns'] }, rows: DNS }),
  on('answer', {
    class: 'dns_activity',
    activity: 'Response',
    logSource: { categories: ['dns'] },
    rows: { ...DNS, status_id: lookup('parsed.rcode', { NOERROR: 'Success' }, 'Failure') },
  }),
]

export const unbound = syslogDevice({
  id: 'unbound/1',
  vendor: 'NLnet Labs',
  product: 'Unbound',
  begins: BEGINS,
  read,
  rows: { time: time('parsed.at', 'syslog.time') },
  profiles: PROFILES,
  rest: 'the resolver about itself and its modules',
})
