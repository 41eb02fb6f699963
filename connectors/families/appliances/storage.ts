/** Storage, backup and hosts of virtual machines. */
import { isMembers } from '../../../platform/members.ts'
import { textOf } from '../../mapping/text-of.ts'
import { labelsOf } from '../syslog/labels.ts'
import { type Maker, type Members, patterns } from './maker.ts'

/** Cohesity's logs are JSON whose names differ by program. */
function cohesity(_: string, record: Members) {
  if (record.urlPath !== undefined) {
    const { username, domain, method, urlPath, statusCode } = record
    const fields = { user: textOf(username), domain: textOf(domain), method: textOf(method), path: textOf(urlPath) }
    return { ...fields, kind: 'command', operation: `${fields.method} ${fields.path}`, status: textOf(statusCode) }
  }
  if (record.Action !== undefined && record.EntityType !== undefined) {
    const { User, Domain, Action, EntityName, EntityType, EntityId, Description } = record
    const fields = { user: textOf(User), domain: textOf(Domain), operation: textOf(Action), object: textOf(EntityName) }
    return { ...fields, kind: 'command', type: textOf(EntityType), uid: textOf(EntityId), reason: textOf(Description) }
  }
  const { AlertName, AlertSeverity, AlertDescription, EventType, EventMessage } = record
  const values = {
    code: textOf(AlertName) || textOf(EventType),
    text: textOf(AlertDescription) || textOf(EventMessage),
  }
  return { ...values, kind: 'words', level: textOf(AlertSeverity) }
}

/** An audit line of Fabric OS. */
const FABRIC =
  /^(?:\d{1,10} )?AUDIT, ?(?<day>\d{4}\/\d\d\/\d\d)-(?<clock>\d\d:\d\d:\d\d)(?:\.\d{1,6})?(?: \((?<zone>[A-Z]{2,5})\))?, \[(?<code>[A-Z\d]{2,8}-\d{1,5})\], (?<level>[A-Z]{4,8}), (?<part>\w{1,32}), (?<user>[^/,]{0,64})\/(?<role>[^/,]{0,64})\/(?<src_ip>[^/,]{0,45})\/(?<service>[^/,]{0,32})\/[^,]{0,64}, (?:[^/,]{0,64}\/)?(?<host>[^/,]{0,64})[^,]{0,64},(?<words>.{0,2048})/s
const EVENT_OF_FABRIC = /Event: (?<operation>[^,]{1,128}), Status: (?<result>\w{1,16})/

function brocade(message: string) {
  const { day = '', clock = '', zone = '', words = '', ...fields } = FABRIC.exec(message)?.groups ?? {}
  if (day === '') return null
  const { operation = '', result = '' } = EVENT_OF_FABRIC.exec(words)?.groups ?? {}
  const isUtc = zone === '' || zone === 'UTC' || zone === 'GMT'
  const reason = words.replace(/^[\s,]{0,64}/, '').slice(0, 512)
  const isRefused = /^fail/i.test(result) || /incorrect password|login fail|failed login/i.test(words)
  const isLogon = /^log(?:in|on)$/i.test(operation) || /\blogin attempt\b/i.test(words)
  const kind = /^log(?:out|off)$/i.test(operation) ? 'logoff' : isLogon ? (isRefused ? 'refused' : 'logon') : 'command'
  const at = `${day} ${clock}${isUtc ? 'Z' : ''}`
  return { ...fields, kind, at, reason, operation: operation || reason, result: isRefused ? 'failed' : 'success' }
}

