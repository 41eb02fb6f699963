/** The output of a reader of intel: the indicators of a file one by one, and the reason for each skipped entry. */
import ipaddr from 'ipaddr.js'
import { storableText } from '../../platform/storable.ts'
import { type Indicator, indicatorOf, type Kind } from '../indicator.ts'
import { meantValues } from '../meant-values.ts'

export type Skip = { readonly line: number | null; readonly reason: string; readonly text: string }

/** The current values of one object of a source: the store withdraws its earlier values that are missing here. */
export type Settled = {
  readonly sourceRef: string
  readonly kept: readonly Pick<Indicator, 'role' | 'kind' | 'value'>[]
}

export interface Sink {
  add(indicator: Indicator): void
  skip(skip: Skip): void
  /** The source has given all values of one of its objects: earlier values that are missing now are withdrawn. */
  settle(settled: Settled): void
}

const SHOWN_CHARACTERS_MAX = 120

/** Passes the value on when it is valid for its kind, otherwise the reason. Returns the value that was passed on. */
export function offer(
  sink: Sink,
  input: { readonly kind: Kind; readonly value: string } & Partial<Indicator>,
  line: number | null = null,
): readonly Indicator[] {
  const found = meantValues(input.kind, input.value).map(({ kind, value }) => indicatorOf({ ...input, kind, value }))
  const kept = found.filter(({ role, kind, value }) => role !== 'indicator' || !isOfNobody(kind, value))
  for (const one of kept) sink.add(one)
  if (found.length === 0) refuse(sink, `not a value of kind ${input.kind}`, input.value, line)
  else if (kept.length === 0) refuse(sink, 'an address of private networks or of the machine itself', input.value, line)
  return kept
}

/**
 * Networks whose addresses are not unique in the world: an indicator in one would match every organisation's own
 * machines.
 */
const NOBODYS = [
  ...[
    '10.0.0.0/8',
    '100.64.0.0/10',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '0.0.0.0/8',
    '224.0.0.0/3',
  ],
  ...['fc00::/7', 'fe80::/10', 'ff00::/8', '::/127'],
].map((text) => ipaddr.parseCIDR(text))

/** True for an address in one of these networks. A tenant may still enter one by hand. */
function isOfNobody(kind: Kind, written: string): boolean {
  const host = kind === 'url' ? (URL.parse(written)?.hostname.replace(/^\[|\]$/g, '') ?? '') : ''
  if (host === 'localhost') return true
  if (kind !== 'ip' && kind !== 'cidr' && !ipaddr.isValid(host)) return false
  const value = kind === 'url' ? host : written
  const [address, bits] = kind === 'cidr' ? ipaddr.parseCIDR(value) : [ipaddr.parse(value), 128]
  return NOBODYS.some(
    ([base, length]) => base.kind() === address.kind() && bits >= length && address.match(base, length),
  )
}

export function refuse(sink: Sink, reason: string, text: string, line: number | null = null): void {
  sink.skip({ line, reason, text: storableText(text.slice(0, SHOWN_CHARACTERS_MAX)) })
}

/** 0 to 100; undefined for any other value. */
export function confidenceOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
  return Math.min(100, Math.max(0, Math.round(number)))
}

/** Undefined for a value that is not a time between 1970 and 2200. */
export function timeOf(value: unknown): number | undefined {
  const milliseconds = typeof value === 'string' && /^\d{9,10}$/.test(value) ? Number(value) * 1000 : value
  const ms =
    typeof milliseconds === 'number'
      ? milliseconds
      : typeof milliseconds === 'string'
        ? Date.parse(milliseconds)
        : Number.NaN
  return ms > 0 && ms < Date.UTC(2200, 0, 1) ? ms : undefined
}

/** The reason why an indicator is not valid yet, when it holds only from more than an hour ahead. */
export function notYet(validFrom: unknown, nowMs: number): string | null {
  const from = timeOf(validFrom)
  return from !== undefined && from > nowMs + CLOCK_AHEAD_MS ? `not valid before ${new Date(from).toISOString()}` : null
}

/** Tolerance for a source whose clock is ahead. */
const CLOCK_AHEAD_MS = 3_600_000

export function textIn(value: unknown, lengthMax = 200): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  // A cut may leave half of a character.
  return storableText(value.slice(0, lengthMax)) || undefined
}

export function tagsIn(values: readonly unknown[]): string[] {
  return [...new Set(values.flatMap((value) => textIn(value) ?? []))].slice(0, TAGS_MAX)
}

const TAGS_MAX = 50
