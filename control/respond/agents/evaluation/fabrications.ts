/** Makes false sentences from true ones, which the claim checker has to reject. */
import type { Claim } from '../claims.ts'

/** Each with one thing changed. Of a sentence without numbers or names there are fewer. */
export function fabricationsOf(claim: Claim): Claim[] {
  const { text, rests, events } = claim
  const number = /\d+/.exec(text)?.[0]
  const name = /“([^”]+)”/.exec(text)?.[1]
  const changed = (to: string): Claim => ({ ...claim, text: to })
  return [
    ...(number === undefined ? [] : [changed(text.replace(number, String(Number(number) + 40_213)))]),
    ...(name === undefined ? [] : [changed(text.replace(name, 'srv-invented-77'))]),
    { ...claim, rests: rests.map((seq) => seq + 900) },
    ...(events === undefined ? [] : [{ ...claim, events: ['00000000-0000-8000-8000-000000000000'] }]),
    changed(`${text} The attacker also came from 192.0.2.77.`),
    changed(`${text} It was seen on 6512 other hosts.`),
    changed(`It was “wiped-by-nobody.exe”, and the account “krbtgt_old” was used.`),
  ]
}
