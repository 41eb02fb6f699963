/**
 * CEF of any vendor: the standard keys of the ArcSight Common Event Format 25. The class follows from the category and
 * the present keys, and is computed once per record as `cef.kind`; an event without a kind is a finding only when its
 * severity says so.
 */
import { isMembers } from '../../../platform/members.ts'
import { INSIDE } from '../../mapping/finding-entities.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  basename,
  capture,
  concat,
  email,
  first,
  hashes,
  hostname,
  integer,
  ip,
  is,
  list,
  lookup,
  mac,
  type Profile,
  type Rows,
  type SourceTable,
  text,
  time,
  under,
} from '../../mapping/table.ts'
import { text as asText } from '../../mapping/transforms.ts'
import { verb } from '../saas/rows.ts'
import { decision, flow } from '../syslog/firewall.ts'
import { ACCOUNT_CHANGES, changedAccount, kindOf, METHOD_FIELDS, TREND } from './kind.ts'
import { type Labelled, labelledIn, pageIn, timeIn } from './labels.ts'
import { ZERO_TO_TEN } from './severities.ts'

/** Section 4 of the format: 0 to 3 are low, 4 to 6 medium, 7 and 8 high, 9 and 10 very high. */
const SEVERITIES = {
  ...ZERO_TO_TEN,
  Informational: 'Informational',
  Info: 'Informational',
  Low: 'Low',
  Medium: 'Medium',
  High: 'High',
  'Very-High': 'Critical',
  Critical: 'Critical',
}

const HEADER: Rows = {
  time: time(
    'rt',
    'end',
    'start',
    'deviceReceiptTime',
    'BitdefenderGZDetectionTime',
    'UNIFIutcTime',
    'cef.custom_time',
    'cef.time',
    'syslog.time',
  ),
  start_time: time('start'),
  end_time: time('end'),
  severity_id: first(lookup('cef.level', SEVERITIES), lookup('cef.severity', SEVERITIES)),
  message: ['msg', 'message', 'cef.name'],
  count: integer('cnt'),
  'metadata.product.name': 'cef.device_product',
  'metadata.product.vendor_name': 'cef.device_vendor',
  'metadata.product.version': 'cef.device_version',
  'metadata.log_name': 'cef.name',
  'metadata.event_code': 'cef.device_event_class_id',
  'metadata.original_event_uid': 'externalId',
  'metadata.original_time': ['rt', 'syslog.timestamp'],
  'metadata.log_provider': 'sourceServiceName',
  'device.hostname': first(hostname('dvchost', 'deviceHostName'), 'syslog.hostname'),
  'device.ip': ip('dvc', 'deviceAddress', 'dvchost', 'syslog.address'),
  'device.mac': mac('dvcmac'),
  'device.uid': text('deviceExternalId'),
  'device.type_id': is('Unknown'),
  status_detail: ['reason', 'outcome'],
}

const ENDPOINTS: Rows = {
  ...under('src_endpoint', {
    // Some vendors write an address in the place of a name.
    ip: ip('src', 'sourceAddress', 'c6a2', 'shost'),
    port: integer('spt', 'sourcePort'),
    hostname: hostname('shost', 'sourceHostName'),
    mac: mac('smac'),
    domain: 'sntdom',
    zone: ['sourceZone', 'cs4Zone'],
    interface_name: 'deviceInboundInterface',
    svc_name: 'sourceServiceName',
  }),
  ...under('dst_endpoint', {
    ip: ip('dst', 'destinationAddress', 'c6a3', 'dhost'),
    port: integer('dpt', 'destinationPort'),
    hostname: hostname('dhost', 'destinationHostName'),
    domain: ['destinationDnsDomain', 'dntdom'],
    mac: mac('dmac'),
    interface_name: 'deviceOutboundInterface',
    svc_name: 'destinationServiceName',
  }),
}

const WHO: Rows = {
  'actor.user.name': account('suser', 'sourceUserName'),
  'actor.user.domain': first(accountDomain('suser'), text('sntdom')),
  'actor.user.uid': text('suid'),
  'actor.process.pid': integer('spid'),
  'actor.process.name': 'sproc',
}

/** Some vendors write the protocol's number in the place of its name. */
const PROTOCOL_NAME = /^(\d*[^\d].*)$/

const NETWORK: Rows = {
  ...ENDPOINTS,
  ...decision(['cef.act', 'act', 'outcome']),
  'connection_info.protocol_name': capture(['proto', 'transportProtocol'], PROTOCOL_NAME),
  'connection_info.protocol_num': integer('proto', 'transportProtocol'),
  'connection_info.direction_id': lookup(
    'deviceDirection',
    { 0: 'Inbound', 1: 'Outbound', inbound: 'Inbound', outbound: 'Outbound' },
    'Other',
    'Unknown',
  ),
  app_protocol_name: 'app',
  'traffic.bytes_in': integer('in', 'bytesIn'),
  'traffic.bytes_out': integer('out', 'bytesOut'),
  'actor.user.name': account('suser', 'duser'),
}

