/**
 * PowerDNS: the questions that the authoritative server (`log-dns-queries`) and the recursor write to their log:
 * `Remote 10.0.0.9 wants 'www.example.com|A', do = 0, ...`, `3 [7/1] question for 'www.example.com|A' from 10.0.0.9:50000`.
 */
import { on, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { capture, integer, ip, is } from '../../mapping/table.ts'

const ADDRESS = String.raw`\[?([\d.]{7,15}|[\da-fA-F:.]{2,45}?)\]?(?::(\d{1,5}))?`
const REMOTE = new RegExp(`^Remote ${ADDRESS} wants '([^'|]{0,1023})\\|(\\w{1,16})'`)
const QUESTION = new RegExp(
  `^(?:\\d{1,4} )?\\[\\d{1,10}(?:/\\d{1,10}){0,2}\\] (?:TCP )?question for '([^'|]{0,1023})\\|(\\w{1,16})' from ${ADDRESS}(?:$|[\\s,])`,
)

function read(message: string): PhraseValues | null {
  const remote = REMOTE.exec(message)
  const [, src_ip = '', src_port = '', name = '', type = ''] = remote ?? []
  if (remote) return { kind: 'query', src_ip, src_port, name, type }
  const question = QUESTION.exec(message)
  if (!question) return null
  const [, query = '', kind = '', from = '', port = ''] = question
  return { kind: 'query', src_ip: from, src_port: port, name: query, type: kind }
}

export const powerdns = syslogDevice({
  id: 'powerdns/1',
  vendor: 'PowerDNS',
  product: 'PowerDNS',
  begins: new RegExp(`${REMOTE.source}|${QUESTION.source}`),
  programs: /^pdns(?:_server|_recursor|-recursor)?$/,
  read,
  profiles: [
    on('query', {
      class: 'dns_activity',
      activity: 'Query',
      logSource: { categories: ['dns'] },
      rows: {
        'query.hostname': capture('parsed.name', /^(.{1,1023}?)\.?$/),
        'query.type': 'parsed.type',
        'query.class': is('IN'),
        'src_endpoint.ip': ip('parsed.src_ip'),
        'src_endpoint.port': integer('parsed.src_port'),
        'dst_endpoint.hostname': 'syslog.hostname',
      },
    }),
  ],
  rest: 'the server about itself, its zones and its peers',
})