/** `ip,"user",protocol,operation,status,file id,"path","other path"`: "Qumulo Core audit log format". */
const QUMULO =
  /^(?<src_ip>[\da-fA-F.:]{2,45}),"(?<user>[^"]{0,128})",(?<service>\w{1,16}),(?<operation>\w{1,64}),(?<result>\w{1,64}),(?<uid>\d{0,20}),"(?<path>[^"]{0,1024})"/

/** Names of ONTAP's events: "EMS reference". */
const EMS =
  /^(?:wafl|raid|callhome|secd|vserver|mgmtgwd|vifmgr|monitor|cf|disk|snapmirror|quota|asup|cifs|nfs|arw)\.\w[\w.]{2,64}$/
const VSERVER = /^(?:\[[\w.-]{1,64}:[\w.]{1,64}:\w{1,8}\]: )?Vserver \(/

/** `na1: 00000011.00012345 0abc Fri Nov 27 2026 10:11:12 +00:00 [kern_audit:info:1234]`, in a file and behind a header. */
const OWN_TIME =
  /^(?:(?<host>[\w.-]{1,64}): )?[\da-f]{8}\.[\da-f]{4,8} [\da-f]{4,8} [A-Z][a-z]{2} (?<at>[A-Z][a-z]{2} [ \d]?\d \d{4} \d\d:\d\d:\d\d [+-]\d\d:\d\d) \[/

function withOwnTime(of: Readonly<Record<string, RegExp>>): NonNullable<Maker['read']> {
  const read = patterns(of)
  return (message, record) => {
    const fields = read(message, record)
    const own = fields && OWN_TIME.exec(message)?.groups
    return own ? { ...own, ...fields } : fields
  }
}

export const STORAGE: readonly Maker[] = [
  {
    vendor: 'Cohesity',
    product: 'DataPlatform',
    programs: ['cluster_audit', 'dataprotection_events', 'api_audit', 'cohesity_alerts'],
    read: cohesity,
  },
  {
    // `node :: session :: protocol :: address:port :: vserver:user :: command :: state`: "How ONTAP implements audit logging".
    vendor: 'NetApp',
    product: 'ONTAP',
    is: ({ syslog }, message) =>
      (isMembers(syslog) && typeof syslog.msg_id === 'string' && EMS.test(syslog.msg_id)) ||
      message.includes(' [kern_audit') ||
      (message.includes('Vserver (') && VSERVER.test(message)),
    read: withOwnTime({
      refused:
        /\[kern_audit[:\w]{0,32}\] (?<uid>\S{1,64}) :: (?:\w{1,64}:)?(?<service>\w{1,16}) :: (?<src_ip>[\d.]{7,15}|[\da-fA-F:]{3,39}?)(?::(?<src_port>\d{4,5}))? :: (?:[^:]{1,128}:)?(?<user>[^: ]{1,128}) :: (?:Login Attempt|Logging in) :: (?<result>Error)(?:: (?<reason>[^.]{1,256}))?/,
      logon:
        /\[kern_audit[:\w]{0,32}\] (?<uid>\S{1,64}) :: (?:\w{1,64}:)?(?<service>\w{1,16}) :: (?<src_ip>[\d.]{7,15}|[\da-fA-F:]{3,39}?)(?::(?<src_port>\d{4,5}))? :: (?:[^:]{1,128}:)?(?<user>[^: ]{1,128}) :: (?:Login Attempt|Logging in) :: (?<result>Success)/,
      logoff:
        /\[kern_audit[:\w]{0,32}\] (?<uid>\S{1,64}) :: (?:\w{1,64}:)?(?<service>\w{1,16}) :: (?<src_ip>[\d.]{7,15}|[\da-fA-F:]{3,39}?)(?::(?<src_port>\d{4,5}))? :: (?:[^:]{1,128}:)?(?<user>[^: ]{1,128}) :: Logging out ::/,
      command:
        /\[kern_audit[:\w]{0,32}\] (?<uid>\S{1,64}) :: (?:\w{1,64}:)?(?<service>\w{1,16}) :: (?<src_ip>[\d.]{7,15}|[\da-fA-F:]{3,39}?)(?::(?<src_port>\d{4,5}))? :: (?:[^:]{1,128}:)?(?<user>[^: ]{1,128}) :: (?<operation>.{1,1024}) :: (?<result>\w{1,16})/s,
      'command:other':
        /\[kern_audit[:\w]{0,32}\] (?<uid>\S{1,64}) :: (?:\w{1,64}:)?(?<service>\w{1,16}) :: \S{1,64} :: (?:[^:]{1,128}:)?(?<user>[^: ]{1,128}) :: (?<operation>.{1,1024}) :: (?<result>\w{1,16})/s,
    }),
  },
  {
    // `[MSIP(CSTR):"192.0.2.1"]` and so on: "Audit message reference", StorageGRID documentation.
    vendor: 'NetApp',
    product: 'StorageGRID',
    words: /^(?:\S{10,32} \[AUDT:|\{"MGAU":\{"sourceIp")/,
    read: patterns({
      'command:audit':
        /\[MRMD\(CSTR\):"(?<method>\w{1,16})"\]\[MPAT\(CSTR\):"(?<operation>[^"]{1,512})"\].{0,1024}\[MSIP\(CSTR\):"(?<src_ip>[^"]{2,45})"\](?:\[MDIP\(CSTR\):"(?<dst_ip>[^"]{0,45})"\])?\[MUUN\(CSTR\):"(?<user>[^"]{0,255})"\](?:\[MRSC\(UI32\):(?<status>\d{3})\])?(?:\[RSLT\(FC32\):(?<result>\w{4})\])?/s,
      'command:api':
        /"sourceIp":"(?<src_ip>[^"]{2,45})".{0,1024}"requestMethod":"(?<method>\w{1,16})".{0,4096}"requestPath":"(?<operation>[^"]{1,512})".{0,1024}"responseCode":(?<status>\d{3}),"userURN":"(?<user>[^"]{0,255})"/s,
      words: /\[ATYP\(FC32\):(?<code>\w{4})\]/,
    }),
  },
  {
    vendor: 'Dell',
    product: 'Avamar',
    words: /^<Code> \d{1,8} <Type> /,
    read: (message) => {
      const { Code = '', Type = '', Severity = '', Category = '', User = '', Summary = '' } = labelsOf(message, '<>')
      const src = /requestor domain="[^"]{0,128}" host="([^"]{1,128})"/.exec(message)?.[1] ?? ''
      const fields = { code: Code, level: Severity, part: Category, user: User, operation: Summary, src_ip: src }
      return { ...fields, kind: Type === 'AUDIT' && User !== '' ? 'command' : 'words' }
    },
  },
  {
    vendor: 'Qumulo',
    product: 'Core',
    programs: ['qumulo'],
    read: (message) => {
      const groups = QUMULO.exec(message)?.groups
      if (!groups) return null
      return { ...groups, kind: groups.operation?.startsWith('fs_') && groups.path ? 'file' : 'command' }
    },
  },
  {
    vendor: 'Tintri',
    product: 'VMstore',
    words: /^(?:: )?Scrubbed@ /,
    read: patterns({ words: /\] (?<level>[A-Z]{4,8}) : (?<part>[\w:]{1,64}):(?<code>LOG-[\w-]{1,32}):/ }),
  },
  {
    // `AUDIT, time, [code], level, class, user/role/address/interface/program, domain/switch, , words`: "Fabric OS Message
    // Reference", "Reading an Audit message"; since version 7.4 more empty columns stand before the words.
    vendor: 'Brocade',
    product: 'Fabric OS',
    words: /^(?:\d{1,10} )?AUDIT, ?\d{4}\/\d\d\/\d\d-\d\d:\d\d:\d\d/,
    read: brocade,
  },
  {
    vendor: 'Pure Storage',
    product: 'FlashArray',
    programs: ['purity.alert', 'purity.audit', 'purity.test', '/space_utility_json.py'],
  },
  {
    vendor: 'Cisco',
    product: 'HyperFlex',
    programs: ['hx-device-connector', 'hx-audit-rest', 'hx-ssl-access', 'hx-stmgr', 'hx-shell'],
  },
  { vendor: 'Buffalo', product: 'TeraStation', programs: ['nasapi'] },
]