const REQUEST: Rows = {
  'http_request.http_method': METHOD_FIELDS,
  'http_request.user_agent': ['requestClientApplication', 'requestContext'],
  'http_request.referrer': 'requestReferer',
  'http_request.url.url_string': 'request',
  'http_response.code': integer('response', 'status'),
}

/** Excludes the word that vendors write for no user. */
const A_USER = /^(?!n\/a$)(.+)$/i
/** A name with which somebody logs on, not an identifier. */
const A_LOGIN = /^([A-Za-z]{2,64}(?:[._-][A-Za-z]{1,64}){0,3}(?:@[\w.-]{3,128})?)$/

const FINDING: Rows = {
  ...WHO,
  // A manager or a sensor reports about another machine, and writes its own name into the syslog header.
  'device.hostname': first(hostname('cef.machine'), hostname('dvchost', 'deviceHostName'), 'syslog.hostname'),
  'finding_info.title': first('cef.title', 'cef.name'),
  'finding_info.uid': first('externalId', 'incidentId', 'cef.uid', concat('cef.device_event_class_id'), 'cef.name'),
  'finding_info.src_url': 'cef.link',
  'finding_info.desc': 'msg',
  'finding_info.analytic.name': first('cef.title', 'cef.name'),
  'finding_info.analytic.uid': 'cef.device_event_class_id',
  'finding_info.analytic.type_id': is('Rule'),
  'finding_info.types': { kind: 'list', fields: ['cat', 'deviceEventCategory'], separator: /\|/, as: 'text' },
  ...Object.fromEntries(Object.entries(ENDPOINTS).map(([path, cell]) => [`evidences[0].${path}`, cell])),
  'evidences[0].user.name': capture('duser', A_USER, 'account'),
  'evidences[0].url.url_string': 'cef.request',
  'evidences[0].file.path': first('cef.file', 'filePath'),
  'evidences[0].file.name': first('fname', basename('filePath')),
  'evidences[0].file.type_id': is('Unknown'),
  'evidences[0].file.hashes': hashes('fileHash'),
  'evidences[0].connection_info.protocol_name': capture('proto', PROTOCOL_NAME),
  'evidences[0].connection_info.protocol_num': integer('proto'),
  'evidences[0].connection_info.direction_id': is('Unknown'),
  action_id: decision(['cef.act', 'act']).action_id as Rows[string],
  disposition_id: decision(['cef.act', 'act']).disposition_id as Rows[string],
}

const OUTCOME = lookup(
  'outcome',
  { success: 'Success', true: 'Success', failure: 'Failure', failed: 'Failure', false: 'Failure' },
  'Other',
)

const LOGON: Rows = {
  ...ENDPOINTS,
  // Somebody who logs on as somebody else.
  'actor.user.name': account('cef.other_user'),
  'user.name': first(account('duser', 'suser', 'destinationUserName'), capture('duid', A_LOGIN)),
  'user.domain': first(accountDomain('duser', 'suser'), text('dntdom')),
  'user.uid': text('duid', 'suid'),
  'service.name': ['destinationServiceName', 'app', 'cef.device_product'],
  status_id: first(OUTCOME, lookup('cef.kind', { 'logon/failed': 'Failure' })),
}

/** The verb in the name of an event: `SECRET - VIEW`, `User updated`. */
const VERB =
  /\b(created?|add(?:ed)?|deleted?|removed?|updated?|edit(?:ed)?|modify|modified|changed?|view(?:ed)?|read|list|get|export|download|access(?:ed)?|set|reset)\b/i

const on = (kind: string | readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name: [kind].flat()[0] ?? '',
  when: { 'cef.kind': kind },
  ...of,
})

