/** Switches, routers, access points, gateways and brokers. */
import { isMembers } from '../../../platform/members.ts'
import { textOf } from '../../mapping/text-of.ts'
import { type Maker, patterns, sentences } from './maker.ts'

const UNIFI = patterns({
  words: /^(?:(?<model>[\w-]{1,32}),)?(?<mac>[0-9a-f]{12}),v(?<version>\d[\d.]{1,24}):? (?<part>\w{1,32})/,
})

export const NETWORK: readonly Maker[] = [
  {
    vendor: 'A10 Networks',
    product: 'Thunder',
    programs: ['a10logd'],
    read: patterns({
      command:
        /^\[audit log\](?:<\d{1,3}>)? Partition: [^,]{1,64}, {1,2}\[(?<user>[^\]]{1,128})\] (?<service>\w{1,16}): \[\d{1,10}:(?<src_ip>[\d.]{7,15}):\d{1,5}\] (?<operation>.{1,1024})/s,
    }),
  },
  {
    vendor: 'Alcatel-Lucent Enterprise',
    product: 'OmniSwitch',
    programs: ['swlogd'],
    read: patterns({ words: /^(?<part>\S{1,32} \S{1,32}) (?<level>\w{1,16})\(\d\) / }),
  },
  {
    vendor: 'Ruckus',
    product: 'ICX',
    words:
      /^(?:VLAN \d{1,4} Port \S{1,16} STP State |PoE: |(?:SSH|telnet|console|WEB) (?:login|logout|terminated|access) )/,
    read: sentences({
      logon: '{service} login by {user} from src IP {src_ip} {rest*}',
      logoff: [
        '{service} terminated by {user} from src IP {src_ip} {rest*}',
        '{service} logout by {user} from src IP {src_ip} {rest*}',
      ],
    }),
  },
  {
    // `%%10MODULE/level/MNEMONIC(l): -name=value-name=value; sentence`: "System log messages reference" of H3C and HPE.
    vendor: 'HPE',
    product: 'Comware',
    words: /^(?:\(Stack\) )?%%10[A-Z0-9_]{1,32}\/[0-7]\/[A-Z0-9_]{1,64}/,
    read: patterns({
      'logon:aaa':
        /%%10(?<part>\w{1,32})\/(?<level>[0-7])\/(?<code>\w{0,32}AAA_SUCCESS)(?:\(\w\))?: -AAAType=AUTHEN.{0,256}-Service= ?(?<service>[\w-]{1,32})-UserName= ?(?<user>[^;-]{1,128})/,
      'refused:aaa':
        /%%10(?<part>\w{1,32})\/(?<level>[0-7])\/(?<code>\w{0,32}AAA_FAILURE)(?:\(\w\))?: -AAAType=AUTHEN.{0,256}-Service= ?(?<service>[\w-]{1,32})-UserName= ?(?<user>[^;-]{1,128})/,
      'logon:shell':
        /%%10(?<part>\w{1,32})\/(?<level>[0-7])\/(?<code>SHELL_LOGIN)(?:\(\w\))?: (?:-[^;]{0,256}; )?(?<user>\S{1,128}) logged in from (?<src_ip>[\da-fA-F.:]{2,44}\w)/,
      'logoff:shell':
        /%%10(?<part>\w{1,32})\/(?<level>[0-7])\/(?<code>SHELL_LOGOUT)(?:\(\w\))?: (?:-[^;]{0,256}; )?(?<user>\S{1,128}) logged out from (?<src_ip>[\da-fA-F.:]{2,44}\w)/,
      words: /%%10(?<part>\w{1,32})\/(?<level>[0-7])\/(?<code>\w{1,64})/,
    }),
  },
  {
    vendor: 'HPE',
    product: 'ProCurve',
    words: /^\d{5} [a-zA-Z0-9-]{2,16}: {1,2}/,
    read: patterns({ words: /^(?<code>\d{5}) (?<part>[a-zA-Z0-9-]{2,16}):/ }),
  },
  { vendor: 'Juniper', product: 'Junos OS', words: /^EVENT <[\w ]{1,64}> \S{1,32} index \d/ },
  {
    vendor: 'Riverbed',
    product: 'SteelHead',
    programs: ['sport'],
    read: patterns({
      flow: /^\[(?<part>[\w/]{1,64})\.(?<level>[A-Z]{2,8})\] (?<connection>\d{1,20}) \{(?<src_ip>[\d.]{7,15}):(?<src_port>\d{1,5}) (?<dst_ip>[\d.]{7,15}):(?<dst_port>\d{1,5})\} (?<action>fini )?/,
      words: /^\[(?<part>[\w/]{1,64})\.(?<level>[A-Z]{2,8})\] /,
    }),
  },
  {
    vendor: 'Ruckus',
    product: 'SmartZone',
    words: /^@@\d{1,6},\w{1,64},/,
    read: patterns({ words: /^@@(?<uid>\d{1,6}),(?<code>\w{1,64}),/ }),
  },
  {
    vendor: 'Ubiquiti',
    product: 'UniFi',
    words: /^(?:[\w-]{1,32},)?[0-9a-f]{12},v\d[\d.]{1,24}:? /,
    read: (message, record) => {
      const read = UNIFI(message, record)
      return read && { ...read, device: read.mac ?? '', mac: (read.mac ?? '').replace(/..(?=.)/g, '$&:') }
    },
  },
  {
    vendor: 'Cisco',
    product: 'SD-WAN',
    words: /^%Viptela-/,
    read: patterns({
      'logon:words':
        /-(?<level>[0-7])-\w{4,8}-(?<code>\d{1,10}): Login: user (?<user>\S{1,128}) from (?<src_ip>[\da-fA-F.:]{2,45})\b/,
      logon:
        /-(?<level>[0-7])-\w{4,8}-(?<code>\d{1,10}): .{0,256} system-login-change .{0,512}user-name:"(?<user>[^"]{1,128})"/s,
      logoff:
        /-(?<level>[0-7])-\w{4,8}-(?<code>\d{1,10}): .{0,256} system-logout-change .{0,512}user-name:"(?<user>[^"]{1,128})"/s,
      words: /-(?<level>[0-7])-\w{4,8}-(?<code>\d{1,10}): /,
    }),
  },
  {
    vendor: 'Dell',
    product: 'Enterprise SONiC',
    is: ({ syslog }) =>
      /^(?:bgp|swss|syncd|lldp|teamd|snmp|pmon|dhcp_relay|radv|telemetry|database|mgmt-framework)#\w/.test(
        isMembers(syslog) ? textOf(syslog.app_name) : '',
      ),
  },
  { vendor: 'LiveAction', product: 'LiveNX', is: ({ syslog }) => isMembers(syslog) && syslog.msg_id === 'LIVEACTION' },
  {
    // Fault code, its life cycle, rule, severity and object: "Cisco ACI system messages".
    vendor: 'Cisco',
    product: 'ACI',
    words: /^%LOG_(?:LOCAL\d)?-[0-7]-SYSTEM_MSG \[[EF]\d/,
    read: patterns({
      words:
        /^%LOG_(?:LOCAL\d)?-[0-7]-SYSTEM_MSG \[(?<code>[EF]\d{1,10})\]\[(?<state>[\w-]{1,32})\]\[(?<part>[\w-]{1,64})\]\[(?<level>\w{1,16})\]/,
    }),
  },
  {
    vendor: 'Cisco',
    product: 'Catalyst Center',
    is: (record) => record.ciscoDnaEventLink !== undefined,
    read: (_, { eventId, name, category }) => ({
      kind: 'words',
      code: textOf(eventId),
      title: textOf(name),
      level: textOf(category),
    }),
  },
  {
    vendor: 'Palo Alto Networks',
    product: 'Prisma SD-WAN',
    is: (record) => record.ION_HOST !== undefined,
    read: (_, record) => ({
      kind: 'words',
      code: textOf(record.CODE ?? record.PROCESS_NAME),
      level: textOf(record.SEVERITY ?? record.Severity),
      host: textOf(record.ION_HOST),
    }),
  },
  {
    vendor: 'VMware',
    product: 'Avi Load Balancer',
    is: (_, message) => message.includes(' Avi-Controller') || message.startsWith('"adf":'),
    read: patterns({ words: /At \S{1,32} \S{1,32} event (?<code>\w{1,64}) occurred on object (?<object>\S{1,128}) / }),
  },
  {
    vendor: 'Broadcom',
    product: 'SSL Visibility',
    programs: ['ssldata'],
    read: patterns({
      flow: /^\[[\w:]{1,32}\] \d{1,20} (?<src_ip>[\d.]{7,15}):(?<src_port>\d{1,5}) -> (?<dst_ip>[\d.]{7,15}):(?<dst_port>\d{1,5}) (?<tls>TLS\d\.\d|SSL\S{1,8}) (?<cipher>\w{1,64}) (?<sni>\S{1,255}) rule:(?<rule>\d{1,10}) (?<detail>.{1,256})/,
    }),
  },
  {
    vendor: 'Broadcom',
    product: 'Layer7 API Gateway',
    programs: ['SSG'],
    read: patterns({
      http: /^(?<level>\w{1,16}) com\.l7tech\.traffic: (?<at>\S{10,32}); (?:[^;]{0,256}; ?){3}(?<status>\d{3}); \d{0,10}; [^;]{0,64}; (?<method>[A-Z]{3,8}); (?<dst_host>[^;]{1,255}); (?<path>[^;]{1,1024}); (?<url>[^;]{1,1024});/,
      words: /^(?<level>[A-Z]{4,8}) (?<part>[\w.]{1,128}): /,
    }),
  },
  {
    // [domain][code][category][level] object: words. "Log message format", IBM DataPower documentation.
    vendor: 'IBM',
    product: 'DataPower Gateway',
    words: /^\[[\w-]{0,64}\]\[0x[0-9a-f]{8}\]\[[\w-]{1,32}\]\[\w{1,16}\] /,
    read: patterns({
      words: /^\[(?<domain>[\w-]{0,64})\]\[(?<code>0x[0-9a-f]{8})\]\[(?<part>[\w-]{1,32})\]\[(?<level>\w{1,16})\] /,
    }),
  },
  {
    vendor: 'Solace',
    product: 'PubSub+',
    words: /^(?:SYSTEM|VPN|CLIENT): (?:SYSTEM|VPN|CLIENT)_\w{1,64}: /,
    read: patterns({
      refused:
        /^\w{1,8}: (?<code>\w{1,64}): .{0,256} username (?<user>\S{1,128}) clientname \S{1,255} connect failed from (?<src_ip>[\d.]{7,15}):(?<src_port>\d{1,5}) - (?<reason>[^<]{1,255})/,
      words: /^\w{1,8}: (?<code>\w{1,64}): /,
    }),
  },
  {
    vendor: 'Cisco',
    product: 'Meeting Management',
    is: ({ syslog }) => /^cmm-web_\w/.test(isMembers(syslog) ? textOf(syslog.app_name) : ''),
  },
  {
    vendor: 'Cisco',
    product: 'Expressway',
    programs: ['tvcs'],
    read: (_, { Module, Level, Event }) => ({
      kind: 'words',
      part: textOf(Module),
      level: textOf(Level),
      code: textOf(Event),
    }),
  },
  {
    // `Info host Allow: type|protocol|interface|source|port|MAC|destination|port|service|interface|rule|...`, with or without names.
    vendor: 'Barracuda',
    product: 'CloudGen Firewall',
    programs: ['box_Firewall_Activity'],
    read: patterns({
      flow: /^\s{0,8}(?<level>\w{3,10}) {1,4}\S{1,64} (?<action>\w{3,16}): (?:type=)?\w{2,8}\|(?:proto=)?(?<protocol>\w{1,16})\|(?:srcIF=)?[^|]{0,32}\|(?:srcIP=)?(?<src_ip>[\da-fA-F.:]{2,45})\|(?:srcPort=)?(?<src_port>\d{0,5})\|(?:srcMAC=)?[^|]{0,32}\|(?:dstIP=)?(?<dst_ip>[\da-fA-F.:]{2,45})\|(?:dstPort=)?(?<dst_port>\d{0,5})\|(?:dstService=)?(?<service>[^|]{0,64})\|(?:dstIF=)?[^|]{0,32}\|(?:rule=)?(?<rule>[^|]{0,128})\|(?:info=)?(?<detail>[^|]{0,256})/,
    }),
  },
  { vendor: 'Cisco', product: 'Meeting Server', programs: ['authp'] },
  { vendor: 'Avaya', product: 'Aura Session Manager', programs: ['AasSipMgr'] },
  { vendor: 'Poly', product: 'RealPresence Resource Manager', words: /^RPRM \d{1,10} / },
  { vendor: 'Zscaler', product: 'Nanolog Streaming Service', words: /^\[[\d.]{7,15}\] ZscalerNSS: / },
]
