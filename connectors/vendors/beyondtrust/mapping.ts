/** BeyondTrust Secure Remote Access: `SITE:PART:PARTS:event=login;when=..;who=..;who_ip=..`. */

import { command, logon, syslogDevice } from '../../families/syslog/device.ts'
import { pairsOf } from '../../families/syslog/pairs.ts'
import { syslogField } from '../../families/syslog/settle.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { ip, is, lookup, text, time } from '../../mapping/table.ts'

const HEAD = /^\d{1,8}:\d{2}:\d{2}:/
/** `eve smith (eve) using password` */
const WHO = /^(.{1,256}?) \(([^()]{1,256})\)(?: using (.{1,64}))?$/

function read(message: string): PhraseValues | null {
  const head = HEAD.exec(message)
  if (!head) return null
  const fields = pairsOf(message.slice(head[0].length), ';')
  const [, full_name = '', user = fields.who ?? '', method = ''] = WHO.exec(fields.who ?? '') ?? []
  const who = { ...(user && { user }), ...(full_name && { full_name }), ...(method && { method }) }
  const { event = '' } = fields
  const kind = event === 'login' || event === 'logout' ? event : event === '' ? 'words' : 'command'
  return Object.assign(fields, who, { kind })
}

const LOGON = {
  'user.full_name': 'parsed.full_name',
  'src_endpoint.ip': ip('parsed.who_ip'),
  'service.name': ['parsed.target', 'parsed.site'],
} as const
const STATUS = lookup('parsed.status', { success: 'Success', failure: 'Failure' }, 'Other', 'Success')

export const beyondtrust = syslogDevice({
  id: 'beyondtrust/1',
  vendor: 'BeyondTrust',
  product: 'Secure Remote Access',
  begins: HEAD,
  is: (record) => syslogField(record, 'app_name') === 'BG',
  read,
  rows: { time: time('parsed.when', 'syslog.time'), 'metadata.event_code': text('parsed.event') },
  profiles: [
    logon('login', 'Logon', STATUS, LOGON),
    logon('logout', 'Logoff', is('Success'), LOGON),
    command('command', {
      'api.operation': 'parsed.event',
      'src_endpoint.ip': ip('parsed.who_ip'),
      'resources[0].name': 'parsed.target',
    }),
  ],
  rest: 'a later part of an event that was sent in parts',
})
