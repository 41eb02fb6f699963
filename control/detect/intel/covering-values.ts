import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Kind } from '../../../intel/indicator.ts'
import { eachParent } from '../../../intel/indicator-matcher.ts'
import { maskedBytes } from '../../../intel/normalise-value.ts'

/** The value, its parent domains and the networks that contain it; only networks of `lengths` when these are known. */
export function coveringOf(
  kind: Kind,
  value: string,
  lengths: ReadonlySet<number> | null = null,
): (readonly [Kind, string])[] {
  const all: (readonly [Kind, string])[] = [[kind, value]]
  if (kind === 'domain') eachParent(value, (parent) => void all.push(['domain', parent]))
  if (kind === 'ip') {
    const bytes = ipaddr.parse(value).toByteArray()
    for (let length = bytes.length * 8; length > 0; length--) {
      if (lengths?.has(length) === false) continue
      const masked = maskedBytes(bytes, length)
      const base = isIPv4(value) ? masked.join('.') : ipaddr.fromByteArray(masked).toString()
      all.push(['cidr', `${base}/${length}`])
    }
  }
  return all
}
