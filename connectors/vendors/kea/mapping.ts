/**
 * ISC Kea: leases of its DHCP servers, in its file and by syslog. `INFO  [kea-dhcp4.leases/1234.140123] DHCP4_LEASE_ALLOC [hwtype=1
 * 08:00:2b:02:3f:4e], cid=[...], tid=0x5: lease 192.0.2.10 has been allocated for 7200 seconds`. Texts: "Kea Messages Manual".
 */
import { DHCP } from '../../families/name-services/mapping.ts'
import { on, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { lookup, time } from '../../mapping/table.ts'

/** Time, level and logger, which its own file has before the code. */
const HEAD =
  /^(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})? )?(?:(DEBUG|INFO|WARN|ERROR|FATAL) {1,2})?(?:\[[\w.-]{1,96}\/[\w.]{1,40}\] )?(DHCP[46]|DHCPSRV|LEASE|ALLOC_ENGINE|HOSTS|DHCP_DDNS|CTRL_AGENT|COMMAND|DCTL|HA|LEGAL)_([A-Z\d_]{3,64})(?: |:|$)/
const MAC = /\[hwtype=\d{1,3} ([\da-f]{2}(?::[\da-f]{2}){5})\]/
const ADDRESS =
  /\b(?:lease(?: for address)?|address|prefix|IA_NA) ((?:\d{1,3}\.){3}\d{1,3}|[\da-f]{1,4}:[\da-f:]{2,40})\b/i
const CLIENT = /\bhostname[= ]['"]?([\w.-]{1,255})/

const ACTS: readonly (readonly [RegExp, string])[] = [
  [/^(?:LEASE_ADVERT|LEASE_OFFER)$/, 'offer'],
  [/^(?:LEASE_ALLOC|LEASE_RENEW|LEASE_REUSE|LEASE_REBIND|INIT_REBOOT)$/, 'ack'],
  [/^(?:RELEASE|RELEASE_NA|RELEASE_PD|RELEASE_EXPIRED)$/, 'release'],
  [/^(?:DECLINE_LEASE|DECLINE)$/, 'decline'],
  [/^(?:PACKET_NAK_\d{4}|NO_LEASE_INIT_REBOOT|INVALID_ADDRESS_INIT_REBOOT)$/, 'nak'],
]

function read(message: string): PhraseValues | null {
  const [, level = '', part = '', code = ''] = HEAD.exec(message) ?? []
  if (code === '') return null
  const fields: PhraseValues = { kind: 'words', level, code: `${part}_${code}` }
  const dhcp = /^DHCP[46]$/.test(part) ? ACTS.find(([pattern]) => pattern.test(code))?.[1] : undefined
  if (dhcp !== undefined) Object.assign(fields, { kind: 'dhcp', dhcp })
  const found = { mac: MAC.exec(message)?.[1], ip: ADDRESS.exec(message)?.[1], client: CLIENT.exec(message)?.[1] }
  for (const [name, value] of Object.entries(found)) if (value !== undefined) fields[name] = value
  return fields
}

export const kea = syslogDevice({
  id: 'kea/1',
  vendor: 'ISC',
  product: 'Kea',
  begins: HEAD,
  programs: /^kea-(?:dhcp[46]|dhcp-ddns|ctrl-agent)$/,
  read,
  rows: {
    time: time('syslog.time', 'syslog.timestamp'),
    'metadata.event_code': 'parsed.code',
    severity_id: lookup(
      'parsed.level',
      { WARN: 'Low', ERROR: 'High', FATAL: 'Critical' },
      'Informational',
      'Informational',
    ),
  },
  profiles: [on('dhcp', DHCP)],
  rest: 'the server about itself and its packets',
  logSource: { product: 'kea', service: 'dhcp' },
})
