/**
 * Veeam Backup & Replication: its events over syslog ("Event Reference"; `instanceId` is the event's number). Events
 * about malware and about deleted or unprotected backups are findings.
 */
import { isMembers } from '../../../platform/members.ts'
import { on, syslogDevice } from '../../families/syslog/device.ts'
import { account, accountDomain, hostname, is, lookup, type Rows, text } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

const MALWARE = /malware|ransomware|suspicious|infected|encrypted data|indicators? of compromise/i
const LOGON = /\b(?:logged (?:in|on)|log ?[io]n|authentication)\b/i
const FAILED = /fail|denied|invalid|incorrect/i

function read(message: string, record: Readonly<Record<string, unknown>>) {
  const words = message.replace(/^(?:\[[^\]]{0,4000}\] ?)+/, '')
  const description = textOf(record.Description)
  const parts = { text: words || description, code: textOf(record.instanceId) }
  if (MALWARE.test(`${words} ${description}`)) return { kind: 'malware', ...parts, title: description || words }
  const isLogon = textOf(record.UserName) !== '' && LOGON.test(words) && !/disabled|enabled|changed/i.test(words)
  if (isLogon) return { kind: 'logon', ...parts, result: FAILED.test(words) ? 'failed' : 'ok' }
  return { kind: 'words', ...parts }
}

const USER: Rows = { 'actor.user.name': account('UserName'), 'actor.user.domain': accountDomain('UserName') }

export const veeam = syslogDevice({
  id: 'veeam/1',
  vendor: 'Veeam',
  product: 'Backup & Replication',
  programs: /^Veeam_(?:MP|ONE)$/,
  is: (record) => record.instanceId !== undefined || isMembers(record.syslog),
  read,
  rows: { 'metadata.event_code': 'parsed.code', message: 'parsed.text' },
  profiles: [
    on('malware', {
      class: 'detection_finding',
      activity: 'Create',
      rows: {
        severity_id: is('High'),
        'finding_info.title': 'parsed.title',
        'finding_info.uid': text('OibID', 'parsed.code'),
        'finding_info.types': { kind: 'list', fields: ['ActivityType'], separator: /,/, as: 'text' },
        'finding_info.analytic.name': 'ActivityType',
        'finding_info.analytic.type_id': is('Rule'),
        'evidences[0].device.hostname': hostname('MachineDisplayName', 'ObjectName'),
        'evidences[0].device.type_id': is('Unknown'),
        'evidences[0].user.name': account('UserName'),
        'actor.user.name': account('UserName'),
      },
    }),
    on('logon', {
      class: 'authentication',
      activity: 'Logon',
      rows: {
        'user.name': account('UserName'),
        'user.domain': accountDomain('UserName'),
        'service.name': is('Veeam'),
        status_id: lookup('parsed.result', { ok: 'Success', failed: 'Failure' }),
      },
    }),
    {
      name: 'words',
      when: {},
      class: 'base_event',
      activity: 'Other',
      unclassified: 'jobs, sessions and settings',
      rows: USER,
    },
  ],
  rest: 'jobs, sessions and settings',
})
