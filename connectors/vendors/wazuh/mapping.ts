/**
 * Alerts of Wazuh as JSON: the file `alerts.json`, the syslog output and Filebeat's version of them. A Wazuh rule has
 * already judged the event; its entities are in `data`, with the names of Wazuh's decoders. Names: "Alerts", "Dynamic
 * fields" and "Rules classification", Wazuh documentation.
 */
import { isMembers, type Members } from '../../../platform/members.ts'
import { TECHNIQUE_ID } from '../../../schemas/attack-technique.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  allHashes,
  basename,
  first,
  hostname,
  integer,
  ip,
  is,
  known,
  list,
  lookup,
  objects,
  type RecordShape,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

const WIN = 'data.win.eventdata'

/** Techniques are a list of ids beside lists of names; each becomes one entry. */
function settle(record: Members): void {
  if (record.parsed !== undefined) return
  const rule = isMembers(record.rule) ? record.rule : {}
  const mitre = isMembers(rule.mitre) ? rule.mitre : {}
  const ids = [mitre.id ?? mitre.ids ?? []].flat().filter((id) => TECHNIQUE_ID.test(textOf(id)))
  const names = [mitre.technique ?? []].flat()
  const { agent, predecoder } = record
  const id = isMembers(agent) ? textOf(agent.id) : ''
  const groups = [rule.groups ?? []].flat().map(textOf)
  record.parsed = {
    techniques: ids.map((uid, i) => ({ uid, ...(typeof names[i] === 'string' && { name: names[i] }) })),
    groups: groups.join(','),
    level: textOf(rule.level),
    ...(id === '000' && isMembers(predecoder) && { device: textOf(predecoder.hostname) }),
  }
}

const shape: RecordShape = { name: 'json', is: () => true, settle }

const levels = (from: number, to: number, caption: string) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, i) => [String(from + i), caption]))
const SEVERITIES = {
  ...levels(0, 3, 'Informational'),
  ...levels(4, 6, 'Low'),
  ...levels(7, 9, 'Medium'),
  ...levels(10, 13, 'High'),
  ...levels(14, 16, 'Critical'),
}

export const WAZUH: SourceTable = {
  id: 'wazuh/1',
  shapes: [shape],
  select: ['rule.id'],
  rows: {
    time: time('timestamp', '@timestamp', 'syslog.time'),
    severity_id: lookup('parsed.level', SEVERITIES),
    'metadata.product.name': is('Wazuh'),
    'metadata.product.vendor_name': is('Wazuh'),
    'metadata.event_code': text('rule.id'),
    'metadata.log_name': ['location', 'decoder.name'],
    'metadata.original_event_uid': text('id'),
    'metadata.original_time': 'timestamp',
    message: ['full_log', 'data.win.system.message', 'rule.description'],
    // The manager logs events that devices send to it as its own agent 000; the header of the line names the device.
    'device.hostname': first(
      hostname('parsed.device'),
      hostname('agent.name'),
      hostname('predecoder.hostname', 'manager.name'),
    ),
    'device.ip': ip('agent.ip'),
    'device.uid': text('agent.id'),
    'device.type_id': is('Unknown'),
  },
  logSource: { product: 'wazuh' },
  vendorId: 'id',
  chapters: [
    {
      name: 'alerts',
      aliases: {
        src_ip: ['data.srcip', 'data.src_ip'],
        dst_ip: ['data.dstip', 'data.dest_ip'],
        user: ['data.dstuser', 'data.srcuser'],
      },
      profiles: [
        {
          name: 'alert',
          when: {},
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            'finding_info.title': 'rule.description',
            'finding_info.uid': text('id', 'rule.id'),
            'finding_info.analytic.name': 'rule.description',
            'finding_info.analytic.uid': text('rule.id'),
            'finding_info.analytic.type_id': is('Rule'),
            'finding_info.types': list('parsed.groups', /,/),
            attacks: objects('parsed.techniques', { 'technique.uid': 'uid', 'technique.name': 'name' }),
            count: integer('rule.firedtimes'),
            'actor.user.name': first(
              known('data.srcuser', 'data.dstuser', 'data.user', 'data.uid'),
              account(`${WIN}.targetUserName`, `${WIN}.subjectUserName`, `${WIN}.user`),
              known(
                'data.aws.userIdentity.userName',
                'data.office365.UserId',
                'data.audit.auid',
                'syscheck.uname_after',
              ),
            ),
            'evidences[0].src_endpoint.ip': ip(
              'data.srcip',
              'data.src_ip',
              `${WIN}.ipAddress`,
              `${WIN}.sourceIp`,
              'data.aws.sourceIPAddress',
              'data.office365.ClientIP',
            ),
            'evidences[0].src_endpoint.port': integer(
              'data.srcport',
              'data.src_port',
              `${WIN}.ipPort`,
              `${WIN}.sourcePort`,
            ),
            'evidences[0].dst_endpoint.ip': ip('data.dstip', 'data.dest_ip', `${WIN}.destinationIp`),
            'evidences[0].dst_endpoint.port': integer('data.dstport', 'data.dest_port', `${WIN}.destinationPort`),
            'evidences[0].user.name': known('data.dstuser', `${WIN}.targetUserName`),
            'evidences[0].process.cmd_line': [`${WIN}.commandLine`, 'data.audit.command'],
            'evidences[0].process.name': basename(`${WIN}.newProcessName`, `${WIN}.image`, 'data.audit.exe'),
            'evidences[0].process.pid': integer('data.audit.pid', `${WIN}.processId`),
            'evidences[0].file.path': ['syscheck.path', 'data.virustotal.source.file', 'data.file'],
            'evidences[0].file.name': basename('syscheck.path', 'data.virustotal.source.file', 'data.file'),
            'evidences[0].file.type_id': is('Unknown'),
            'evidences[0].file.hashes': allHashes('syscheck.sha256_after', 'syscheck.sha1_after', 'syscheck.md5_after'),
            'evidences[0].url.url_string': ['data.url'],
            'evidences[0].data': { kind: 'json', fields: 'data' },
          },
        },
      ],
    },
  ],
  recognises: ({ rule, agent, manager, decoder }) =>
    isMembers(rule) &&
    rule.level !== undefined &&
    typeof rule.description === 'string' &&
    rule.id !== undefined &&
    (isMembers(agent) || isMembers(manager) || isMembers(decoder)),
}
export const wazuh = compileSource(WAZUH)
