/** Messages of a device that its table knows, and whose words it does not. */
import { expect, test } from 'vitest'
import { normalisedEvents } from '../../../pipeline/sample/sample-events.ts'

function read(line: string) {
  const [event] = normalisedEvents(Buffer.from(`${line}\n`), 'auto')
  if (event === undefined || 'reason' in event) throw new Error('not read')
  const { row, mapping } = event
  return {
    ...{ table: mapping?.id, class: row.classUid, user: row.user, src: row.srcIp, srcPort: row.srcPort },
    ...{ dst: row.dstIp, dstPort: row.dstPort },
  }
}

const ASA = '<166>Nov 27 2026 10:11:12 fw1 : %ASA-'
const IOS = '<189>12: r1: Nov 27 10:11:12 UTC: %'

test.each([
  [
    `${ASA}4-722041: TunnelGroup <VPN> GroupPolicy <P> User <kim> IP <198.51.100.9> No IPv6 address available`,
    { user: 'kim', src: '198.51.100.9', dst: '' },
  ],
  [
    `${ASA}6-725001: Starting SSL handshake with client outside:198.51.100.9/51234 to 203.0.113.1/443 for TLS session`,
    { user: '', src: '198.51.100.9', srcPort: 51_234, dst: '203.0.113.1', dstPort: 443 },
  ],
  [
    `${ASA}5-750006: Local:203.0.113.1:4500 Remote:198.51.100.9:4500 Username:kim IKEv2 SA UP. Reason: New Connection`,
    { user: 'kim', src: '198.51.100.9', srcPort: 4500, dst: '203.0.113.1', dstPort: 4500 },
  ],
  [
    `${ASA}5-750001: Local:203.0.113.1:500 Remote:198.51.100.9:500 Username:Unknown IKEv2 Received request to establish`,
    { user: '', src: '198.51.100.9', srcPort: 500, dst: '203.0.113.1', dstPort: 500 },
  ],
  [`${IOS}BGP-5-ADJCHANGE: neighbor 10.1.1.2 Down BGP Notification sent`, { user: '', src: '', dst: '' }],
  [`${IOS}OSPF-5-ADJCHG: Process 1, Nbr 10.1.1.2 on Gi0/0 from FULL to DOWN, Dead timer expired`, { src: '', dst: '' }],
])('%s', (line, values) => {
  expect(read(line)).toMatchObject({ table: 'cisco/1', class: 0, ...values })
})
