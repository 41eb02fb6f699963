/**
 * Matches a value of an event with indicators: the value itself, its parent domains, and the networks that contain it.
 */
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Kind, Role } from './indicator.ts'
import { type IndicatorTable, SHARED, type TableEntry } from './indicator-table.ts'
import { maskedBytes } from './normalise-value.ts'

/** Called with each matching entry of the table, and with the list entry that flags its value as known to be good. */
export type OnMatch = (entry: TableEntry, flag: TableEntry | null) => void

/** Number of labels of a name that are checked, from its end: DNS names have at most 127. */
const LABELS_MAX = 127
/** Lengths of addresses in bits. */
const V4_BITS = 32
const V6_BITS = 128

/**
 * Calls `onMatch` for each indicator of the tenant or shared that matches a value, which must have the form that
 * `normaliseValue` gives. Entries are left out that have expired, are marked as a false positive (the tenant's mark
 * also hides the shared entry of that value) or stand on a warning list that suppresses them.
 */
export function matchValue(
  table: IndicatorTable,
  tenant: number,
  kind: Kind,
  value: string,
  nowS: number,
  onMatch: OnMatch,
): void {
  if (asks(table, tenant, kind)) matchOne(table, tenant, kind, value, nowS, onMatch)
  if (kind === 'domain' && asks(table, tenant, kind))
    eachParent(value, (parent) => matchOne(table, tenant, 'domain', parent, nowS, onMatch))
  if (kind === 'ip' && asks(table, tenant, 'cidr'))
    eachNetwork(table, tenant, value, (network) => matchOne(table, tenant, 'cidr', network, nowS, onMatch))
}

function asks(table: IndicatorTable, tenant: number, kind: Kind): boolean {
  return table.hasKind(tenant, kind) || (tenant !== SHARED && table.hasKind(SHARED, kind))
}

function matchOne(
  table: IndicatorTable,
  tenant: number,
  kind: Kind,
  value: string,
  nowS: number,
  onMatch: OnMatch,
): void {
  const own = tenant === SHARED || !table.hasKind(tenant, kind) ? -1 : table.find(tenant, 'indicator', kind, value)
  const isShared = own < 0 && table.hasKind(SHARED, kind)
  const place = isShared ? table.find(SHARED, 'indicator', kind, value) : own
  if (place < 0) return
  const entry = table.entryAt(place)
  if (entry.isFalsePositive) return
  const isLive = entry.expiresS === 0 || nowS < entry.expiresS
  // An expired entry of a tenant does not hide a shared entry that is still valid.
  const indicator = isLive || own < 0 ? entry : sharedEntry(table, kind, value)
  if (indicator === null || (indicator.expiresS !== 0 && nowS >= indicator.expiresS) || indicator.isFalsePositive)
    return
  if (knownGood(table, tenant, 'warning', kind, value) < 0) {
    const flag = knownGood(table, tenant, 'flag', kind, value)
    onMatch(indicator, flag < 0 ? null : table.entryAt(flag))
  }
}

function sharedEntry(table: IndicatorTable, kind: Kind, value: string): TableEntry | null {
  const place = table.find(SHARED, 'indicator', kind, value)
  return place < 0 ? null : table.entryAt(place)
}

/** Index of the list entry that names the value, a parent domain or a containing network; -1 when there is none. */
function knownGood(table: IndicatorTable, tenant: number, role: 'warning' | 'flag', kind: Kind, value: string): number {
  const hostRole = `${role}_host` as const
  let found = -1
  const note = (as: Role, of: Kind) => (text: string) => {
    if (found < 0 && tenant !== SHARED) found = table.find(tenant, as, of, text)
    if (found < 0) found = table.find(SHARED, as, of, text)
  }
  note(role, kind)(value)
  note(hostRole, kind)(value)
  if (kind === 'domain') eachParent(value, note(hostRole, 'domain'))
  if (kind === 'ip') eachNetwork(table, tenant, value, note(role, 'cidr'))
  return found
}

/** The parent domains of a name, down to two labels: no indicator is shorter. */
export function eachParent(name: string, visit: (parent: string) => void): void {
  const last = name.lastIndexOf('.')
  let at = name.indexOf('.')
  for (let labels = 0; at >= 0 && at < last && labels < LABELS_MAX; labels++) {
    visit(name.slice(at + 1))
    at = name.indexOf('.', at + 1)
  }
}

/** The networks that contain an address, with the prefix lengths that the tenant's or shared entries use. */
function eachNetwork(table: IndicatorTable, tenant: number, address: string, visit: (network: string) => void): void {
  const isV4 = isIPv4(address)
  const bits = isV4 ? V4_BITS : V6_BITS
  let bytes: number[] | null = null
  for (let length = bits; length > 0; length--) {
    if (!table.hasPrefix(tenant, !isV4, length) && !table.hasPrefix(SHARED, !isV4, length)) continue
    bytes ??= isV4 ? address.split('.').map(Number) : ipaddr.parse(address).toByteArray()
    const masked = maskedBytes(bytes, length)
    visit(`${isV4 ? masked.join('.') : ipaddr.fromByteArray(masked).toString()}/${length}`)
  }
}