export const CEF: SourceTable = {
  id: 'cef/1',
  shapes: [{ name: 'cef', is: () => true, settle: addKind }],
  select: ['cef.kind'],
  rows: HEADER,
  chapters: [
    {
      name: 'any',
      aliases: {
        src_ip: ['src'],
        dst_ip: ['dst'],
        src_port: ['spt'],
        dst_port: ['dpt'],
        action: ['act'],
        'c-uri': ['request'],
        'c-useragent': ['requestClientApplication'],
        'cs-method': ['requestMethod'],
        'cs-host': ['dhost'],
        Signature: ['cef.name'],
        Filename: ['fname', 'filePath'],
      },
      profiles: [
        on(['logon', 'logon/failed'], {
          class: 'authentication',
          activity: 'Logon',
          rows: LOGON,
          logSource: { categories: ['authentication'] },
        }),
        on('logoff', { class: 'authentication', activity: 'Logoff', rows: LOGON }),
        on('malware', {
          class: 'detection_finding',
          activity: 'Create',
          rows: FINDING,
          logSource: { categories: ['antivirus'] },
        }),
        on('finding', { class: 'detection_finding', activity: 'Create', rows: FINDING }),
        on('mail', {
          class: 'email_activity',
          activity: 'Scan',
          rows: {
            'email.from': email('suser'),
            'email.to': list('duser', /[\s,;]+/, 'email'),
            'email.subject': capture('msg', /^'?(.*?)'?$/),
            'email.uid': text('ESAMID', 'externalId', 'ESAICID', 'cef.name'),
            'email.message_uid': 'ESAMsgID',
            ...ENDPOINTS,
            direction_id: lookup('deviceDirection', { 0: 'Inbound', 1: 'Outbound' }, 'Unknown', 'Unknown'),
            ...decision(['act']),
            disposition_id: lookup(
              'act',
              {
                QUARANTINED: 'Quarantined',
                DROPPED: 'Dropped',
                BOUNCED: 'Rejected',
                DELIVERED: 'Allowed',
                DQ: 'Quarantined',
              },
              'Other',
            ),
            action_id: lookup(
              'act',
              { QUARANTINED: 'Denied', DROPPED: 'Denied', BOUNCED: 'Denied', DELIVERED: 'Allowed', DQ: 'Denied' },
              'Other',
            ),
            status_id: lookup('act', { DELIVERED: 'Success' }, 'Failure', 'Unknown'),
          },
        }),
        on('web', {
          class: 'http_activity',
          activity: lookup(METHOD_FIELDS, HTTP_METHODS, 'Other'),
          rows: { ...NETWORK, ...REQUEST },
          logSource: { categories: ['proxy'] },
        }),
        on('network', {
          class: 'network_activity',
          activity: flow(['act']),
          rows: NETWORK,
          logSource: { categories: ['firewall'] },
        }),
        on('audit', {
          class: 'api_activity',
          activity: verb('cef.name', VERB),
          rows: {
            ...WHO,
            'api.operation': 'cef.name',
            'api.service.name': 'cef.device_product',
            'src_endpoint.ip': ip('src', 'sourceAddress', 'c6a2'),
            'src_endpoint.hostname': hostname('shost', 'sourceHostName'),
            'resources[0].name': ['fname', 'destinationServiceName'],
            ...decision(['act', 'outcome']),
            status_id: first(OUTCOME, decision(['act']).status_id as Rows[string]),
          },
        }),
        on('account', {
          class: 'account_change',
          activity: lookup('cef.change', ACCOUNT_CHANGES, 'Other'),
          rows: {
            ...WHO,
            'user.name': account('duser', 'destinationUserName'),
            'user.domain': first(accountDomain('duser'), text('dntdom')),
            'user.uid': text('duid'),
            'src_endpoint.ip': ip('src', 'sourceAddress', 'c6a2'),
            'src_endpoint.hostname': hostname('shost', 'sourceHostName'),
            status_id: first(OUTCOME, decision(['act']).status_id as Rows[string]),
          },
        }),
        on('addressed', {
          class: 'network_activity',
          activity: 'Other',
          rows: {
            ...ENDPOINTS,
            ...WHO,
            ...decision(['act', 'outcome']),
            status_id: first(OUTCOME, decision(['act']).status_id as Rows[string]),
            'connection_info.direction_id': is('Unknown'),
          },
        }),
        on('other', {
          class: 'base_event',
          activity: 'Other',
          unclassified: 'neither its category nor its keys say what kind of event it is',
          rows: {
            ...WHO,
            ...decision(['act', 'outcome']),
            status_id: first(OUTCOME, decision(['act']).status_id as Rows[string]),
          },
        }),
        {
          name: 'any',
          when: {},
          class: 'base_event',
          activity: 'Unknown',
          unclassified: 'no CEF header',
        },
      ],
    },
  ],
  renderings: ['syslog.pri', 'cef.version'],
  recognises: (record) => isMembers(record.cef),
}

/** A bare name is that of an internal machine; another name counts only if its address is internal. */
const BARE = /^(?!localhost$)[\w-]{1,63}$/i

/** The machine that a finding is about; '' when both ends may be external. */
function machineOf(record: Readonly<Record<string, unknown>>): string {
  for (const [name, address] of [
    [record.dhost ?? record.destinationHostName, record.dst ?? record.destinationAddress],
    [record.shost ?? record.sourceHostName, record.src ?? record.sourceAddress],
  ]) {
    const host = asText(name)
    if (host !== '' && (BARE.test(host) || INSIDE.test(asText(address)))) return host
  }
  return ''
}

