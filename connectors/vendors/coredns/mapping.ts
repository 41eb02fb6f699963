/**
 * CoreDNS: a query and its answer. Form: the plugin `log`, `{remote}:{port} - {id} "{type} {class} {name} {proto} {size} {do}
 * {bufsize}" {rcode} {flags} {size} {duration}`, behind a level where the program writes it.
 */
import { RESPONSE } from '../../families/name-services/mapping.ts'
import { on, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { is } from '../../mapping/table.ts'

const LINE =
  /^(?:\S{10,40} )?(?:\[INFO\] )?\[?([\da-fA-F.:]{3,45}?)\]?:(\d{1,5}) - \d{1,5} "([A-Z\d]{1,16}) ([A-Z]{2,4}) (\S{1,255}) (udp|tcp|tls|https|grpc|quic) \d{1,6} (?:true|false) \d{1,6}" ([A-Z]{3,16}|-) \S{1,64} \d{1,6} [\d.]{1,16}s/

function read(message: string): PhraseValues | null {
  const [, src_ip = '', src_port = '', type = '', cls = '', name = '', protocol = '', rcode = ''] =
    LINE.exec(message) ?? []
  if (name === '') return null
  return { kind: 'dns', src_ip, src_port, type, class: cls, name: name.replace(/\.$/, ''), protocol, rcode }
}

export const coredns = syslogDevice({
  id: 'coredns/1',
  vendor: 'CNCF',
  product: 'CoreDNS',
  begins: LINE,
  read,
  profiles: [on('dns', { ...RESPONSE, rows: { ...RESPONSE.rows, severity_id: is('Informational') } })],
  rest: 'the server about itself',
  logSource: { product: 'coredns', service: 'dns', categories: ['dns'] },
})
