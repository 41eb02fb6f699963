/**
 * Proxmox VE: sign-ins to its web interface, and started tasks. Texts: `pvedaemon`, `pveproxy`, "UPID" of the manual.
 */
import { command, logon, syslogDevice } from '../../families/syslog/device.ts'
import { type PhraseValues, phraseReader } from '../../mapping/phrases.ts'
import { is, lookup } from '../../mapping/table.ts'

const SENTENCES = phraseReader({
  refused: [
    'authentication failure; rhost={src_ip} user={user} msg={reason*}',
    'authentication failure; rhost={src_ip} user= msg={reason*}',
  ],
  login: ["<{caller*}> successful auth for user '{user*}'", "successful auth for user '{user*}'"],
  ended: ['<{user*}> end task {upid} {result*}'],
  task: ['<{user*}> starting task {upid}'],
})
/** `UPID:node:pid:start:time:type:id:user:` */
const UPID = /^UPID:([^:]{1,64}):[\dA-F]{1,8}:[\dA-F]{1,8}:[\dA-F]{1,8}:([^:]{1,64}):([^:]{0,128}):/

function read(message: string): PhraseValues | null {
  const fields = SENTENCES(message)
  const [, node = '', type = '', object = ''] = UPID.exec(fields?.upid ?? '') ?? []
  if (fields && type !== '') Object.assign(fields, { operation: type, object: object || node })
  return fields
}

const PROGRAM = /^(?:pvedaemon|pveproxy|pvestatd|pmgdaemon|proxmox-backup-(?:api|proxy))$/

export const proxmox = syslogDevice({
  id: 'proxmox/1',
  vendor: 'Proxmox',
  product: 'Virtual Environment',
  programs: PROGRAM,
  read,
  profiles: [
    logon('refused', 'Logon', is('Failure'), { severity_id: is('Medium'), 'service.name': 'syslog.app_name' }),
    logon('login', 'Logon', is('Success'), { 'service.name': 'syslog.app_name' }),
    command(['task', 'ended'], { status_id: lookup('parsed.result', { OK: 'Success' }, 'Other', 'Unknown') }),
  ],
  rest: 'the daemons about themselves',
})
