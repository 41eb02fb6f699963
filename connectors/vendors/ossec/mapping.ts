/**
 * OSSEC and Wazuh: `Alert Level: 7; Rule: 552 - words; Location: host->file; classification: groups; [srcip: ..;] [user:
 * ..;] the log line`, and the alerts of the file `alerts.log`. Levels run from 0 to 15: "Rules classification", OSSEC documentation.
 */

import { isMembers, type Members } from '../../../platform/members.ts'
import { finding, syslogDevice } from '../../families/syslog/device.ts'
import { groupsOf, type PhraseValues } from '../../mapping/phrases.ts'
import { allHashes, ip, is, list, lookup, text, time } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

const ALERT =
  /^Alert Level: (\d{1,2}); Rule: (\d{1,6}) - (.{1,256}?); Location: (.{0,256}?)(?:->(.{0,256}?))?; (?:classification: {0,2}([^;]{0,256}); ?)?(?:src ?ip: ([^;]{2,64}); ?)?(?:user: ([^;]{1,256}); ?)?(.*)$/s
const PARTS = ['level', 'rule', 'title', 'agent', 'file', 'groups', 'src_ip', 'user', 'line'] as const
const HOST = /^\(([^)]{1,255})\) (\S{1,64})$/

function read(message: string, record: Readonly<Members>): PhraseValues | null {
  if (isJson(record)) return readJson(record)
  if (isAlertJson(record)) return readAlertJson(record)
  const { ossec_alert: alert } = record
  return isMembers(alert) ? readAlert(alert) : readLine(message)
}

/** The server's output by syslog as JSON: `{"crit":5,"id":"5716","component":"(web1) 10.0.0.5->/var/log/auth.log",...}`. */
const isJson = (record: Readonly<Members>): boolean =>
  typeof record.crit === 'number' &&
  typeof record.component === 'string' &&
  record.id !== undefined &&
  record.description !== undefined

/** The alert as `alerts.json` has it: `{"rule":{"level":5,"comment":"...","sidid":5716},"full_log":"...","location":"..."}`. */
const isAlertJson = ({ rule, location }: Readonly<Members>): boolean =>
  isMembers(rule) && rule.sidid !== undefined && rule.comment !== undefined && typeof location === 'string'

function readAlertJson(record: Readonly<Members>): PhraseValues {
  const { rule } = record as { readonly rule: Members }
  const fields: PhraseValues = { kind: 'alert', level: textOf(rule.level), rule: textOf(rule.sidid) }
  Object.assign(fields, { title: textOf(rule.comment), groups: textOf(rule.group) })
  for (const [name, member] of OF_ALERT_JSON) if (record[member] !== undefined) fields[name] = textOf(record[member])
  const [agent = '', file = ''] = textOf(record.location).split('->', 2)
  Object.assign(fields, { agent: file === '' ? '' : agent, file: file === '' ? agent : file })
  addHost(fields)
  if (fields.agent === '' || !fields.agent?.match(/^[A-Za-z]/))
    fields.agent = textOf(record.hostname) || (fields.agent ?? '')
  return fields
}

const OF_ALERT_JSON = Object.entries({
  ...{ uid: 'id', at: 'timestamp', line: 'full_log', src_ip: 'srcip', src_port: 'srcport', dst_ip: 'dstip' },
  ...{ dst_port: 'dstport', user: 'dstuser' },
})

function readJson(record: Readonly<Members>): PhraseValues {
  const fields: PhraseValues = { kind: 'alert' }
  for (const [name, member] of OF_JSON) if (record[member] !== undefined) fields[name] = textOf(record[member])
  const [agent = '', file = ''] = textOf(record.component).split('->', 2)
  Object.assign(fields, { agent, file })
  addHost(fields)
  return fields
}

const OF_JSON = Object.entries({
  ...{ level: 'crit', rule: 'id', title: 'description', groups: 'classification', line: 'message' },
  ...{ src_ip: 'src_ip', src_port: 'src_port', dst_ip: 'dst_ip', dst_port: 'dst_port', user: 'acct', path: 'file' },
  ...{ md5: 'md5_new', sha1: 'sha1_new', sha256: 'sha256_new' },
})

