/** Indicators of compromise: their kinds, their half-lives, and their fields. */
import type { Severity } from '../platform/severities.ts'

export const KINDS = [
  'ip',
  'cidr',
  'domain',
  'url',
  'md5',
  'sha1',
  'sha256',
  'email',
  'filename',
  'ja3',
  'ja4',
  'user_agent',
] as const
export type Kind = (typeof KINDS)[number]

/**
 * The purpose of an entry. `warning` keeps a value from matching, as a MISP warning list does; `warning_host` also
 * keeps the names below it from matching. `flag` and `flag_host` let it match, with a note that the value is known good.
 */
export const ROLES = ['indicator', 'warning', 'warning_host', 'flag', 'flag_host'] as const
export type Role = (typeof ROLES)[number]

/** Traffic light protocol: who may receive it. `white` is the older name of `clear`. */
export const TLP = ['white', 'clear', 'green', 'amber', 'red'] as const

/** One indicator of a file or a feed, with its value normalised. */
export type Indicator = {
  readonly kind: Kind
  readonly role: Role
  readonly value: string
  /** 0 to 100. */
  readonly confidence: number
  readonly severity: Severity
  readonly tlp: string
  readonly threatActor: string | null
  readonly campaign: string | null
  readonly malwareFamily: string | null
  readonly tags: readonly string[]
  /** The indicator's id in its source: a STIX id, the UUID of a MISP attribute. */
  readonly sourceRef: string | null
  /** Milliseconds since the epoch; null: it does not expire. */
  readonly expiresMs: number | null
  /** When its source last saw it; null when the source does not say. */
  readonly lastSeenMs: number | null
}

export const CONFIDENCE_DEFAULT = 50
/** Below this confidence a match is weak: it is reported with the lowest severity. */
export const WEAK_BELOW = 10

const DAY_MS = 86_400_000
/** Days without a new sighting after which half of the confidence is left. Addresses change owners, hashes do not. */
const HALF_LIFE_DAYS: Readonly<Record<Kind, number>> = {
  ip: 30,
  cidr: 30,
  url: 60,
  domain: 90,
  email: 180,
  filename: 365,
  md5: 3650,
  sha1: 3650,
  sha256: 3650,
  ja3: 90,
  ja4: 90,
  user_agent: 90,
}

export function halfLifeDays(kind: Kind): number {
  return HALF_LIFE_DAYS[kind]
}

/** confidence x 0.5^(age / half-life). An indicator dated in the future keeps its full confidence. */
export function effectiveConfidence(kind: Kind, confidence: number, seenMs: number, nowMs: number): number {
  return confidence * 0.5 ** (Math.max(0, nowMs - seenMs) / DAY_MS / HALF_LIFE_DAYS[kind])
}

/** Completes an indicator with the defaults of most sources. */
export function indicatorOf(indicator: Pick<Indicator, 'kind' | 'value'> & Partial<Indicator>): Indicator {
  return {
    role: 'indicator',
    confidence: CONFIDENCE_DEFAULT,
    severity: 'medium',
    tlp: 'amber',
    threatActor: null,
    campaign: null,
    malwareFamily: null,
    tags: [],
    sourceRef: null,
    expiresMs: null,
    lastSeenMs: null,
    ...indicator,
  }
}
