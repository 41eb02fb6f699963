/** VMware ESXi and vCenter Server: their agents and services, and the events of the inventory (`vim.event.*`). */

import { logon, syslogDevice } from '../../families/syslog/device.ts'
import { syslogField } from '../../families/syslog/settle.ts'
import { type Phrases, type PhraseValues, phraseReader } from '../../mapping/phrases.ts'
import { is, lookup, type Profile } from '../../mapping/table.ts'

type Members = Readonly<Record<string, unknown>>

const EVENTS: Phrases = {
  'session/open': [
    'User {user}@{domain}@{src_ip} logged in as {agent*}',
    'User {domain}\\{user}@{src_ip} logged in as {agent*}',
    'User {user}@{src_ip} logged in as {agent*}',
  ],
  'session/close': [
    'User {user}@{domain}@{src_ip} logged out...',
    'User {domain}\\{user}@{src_ip} logged out...',
    'User {user}@{src_ip} logged out...',
  ],
  'session/refused': [
    'Cannot login user {user}@{src_ip}: {reason*}',
    'Cannot login {user}@{domain}@{src_ip}: {reason*}',
    'Cannot login {user}@{domain}@{src_ip}',
    'Cannot login {domain}\\{user}@{src_ip}: {reason*}',
    'Cannot login {domain}\\{user}@{src_ip}',
    'Cannot login {user}@{src_ip}: {reason*}',
    'Cannot login {user}@{src_ip}',
  ],
}
export const readEvent = phraseReader(EVENTS)
/** `Event [id] [1-1] [time] [vim.event.UserLoginSessionEvent] [info] [user] [] [id] [sentence]` */
const EVENT =
  /^Event \[(\d+)\] \[[\d-]+\] \[[^\]]*\] \[([\w.]+)\] \[(\w+)\] \[([^\]]*)\] \[[^\]]*\] \[[^\]]*\] \[(.{0,2048})\]?$/s
/** `info hostd[4242] [Originator@6876 sub=Vimsvc opID=..] Event 1 : sentence` */
const ORIGIN = /^(\w+) \w+\[\w+\] \[Originator@\d+ sub=(\S+)[^\]]{0,256}\](?:\[[^\]]{0,256}\]){0,3} /
const NUMBERED = /^(?:\[[^\]]{1,64}\] )?Event \d+ : /

function read(message: string): PhraseValues | null {
  const event = EVENT.exec(message)
  if (event) {
    const [, uid = '', code = '', level = '', , words = ''] = event
    return { ...(readEvent(words.replace(/\]$/, '')) ?? { kind: 'words' }), uid, code, level, text: words }
  }
  const origin = ORIGIN.exec(message)
  const words = (origin ? message.slice(origin[0].length) : message).replace(NUMBERED, '')
  return {
    ...(readEvent(words) ?? { kind: 'words' }),
    ...(origin && { level: origin[1] ?? '', part: origin[2] ?? '' }),
  }
}

/** Services that only this system has. */
const PROGRAM =
  /^(?:vpxa|vpxd|hostd|vobd|vmkernel|vmkwarning|vmauthd|vmon|vmafdd|vsanmgmtd|vsand|usbarb|rhttpproxy|cmmdsTimeMachineDump|fdm|esxupdate|esxcli|sdrsInjector|NSX|ucs-tool-esxi-inv)$/i

function isVmware(record: Members, message: string): boolean {
  return (
    PROGRAM.test(syslogField(record, 'app_name')) ||
    EVENT.test(message) ||
    ORIGIN.test(message) ||
    message.startsWith('ucs-tool-esxi-inv :')
  )
}

const LEVELS = {
  verbose: 'Informational',
  trivia: 'Informational',
  info: 'Informational',
  information: 'Informational',
  user: 'Informational',
  warning: 'Low',
  error: 'High',
  panic: 'Critical',
}

const PROFILES: readonly Profile[] = [
  logon('session/open', 'Logon', is('Success')),
  logon('session/close', 'Logoff', is('Success')),
  logon('session/refused', 'Logon', is('Failure'), { severity_id: is('Medium') }),
]

export const vmware = syslogDevice({
  id: 'vmware/1',
  vendor: 'VMware',
  product: lookup(
    'syslog.app_name',
    { vpxd: 'vCenter Server', vmon: 'vCenter Server', vmafdd: 'vCenter Server', NSX: 'NSX' },
    'ESXi',
    'ESXi',
  ),
  is: isVmware,
  read,
  rows: {
    'metadata.event_code': 'parsed.code',
    severity_id: lookup('parsed.level', LEVELS, 'Unknown', 'Informational'),
  },
  profiles: PROFILES,
  rest: 'the agents of the host about their own work',
  logSource: { product: 'vmware', service: 'esxi' },
})