/** An alert of the file, as `ossec-alerts.ts` takes it apart. */
function readAlert(alert: Readonly<Members>): PhraseValues {
  const fields: PhraseValues = { kind: 'alert' }
  for (const [name, member] of OF_FILE) if (alert[member] !== undefined) fields[name] = textOf(alert[member])
  addHost(fields)
  if (/\bsyscheck\b/.test(`${fields.file} ${fields.groups}`)) Object.assign(fields, changedFile(fields.line ?? ''))
  return fields
}

/** The names of the line's parts with the members of the file's. */
const OF_FILE = Object.entries({
  ...{ uid: 'id', at: 'seconds', level: 'level', rule: 'rule', title: 'comment', agent: 'host', file: 'location' },
  ...{ groups: 'groups', user: 'user', line: 'log' },
  ...{ src_ip: 'src_ip', src_port: 'src_port', dst_ip: 'dst_ip', dst_port: 'dst_port' },
})

function addHost(fields: PhraseValues): void {
  const host = fields.agent?.startsWith('(') ? HOST.exec(fields.agent) : null
  if (host) Object.assign(fields, { agent: host[1], agent_ip: host[2] })
}

function readLine(message: string): PhraseValues | null {
  const alert = ALERT.exec(message.slice(0, 8192))
  if (!alert) return null
  const fields = groupsOf(PARTS, alert)
  addHost(fields)
  if (fields.file === 'syscheck') Object.assign(fields, changedFile(fields.line ?? ''))
  fields.kind = 'alert'
  return fields
}

/** The file with its new digests; the old ones stay in the line. */
function changedFile(line: string): PhraseValues {
  const changed: PhraseValues = {}
  for (const [name, pattern] of CHANGED) {
    const found = pattern.exec(line)?.[1]
    if (found !== undefined) changed[name] = found
  }
  return changed
}

const CHANGED = [
  ['path', /(?:for: |^File )'([^']{1,1024})'/m],
  ['md5', /(?:Current MD5|New md5sum is ?): '([0-9a-f]{32})'/],
  ['sha1', /(?:Current SHA1|New sha1sum is ?): '([0-9a-f]{40})'/],
  ['sha256', /New sha256sum is ?: '([0-9a-f]{64})'/],
] as const

const words = (levels: string, caption: string) =>
  Object.fromEntries(levels.split(' ').map((level) => [level, caption]))
const SEVERITY = lookup('parsed.level', {
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
  alone: (record) => isMembers(record.ossec_alert) || isJson(record) || isAlertJson(record),
  is: (record, message) =>
    isJson(record) ||
    isAlertJson(record) ||
    (message.startsWith('Alert Level: ') && ALERT.test(message.slice(0, 8192))),
  read,
  rows: {
    severity_id: SEVERITY,
    'metadata.event_code': 'parsed.rule',
    message: ['parsed.line', 'syslog.message'],
  },
  profiles: [
    finding('alert', {
      time: time('parsed.at', 'syslog.time', 'syslog.timestamp'),
      'finding_info.uid': text('parsed.uid', 'parsed.rule'),
      'finding_info.analytic.uid': text('parsed.rule'),
      'finding_info.analytic.name': 'parsed.title',
      'finding_info.analytic.type_id': is('Rule'),
      'finding_info.types': list('parsed.groups', /,/),
      'device.hostname': 'parsed.agent',
      'device.ip': ip('parsed.agent_ip'),
      'evidences[0].user.name': 'parsed.user',
      'evidences[0].file.path': 'parsed.path',
      'evidences[0].file.name': { kind: 'basename', fields: 'parsed.path' },
      'evidences[0].file.type_id': is('Regular File'),
      'evidences[0].file.hashes': allHashes('parsed.sha256', 'parsed.sha1', 'parsed.md5'),
      'evidences[0].data': { kind: 'json', fields: 'parsed.file' },
    }),
  ],
  rest: 'nothing: each message is an alert',
})
