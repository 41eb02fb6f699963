/** The server log of OpenVPN: clients that connect, are refused, and disconnect. Texts: OpenVPN 2.4 to 2.6. */
import { logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { type PhraseValues, phraseReader } from '../../mapping/phrases.ts'
import { integer, ip, is } from '../../mapping/table.ts'

/** `198.51.100.4:5555`, or `ada/198.51.100.4:5555` when the name is known; log files have a time before it. */
const PEER =
  /^(?:(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4} |\d{4}-\d\d-\d\d \d\d:\d\d:\d\d )?(?:us=\d{1,6} )?(?:([^/\s]{1,128})\/)?(?:(?:tcp|udp)[46]?:)?(?:\[AF_INET6?\])?([\d.]{7,15}|\[?[\da-fA-F:]{4,45}\]?):(\d{1,5}) /

const SENTENCES = phraseReader({
  verified: ["TLS: Username/Password authentication succeeded for username '{name*}'..."],
  denied: [
    'TLS Auth Error: Auth Username/Password verification failed for peer',
    "TLS: Username/Password authentication failed for username '{name*}'...",
  ],
  login: ['[{name*}] Peer Connection Initiated with {rest*}', 'Peer Connection Initiated with {rest*}'],
  refused: [
    'TLS Auth Error: {reason*}',
    'AUTH_FAILED{reason*}',
    "SENT CONTROL [{name*}]: 'AUTH_FAILED' {rest*}",
    'PLUGIN_CALL: {rest*} AUTH_USER_PASS_VERIFY {reason*}',
  ],
  open: ['MULTI_sva: pool returned IPv4={vpn_ip}, {rest*}', 'MULTI: primary virtual IP for {rest*}: {vpn_ip}'],
  closed: [
    'SIGTERM[{how*}] received, {reason*}',
    '[{name*}] Inactivity timeout (--ping-restart), restarting',
    'Connection reset, restarting [{code}]',
  ],
  unverified: ['VERIFY ERROR: {reason*}', 'TLS Error: {reason*}'],
})

function read(message: string): PhraseValues | null {
  const peer = PEER.exec(message)
  if (!peer) return null
  const [head, user, address = '', port = ''] = peer
  const fields = SENTENCES(message.slice(head.length))
  if (fields === null) return null
  fields.src_ip = address.replace(/^\[|\]$/g, '')
  fields.src_port = port
  const name = user ?? fields.name
  if (name !== undefined && name !== 'UNDEF' && name !== 'unknown') fields.user = name
  return fields
}

const VPN = {
  'user.name': 'parsed.user',
  'src_endpoint.ip': ip('parsed.src_ip'),
  'src_endpoint.port': integer('parsed.src_port'),
  'dst_endpoint.hostname': 'syslog.hostname',
  'dst_endpoint.ip': ip('syslog.address'),
  'tunnel_interface.ip': ip('parsed.vpn_ip'),
  'session.is_vpn': is(true),
  status_detail: 'parsed.reason',
} as const
/** A line of its own log file, which has no program before it; the time may have been read before. */
const OF_FILE =
  /^(?:(?:(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4} |\d{4}-\d\d-\d\d \d\d:\d\d:\d\d )(?:us=\d{1,6} )?(?:[^/\s]{1,128}\/)?)?(?:(?:tcp|udp)[46]?:)?(?:\[AF_INET6?\])?(?:\d[\d.]{6,14}|\[?[\da-fA-F:]{4,45}\]?):\d{1,5} (?:\[[^\]]{1,128}\] (?:Peer Connection|Inactivity)|TLS(?: Auth)?(?: Error)?: |VERIFY ERROR: |MULTI(?:_sva)?: |SENT CONTROL \[|PLUGIN_CALL: |AUTH_FAILED|SIGTERM\[|Connection reset, )/
const PROGRAM = /^(?:openvpn|ovpn)[\w.@-]{0,64}$/

export const openvpn = syslogDevice({
  id: 'openvpn/1',
  vendor: 'OpenVPN',
  product: 'OpenVPN',
  programs: PROGRAM,
  begins: OF_FILE,
  read,
  profiles: [
    logon(['login', 'verified'], 'Logon', is('Success'), { 'service.name': is('openvpn') }),
    logon(['refused', 'denied', 'unverified'], 'Logon', is('Failure'), {
      'service.name': is('openvpn'),
      severity_id: is('Medium'),
    }),
    on('open', { class: 'tunnel_activity', activity: 'Open', rows: VPN }),
    on('closed', { class: 'tunnel_activity', activity: 'Close', rows: VPN }),
  ],
  rest: 'the handshake, options and routes',
})
