/** The targets to which an air-gapped installation may connect: its own network, and hosts that the operator listed. */
import { AppError } from '../errors.ts'
import { addressClass } from './addresses.ts'

export type AirGap = { readonly enabled: boolean; readonly allowlist: readonly AllowedHost[] }

/** Matches the host and its subdomains, never its parent domains; on every port when none is named. */
export type AllowedHost = { readonly host: string; readonly port: number | null }

export const IMPLICIT_PRIVATE_SUFFIXES = [
  ...['.local', '.internal', '.lan', '.intranet', '.corp', '.home', '.localdomain'],
] as const

const ENTRIES_MAX = 1_000
const HOST = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::(\d{1,5}))?$/

/** `SVC_AIRGAP_ALLOWLIST`: host or host:port, with commas between them. Throws `bad_config`. */
export function parseAllowlist(text: string): AllowedHost[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
  if (entries.length > ENTRIES_MAX) throw new AppError('bad_config', `at most ${ENTRIES_MAX} hosts`)
  return entries.map((entry) => {
    const [, v6, name, port] = HOST.exec(entry) ?? []
    const host = v6 ?? name?.replace(/\.$/, '')
    if (host === undefined || host === '' || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535)
      throw new AppError('bad_config', `host or host:port, not ${JSON.stringify(entry)}`)
    return { host, port: port === undefined ? null : Number(port) }
  })
}

/** `host` in lower case, an IPv6 address without brackets. */
export function passesAirGap({ enabled, allowlist }: AirGap, host: string, port: number): boolean {
  return !enabled || isInternal(host) || allowlist.some((entry) => covers(entry, host, port))
}

/** Decides by the name or literal alone, because a forbidden name must not even be looked up. */
function isInternal(host: string): boolean {
  const literal = addressClass(host)
  if (literal !== null) return literal === 'private' || literal === 'loopback' || literal === 'link_local'
  return !host.includes('.') || IMPLICIT_PRIVATE_SUFFIXES.some((suffix) => host.endsWith(suffix))
}

function covers(entry: AllowedHost, host: string, port: number): boolean {
  const isBelow = addressClass(entry.host) === null && host.endsWith(`.${entry.host}`)
  return (entry.host === host || isBelow) && (entry.port === null || entry.port === port)
}