/** Trend Micro and others write the folder and the name apart; '' when the path is whole. */
function fileOf({ filePath, fname }: Readonly<Record<string, unknown>>): string {
  const [folder, name] = [asText(filePath), asText(fname)]
  return /[\\/]$/.test(folder) && name !== '' && !/[\\/]/.test(name) ? folder + name : ''
}

const DEED = /^.{0,40}(?:\b|_)(quarantined|deleted|cleaned|blocked|denied|dropped|removed|passed)(?:\b|_).{0,40}$/i

const A_TYPE = /^(?:THREAT|WILDFIRE|URL|DATA|LOG|THREAT LOG)$/i

/** Imperva's cloud calls the server's address and port `sip` and `spt`, and the client's port `cpt`; some logs have the site's port there. */
function settleIncapsula(record: Record<string, unknown>): void {
  if (record.sip === undefined) return
  record.dst ??= record.sip
  record.dpt ??= record.spt
  record.spt = Number(record.cpt) > PORT_OF_SERVICES ? record.cpt : ''
}

/** Names of events that say nothing about what was found. */
const OF_ANY_RULE = /^(?:alert|alerts|incident|event|notification|dlp syslog|rule match|policy match|detection)$/i

/** Names of Forcepoint's DLP for what the format has keys for: "SIEM integration". */
function settleForcepoint(record: Record<string, unknown>, cef: Record<string, unknown>): void {
  record.src ??= record.sourceIp
  record.shost ??= record.sourceHost
  record.rt ??= record.timeStamp
  record.externalId ??= record.eventId
  if (asText(record.loginName) !== '') record.suser = record.loginName
  if (asText(record.severityType) !== '') cef.level = record.severityType
}

function settleLabelled(record: Record<string, unknown>, cef: Record<string, unknown>, labelled: Labelled): void {
  if (asText(record.UNIFIadmin) !== '') record.suser ??= record.UNIFIadmin
  if (labelled.user !== undefined && !USERS.some((name) => asText(record[name]) !== '')) record.suser = labelled.user
  const at = timeIn(record)
  if (at !== '') cef.custom_time = at
  const page = pageIn(record)
  cef.link = labelled.link ?? page
  // The page about a finding is not an address that somebody requested.
  cef.request = page === '' ? record.request : ''
  if (labelled.id !== undefined) cef.uid = labelled.id
  if (labelled.severity !== undefined && cef.device_vendor !== 'SentinelOne') cef.level = labelled.severity
}

const USERS = ['suser', 'duser', 'sourceUserName', 'destinationUserName']

const PORT_OF_SERVICES = 1023

function addKind(record: Record<string, unknown>): void {
  const { cef } = record
  if (!isMembers(cef) || cef.kind !== undefined) return
  if (typeof record.request === 'string') record.request = record.request.replace(/^"([^"]*)"$/, '$1')
  const labelled = labelledIn(record)
  if (cef.device_vendor === 'Forcepoint') settleForcepoint(record, cef)
  settleLabelled(record, cef, labelled)
  cef.kind = kindOf(cef, record, labelled)
  const [actor, subject] = [asText(record.suser), asText(record.duser)]
  if (actor !== '' && subject !== '' && actor.toLowerCase() !== subject.toLowerCase()) cef.other_user = actor
  if (cef.kind === 'account') cef.change = changedAccount(cef, record)
  if (cef.device_vendor === 'Incapsula') settleIncapsula(record)
  // PAN-OS writes the type of the log as the name, and the name of the threat as the class.
  const name = asText(cef.name)
  const id = asText(cef.device_event_class_id)
  // SentinelOne's console writes the same number into every line.
  if (cef.device_vendor === 'SentinelOne' && /threat/i.test(asText(cef.name)))
    cef.level = /suspicious/i.test(asText(cef.name)) ? 'Medium' : 'High'
  const { virus, rule } = labelled
  if (virus !== undefined && virus.length > 1) cef.title = virus
  else if (rule !== undefined && OF_ANY_RULE.test(name)) cef.title = rule
  else if (TREND.test(id) && cef.device_vendor === 'Trend Micro') cef.title = name
  // `Cleaned by deleting`, `File quarantined`: the action is found in the sentence.
  const deed = DEED.exec(asText(record.act))?.[1]
  if (deed !== undefined) cef.act = deed.toLowerCase()
  if (A_TYPE.test(name) && / |\(\d+\)$/.test(id)) cef.title = id
  const machine = machineOf(record)
  if (machine !== '') cef.machine = machine
  const file = fileOf(record)
  if (file !== '') cef.file = file
  // The schema requires a product for every event.
  if (asText(cef.device_product) === '') cef.device_product = 'unknown'
}

export const cef = compileSource(CEF)
