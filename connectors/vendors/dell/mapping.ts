/** Dell: the lifecycle log of iDRAC, the audit log of PowerStore, commands on PowerSwitch, and OpenManage Enterprise. */

import { command, logon, syslogDevice } from '../../families/syslog/device.ts'
import { syslogField } from '../../families/syslog/settle.ts'
import { type Phrases, type PhraseValues, phraseReader } from '../../mapping/phrases.ts'
import { capture, first, ip, is, known, lookup, type Profile, text } from '../../mapping/table.ts'

type Members = Readonly<Record<string, unknown>>

const IDRAC = /^(\w+), Category: ([\w ]{1,40}), MessageID: (\w{3,12}), Message: (.*)$/s
const POWERSTORE = /\[PowerStore_audit_event@1139 [^\]]{1,2048}\] ?(.*)$/s
const SWITCH = /^\w+\.c\(\d+\) \d+ %% (\w+) (.*)$/s

const SENTENCES: Phrases = {
  'logon/ok': [
    'Successfully logged in using {user}, from {src_ip} and {service}.',
    'CLI:{src_ip}:{user}:User  logged in',
  ],
  'logon/failed': [
    'Unable to log in for {user} from {src_ip} using {service}.',
    'Login attempt alert for {user} from {src_ip} using {service}, IP will be blocked for {seconds} seconds.',
  ],
  logoff: [
    'The session for {user} from {src_ip} using {service} is logged off.',
    'CLI:{src_ip}:{user}:User  logged out',
  ],
  'cli/command': 'CLI:{src_ip}:{user}:{operation*}',
}
const readSentence = phraseReader(SENTENCES)

function read(message: string, record: Members): PhraseValues | null {
  const idrac = syslogField(record, 'app_name') === 'Severity' ? IDRAC.exec(message) : null
  if (idrac) {
    const [, level = '', category = '', code = '', words = ''] = idrac
    return { ...(readSentence(words) ?? { kind: 'words' }), level, category, code, text: words, product: 'iDRAC' }
  }
  const stored = POWERSTORE.exec(message)
  if (stored) return { kind: storeKind(record), text: stored[1] ?? '', product: 'PowerStore' }
  const [, level = '', words = ''] = SWITCH.exec(message) ?? []
  if (words !== '') return { ...(readSentence(words) ?? { kind: 'words' }), level, text: words, product: 'PowerSwitch' }
  return null
}

function storeKind({ resource_type: type, action }: Members): string {
  const isSession = type === 'login_session' || (Array.isArray(type) && type[0] === 'login_session')
  if (!isSession) return 'store/command'
  return action === 'delete' ? 'store/logoff' : 'store/logon'
}

function isDell(record: Members, message: string): boolean {
  if (message.includes('[PowerStore_audit_event@') && POWERSTORE.test(message)) return true
  const program = syslogField(record, 'app_name')
  if (program === 'Severity') return IDRAC.test(message)
  return /^(?:CMDLOGGER|TRAPMGR|UNITMGR|CLI_WEB|USER_MGR)$/.test(program) && SWITCH.test(message)
}

const RESULT = lookup('status', { success: 'Success', failed: 'Failure' }, 'Other')
const STORE = {
  'user.name': 'user',
  'src_endpoint.ip': ip('client_ip'),
  'service.name': is('PowerStore Manager'),
  status_detail: 'parsed.text',
} as const

const PROFILES: readonly Profile[] = [
  logon('logon/ok', 'Logon', is('Success')),
  logon('logon/failed', 'Logon', is('Failure'), { severity_id: is('Medium') }),
  logon('logoff', 'Logoff', is('Success')),
  logon('store/logon', 'Logon', RESULT, STORE),
  logon('store/logoff', 'Logoff', RESULT, STORE),
  command('cli/command'),
  command('store/command', {
    'actor.user.name': 'user',
    // A script of the service has no action; its command is in the sentence.
    'api.operation': first(
      known('action'),
      capture('parsed.text', /script command \[([^\]]{1,1024})\]/),
      text('parsed.text'),
    ),
    // Only the sentence names it.
    'resources[0].name': known('resource_type'),
    'src_endpoint.ip': ip('client_ip'),
    status_id: RESULT,
    status_detail: 'parsed.text',
  }),
]

export const dell = syslogDevice({
  id: 'dell/1',
  vendor: 'Dell',
  product: lookup('parsed.product', { iDRAC: 'iDRAC', PowerStore: 'PowerStore', PowerSwitch: 'PowerSwitch' }),
  is: isDell,
  read,
  rows: {
    'metadata.event_code': text('parsed.code', 'event_code'),
    'metadata.log_name': ['parsed.category', 'resource_type'],
    message: ['parsed.text', 'syslog.message'],
    severity_id: lookup(
      'parsed.level',
      {
        Informational: 'Informational',
        INFO: 'Informational',
        NOTE: 'Informational',
        Warning: 'Medium',
        WARN: 'Low',
        Critical: 'Critical',
        ERR: 'High',
        ERROR: 'High',
      },
      'Unknown',
      'Informational',
    ),
    'device.uid': capture('appliance', /^([A-Z0-9]{6,32})$/),
  },
  profiles: PROFILES,
  rest: 'the hardware and its firmware about themselves',
})
