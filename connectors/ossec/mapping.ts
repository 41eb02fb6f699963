/**
 * OSSEC and Wazuh: `Alert Level: 7; Rule: 552 - words; Location: host->file; classification: groups; [srcip: ..;] [user:
 * ..;] the log line`. Levels run from 0 to 15: "Rules classification", OSSEC documentation.
 */
import { groupsOf, type Said } from '../compile/phrases.ts'
import { is, list, lookup, text } from '../compile/table.ts'
import { finding, syslogDevice } from '../syslog/device.ts'

const ALERT =
  /^Alert Level: (\d{1,2}); Rule: (\d{1,6}) - (.{1,256}?); Location: (.{0,256}?)(?:->(.{0,256}?))?; (?:classification: {0,2}([^;]{0,256}); ?)?(?:src ?ip: ([^;]{2,64}); ?)?(?:user: ([^;]{1,256}); ?)?(.*)$/s
const PARTS = ['level', 'rule', 'title', 'agent', 'file', 'groups', 'src_ip', 'user', 'line'] as const
const HOST = /^\(([^)]{1,255})\) (\S{1,64})$/

function read(message: string): Said | null {
  const alert = ALERT.exec(message.slice(0, 8192))
  if (!alert) return null
  const said = groupsOf(PARTS, alert)
  const host = said.agent?.startsWith('(') ? HOST.exec(said.agent) : null
  if (host) Object.assign(said, { agent: host[1], agent_ip: host[2] })
  const path = said.file === 'syscheck' ? /for: '([^']{1,1024})'/.exec(said.line ?? '')?.[1] : undefined
  if (path !== undefined) said.path = path
  said.kind = 'alert'
  return said
}

const words = (levels: string, caption: string) =>
  Object.fromEntries(levels.split(' ').map((level) => [level, caption]))
const SEVERITY = lookup('said.level', {
  ...words('0 1 2 3', 'Informational'),
  ...words('4 5 6', 'Low'),
  ...words('7 8 9 10 11', 'Medium'),
  ...words('12 13', 'High'),
  ...words('14 15 16', 'Critical'),
})

export const ossec = syslogDevice({
  id: 'ossec/1',
  vendor: 'OSSEC',
  product: 'OSSEC',
  begins: /^Alert Level: /,
  is: (_, message) => ALERT.test(message.slice(0, 8192)),
  read,
  rows: {
    severity_id: SEVERITY,
    'metadata.event_code': 'said.rule',
    message: ['said.line', 'syslog.message'],
  },
  profiles: [
    finding('alert', {
      'finding_info.uid': text('said.rule'),
      'finding_info.analytic.uid': text('said.rule'),
      'finding_info.analytic.name': 'said.title',
      'finding_info.analytic.type_id': is('Rule'),
      'finding_info.types': list('said.groups', /,/),
      'device.hostname': 'said.agent',
      'evidences[0].user.name': 'said.user',
      'evidences[0].file.path': 'said.path',
      'evidences[0].file.name': { kind: 'basename', fields: 'said.path' },
      'evidences[0].file.type_id': is('Regular File'),
      'evidences[0].data': { kind: 'json', fields: 'said.file' },
    }),
  ],
  rest: 'nothing: each message is an alert',
})
