/**
 * Dovecot: sign-ins to IMAP, POP3, ManageSieve and submission. Texts: Dovecot's `login-common` and its setting
 * `login_log_format`, `user=<%u>, method=%m, rip=%r, lip=%l, ...`.
 */
import { logon, syslogDevice } from '../../families/syslog/device.ts'
import { syslogField } from '../../families/syslog/settle.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { integer, ip, is } from '../../mapping/table.ts'

/** `imap-login: Info: Login: user=<...`; in its own file the time and the level stand before it. */
const LINE =
  /^(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d )?([a-z0-9-]{3,32}-login): (?:(?:Info|Warning|Error|Debug): )?(Login|Disconnected|Aborted login|Logged out|Login aborted)(?:: ([^(]{0,256}?))?(?: ?\(([^)]{0,256})\))?(?: ?\([a-z_]{1,64}\))?: (?=user=<)/
const ENDED =
  /^([a-z0-9-]{3,32})\(([^)<]{1,256})\)(?:<\d{1,10}>)?(?:<[^>]{1,64}>)?: (?:Info: )?(?:Disconnected|Logged out|Connection closed)/
/** `auth: passwd-file(eve@example.com,198.51.100.4,<session>): unknown user`: a database about one user. */
const DATABASE =
  /^auth(?:-worker)?(?:\(\d{1,10}\))?: (?:(?:Info|Warning|Error|Debug): )?(?:conn [^:]{1,64}: auth[^:]{0,64}: )?([a-z][a-z0-9-]{1,31})\(([^,()]{1,256})(?:,([\da-fA-F.:]{2,45}))?(?:,<[^>]{1,64}>)?\): (.{1,512})$/
const REFUSED =
  /^(?:unknown user|Password mismatch|invalid credentials|pam_authenticate\(\) failed|Login not allowed|user not found)/i
const PAIR = /\b(user|method|rip|lip|rport|lport|session)=(?:<([^>]{0,320})>|([^,\s]{1,128}))/g

function read(message: string): PhraseValues | null {
  const line = LINE.exec(message)
  if (!line) {
    const [, method = '', name = '', address = '', words = ''] = DATABASE.exec(message) ?? []
    if (words !== '')
      return {
        kind: REFUSED.test(words) ? 'refused' : 'words',
        service: 'auth',
        method,
        user: name,
        rip: address,
        reason: words,
      }
    const [, service = '', user = ''] = ENDED.exec(message) ?? []
    return user === '' ? null : { kind: 'ended', service, user }
  }
  const [head, service = '', what = '', reason = '', more = ''] = line
  const fields: PhraseValues = { service: service.replace(/-login$/, '') }
  for (const [, name = '', quoted, plain] of message.slice(head.length).matchAll(PAIR)) {
    const value = quoted ?? plain ?? ''
    if (value !== '') fields[name] = value
  }
  fields.reason = more || reason
  const isRefused = /auth failed|authentication fail|password mismatch|unknown user/i.test(`${reason} ${more}`)
  fields.kind = what === 'Login' ? 'login' : isRefused ? 'refused' : 'words'
  return fields
}

const ROWS = {
  'src_endpoint.ip': ip('parsed.rip'),
  'src_endpoint.port': integer('parsed.rport'),
  'dst_endpoint.ip': ip('parsed.lip', 'syslog.address'),
  'session.uid': 'parsed.session',
} as const
/** `dovecot`, and before version 2.4 also the login processes themselves. */
const PROGRAM = /^(?:dovecot|(?:imap|pop3|managesieve|submission)-login)$/

export const dovecot = syslogDevice({
  id: 'dovecot/1',
  vendor: 'Dovecot',
  product: 'Dovecot',
  programs: PROGRAM,
  read: (message, record) => {
    const program = syslogField(record, 'app_name')
    return read(program.endsWith('-login') ? `${program}: ${message}` : message)
  },
  rows: { 'actor.process.pid': integer('syslog.proc_id') },
  profiles: [
    logon('login', 'Logon', is('Success'), ROWS),
    logon('refused', 'Logon', is('Failure'), { ...ROWS, severity_id: is('Medium') }),
    logon('ended', 'Logoff', is('Success')),
  ],
  rest: 'the server about itself, and clients that leave without a password',
  logSource: { product: 'linux', service: 'dovecot' },
})
