/**
 * Lines of packet filters that name a flow in words: NSX distributed firewall and vCenter (`dfwpktlogs`,
 * `FIREWALL-PKTLOG`), MikroTik RouterOS, and the flow log of Prisma SD-WAN, which is CSV. Texts: VMware's "NSX firewall
 * packet log format", MikroTik's log topic `firewall`, and the flow log columns of Prisma SD-WAN.
 */

import { csvValues } from '../../formats/csv.ts'
import { type PhraseValues, phraseReader } from '../../mapping/phrases.ts'

const nsx = phraseReader({
  flow: [
    '{filter} {family} {reason} {action} {rule} {direction} {bytes} {protocol} {src_ip}/{src_port}->{dst_ip}/{dst_port} {flags*}',
    '{filter} {family} {reason} {action} {rule} {direction} {bytes} {protocol} {src_ip}/{src_port}->{dst_ip}/{dst_port}',
    '{filter} {family} {reason} {action} {rule} {direction} {bytes} {protocol} {src_ip}->{dst_ip}',
    '{family} match {action} {rule} {direction} {bytes} {protocol} {src_ip}/{src_port}->{dst_ip}/{dst_port} {flags*}',
    '{family} match {action} {rule} {direction} {bytes} {protocol} {src_ip}/{src_port}->{dst_ip}/{dst_port}',
    '{family} TERM {action} {rule} {direction} {protocol} {flags} {src_ip}/{src_port}->{dst_ip}/{dst_port} {packets_in}/{packets_out} {bytes_in}/{bytes_out} {tag*}',
    '{family} TERM {action} {rule} {direction} {protocol} {src_ip}/{src_port}->{dst_ip}/{dst_port} {packets_in}/{packets_out} {bytes_in}/{bytes_out} {tag*}',
  ],
})
const routeros = phraseReader({
  flow: [
    'in:{in_if} out:{out_if}, src-mac {mac}, proto {protocol} ({flags}), {src_ip}:{src_port}->{dst_ip}:{dst_port}, len {bytes}',
    'in:{in_if} out:{out_if}, src-mac {mac}, proto {protocol}, {src_ip}:{src_port}->{dst_ip}:{dst_port}, len {bytes}',
    'in:{in_if} out:{out_if}, proto {protocol} ({flags}), {src_ip}:{src_port}->{dst_ip}:{dst_port}, len {bytes}',
    'in:{in_if} out:{out_if}, proto {protocol}, {src_ip}:{src_port}->{dst_ip}:{dst_port}, len {bytes}',
  ],
})

const PRISMA = (
  'at src_ip src_port dst_ip dst_port protocol in_if out_if packets_out packets_in bytes_out bytes_in site path ' +
  'app_id app reason rule'
).split(' ')

function prisma(message: string): PhraseValues | null {
  const values = csvValues(message)
  if (values.length < 16) return null
  const fields: PhraseValues = { kind: 'flow' }
  for (const [i, name] of PRISMA.entries()) if (values[i]) fields[name] = values[i]
  const decision = /:(allow|deny|reject)/.exec(fields.rule ?? '')?.[1]
  return { ...fields, ...(decision && { action: decision }) }
}

const READERS: Readonly<Record<string, (message: string) => PhraseValues | null>> = {
  dfwpktlogs: nsx,
  'firewall-pktlog': nsx,
  firewall: nsx,
  nsx,
  forward: routeros,
  input: routeros,
  output: routeros,
  cgxflowlogv1: prisma,
}

/** Null for other programs, and for messages without a flow. */
export function readFlow(program: string, message: string): PhraseValues | null {
  const name = program.toLowerCase()
  return Object.hasOwn(READERS, name) ? (READERS[name]?.(message) ?? null) : null
}
