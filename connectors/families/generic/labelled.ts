/**
 * Ends and users that a device's message labels itself: `from outside:198.51.100.9/4711`, `IP <198.51.100.9>`,
 * `Username = kim`. They are read where the device's table knows the device and not the message. An address without such a
 * label may be the device's own, or its neighbour's.
 */
import type { EventRow } from '../../../schemas/event-row.ts'
import { address, port, somebody } from './values.ts'

const WORDS_MAX = 2048
const IP = String.raw`\[?(\d{1,3}(?:\.\d{1,3}){3}|[0-9a-fA-F]{1,4}:[0-9a-fA-F:.]{2,40})\]?`
/** The name of an interface before an address, and a port behind it. */
const END = String.raw`(?:[\w.-]{1,32}[:/])?${IP}(?:[/:(](\d{1,5})\b)?`
const HAS_ADDRESS = /\d\.\d{1,3}\.\d|[0-9a-fA-F]:[0-9a-fA-F:]{2}/

const SRC: readonly RegExp[] = [
  new RegExp(String.raw`\bIP ?(?:<|[=:] ?)${IP}()`),
  new RegExp(String.raw`\bRemote:${IP}:(\d{1,5})`),
  new RegExp(String.raw`\b(?:from|client|src|source) (?:user )?${END}`, 'i'),
  new RegExp(
    String.raw`\b(?:src|source|client|remote|framed|endpoint)(?:[ _-]?ip)?(?:[ _-]?addr(?:ess)?)? ?[=:] ?"?${END}`,
    'i',
  ),
]
const DST: readonly RegExp[] = [
  new RegExp(String.raw`\bLocal:${IP}:(\d{1,5})`),
  new RegExp(String.raw`(?:\bto|\bdst|\bdest|->) ${END}`, 'i'),
  new RegExp(String.raw`\b(?:dst|dest|destination)(?:[ _-]?(?:ip|addr(?:ess)?))? ?[=:] ?${END}`, 'i'),
]
const USER =
  /\bUser(?:[-_]?name)? ?(?:<([^<>]{1,128})>|[=:] ?"?([\w.@\\$+-]{1,128})|'([^']{1,128})'|([\w.@\\$+-]{1,128}) (?=from\b))/i

/** Fills columns that are empty; nothing for words without a labelled address. */
export function fillLabelled(row: EventRow, written: string): void {
  const words = written.slice(0, WORDS_MAX)
  if (!HAS_ADDRESS.test(words)) return
  const [srcIp, srcPort] = endIn(SRC, words)
  if (srcIp === '') return
  row.srcIp = srcIp
  row.srcPort ||= srcPort
  const [dstIp, dstPort] = endIn(DST, words)
  if (dstIp !== srcIp) {
    row.dstIp = dstIp
    row.dstPort ||= dstPort
  }
  if (row.user !== '' || row.targetUser !== '') return
  const user = USER.exec(words)
  row.user = somebody(user?.[1] ?? user?.[2] ?? user?.[3] ?? user?.[4])
}

function endIn(patterns: readonly RegExp[], words: string): [ip: string, port: number] {
  for (const pattern of patterns) {
    const found = pattern.exec(words)
    const ip = address(found?.[1])
    if (ip !== '') return [ip, port(found?.[2])]
  }
  return ['', 0]
}
