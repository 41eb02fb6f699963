/**
 * Solaris' audit trail (BSM) as `praudit -l` writes it: the tokens of a record in one line, with commas, or as XML over several lines (`praudit -x`). Tokens: audit.log(5),
 * Oracle Solaris; OpenBSM of FreeBSD and macOS writes the same.
 */
import { command, logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { decodeEntities } from '../../formats/xml.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { account, basename, first, integer, ip, is, lookup, text, time } from '../../mapping/table.ts'

const BEGINS = /^header,\d{1,8},\d{1,3},[^,]{1,128},/
/** A record of `praudit -x`, with the names of the tokens' values. */
const XML = /^<record version="\d{1,3}" event="/
const TOKEN =
  /<(subject|subject_ex|process|return|path|arg)((?:\s+[\w-]{1,32}="[^"]{0,4096}")*)\s*(?:\/>|>([^<]{0,8192})<)/g
const ATTRIBUTE = /([\w-]{1,32})="([^"]{0,4096})"/g
const VALUES_MAX = 512
const LOGON = /^(?:login|ssh|sshd|su\b|ftp|telnet|rlogin|rsh|rexec|screenlock|authenticate|user authentication)/i
const LOGOFF = /^(?:logout|ssh logout|end)/i

/** The values behind a token's name. */
function token(values: readonly string[], name: string, count: number): readonly string[] {
  const place = values.indexOf(name)
  return place === -1 ? [] : values.slice(place + 1, place + 1 + count)
}

const ADDRESS = /(?:^| )((?:\d{1,3}\.){3}\d{1,3}|[\da-fA-F]{0,4}:[\da-fA-F:.]{2,40})$/

type Attributes = Readonly<Partial<Record<string, string>>>

const attributesOf = (text: string): Attributes =>
  Object.fromEntries(Array.from(text.matchAll(ATTRIBUTE), ([, name, value = '']) => [name, decodeEntities(value)]))

const SUBJECT = ['audit-uid', 'uid', 'gid', 'ruid', 'rgid', 'pid', 'sid', 'tid'] as const

/** The tokens of a record in XML, in the order of a line's values. */
function tokensOfXml(message: string): readonly string[] {
  const { event = '', host, modifier, ...head } = attributesOf(message.slice(0, message.indexOf('>')))
  const at = head.iso8601 ?? head.time ?? ''
  const values = ['header', '', head.version ?? '', event, modifier ?? '', ...(host === undefined ? [] : [host]), at]
  const args: string[] = []
  for (const [, name = '', text = '', words = ''] of message.matchAll(TOKEN)) {
    if (values.length + args.length > VALUES_MAX) break
    const of = attributesOf(text)
    if (name.startsWith('subject')) values.push('subject', ...SUBJECT.map((member) => of[member] ?? ''))
    else if (name === 'return') values.push(name, resultOf(of.errval ?? ''), of.retval ?? '')
    else if (name === 'path') values.push(name, decodeEntities(words))
    else if (name === 'arg' && words !== '') args.push(decodeEntities(words))
  }
  return args.length === 0 ? values : [...values, 'exec_args', String(args.length), ...args]
}

const resultOf = (errval: string) => (/^(?:success|failure)/.test(errval) ? errval : `failure: ${errval}`)

function read(message: string): PhraseValues | null {
  const isXml = XML.test(message)
  if (!isXml && !BEGINS.test(message)) return null
  const values = isXml ? tokensOfXml(message) : message.trimEnd().split(',', VALUES_MAX)
  const [, , , event = '', , , stamp = ''] = values
  // Version 2 has the host between the modifier and the time; without it the time is one place earlier.
  const isTime = (value: string | undefined) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|\w{3} \w{3} [ \d]\d /.test(value ?? '')
  const at = isTime(stamp) ? stamp : (values.slice(4, 9).find(isTime) ?? '')
  const host = values[values.indexOf(at) - 1] ?? ''
  const [auditUser = '', user = '', , , , pid = '', session = '', terminal = ''] = token(values, 'subject', 8)
  const [result = '', code = ''] = token(values, 'return', 2)
  const [count = '0'] = token(values, 'exec_args', 1)
  const args = token(values, 'exec_args', 1 + Number(count)).slice(1)
  const fields: PhraseValues = { kind: 'act', event, at, code, pid, session }
  const isFailed = result.startsWith('failure')
  fields.result = isFailed ? 'failed' : 'done'
  fields.reason = isFailed ? result.replace(/^failure ?:? ?/, '') : ''
  if (host !== '' && !isTime(host)) fields.host = host
  fields.user = auditUser !== '' && auditUser !== '-2' ? auditUser : user
  fields.path = token(values, 'path', 1)[0] ?? ''
  fields.src_ip = ADDRESS.exec(terminal)?.[1] ?? ''
  fields.operation = event
  if (args.length > 0 || /^execve?\(/.test(event)) {
    fields.kind = 'exec'
    fields.command = args.join(' ') || fields.path
  } else if (LOGOFF.test(event)) fields.kind = 'logoff'
  else if (LOGON.test(event)) fields.kind = isFailed ? 'refused' : 'logon'
  return fields
}

const RESULT = lookup('parsed.result', { failed: 'Failure', done: 'Success' })
const SERVICE = { 'service.name': 'parsed.event' } as const

export const solarisAudit = syslogDevice({
  id: 'solaris-audit/1',
  vendor: 'Oracle',
  product: 'Solaris',
  begins: new RegExp(`${BEGINS.source}|${XML.source}`),
  read,
  rows: {
    time: time('parsed.at', 'syslog.time'),
    'device.hostname': first(text('parsed.host'), text('syslog.hostname')),
    'device.type_id': is('Server'),
    'metadata.event_code': 'parsed.event',
    'metadata.log_name': is('audit'),
    status_code: text('parsed.code'),
    severity_id: lookup('parsed.result', { failed: 'Medium' }, 'Informational', 'Informational'),
  },
  profiles: [
    logon('logon', 'Logon', is('Success'), SERVICE),
    logon('refused', 'Logon', is('Failure'), SERVICE),
    logon('logoff', 'Logoff', is('Success'), SERVICE),
    on('exec', {
      class: 'process_activity',
      activity: 'Launch',
      logSource: { product: 'solaris', categories: ['process_creation'] },
      rows: {
        'actor.user.name': account('parsed.user'),
        'process.cmd_line': 'parsed.command',
        'process.name': basename('parsed.path', 'parsed.command'),
        'process.pid': integer('parsed.pid'),
        'process.file.path': 'parsed.path',
        'process.file.name': basename('parsed.path'),
        'process.file.type_id': is('Executable File'),
        status_id: RESULT,
      },
    }),
    command('act', {
      'src_endpoint.ip': ip('parsed.src_ip'),
      'resources[0].name': text('parsed.path'),
      status_id: RESULT,
    }),
  ],
  rest: 'nothing: every record is an act',
})
