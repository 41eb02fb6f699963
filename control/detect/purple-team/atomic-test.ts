/** A test of the catalogue. Its events are made up: nothing is done to any machine. */

export const PLATFORMS = ['windows', 'linux', 'network', 'aws', 'okta', 'kubernetes', 'microsoft365'] as const
export type Platform = (typeof PLATFORMS)[number]

export type AtomicTest = {
  readonly id: string
  /** Technique of ATT&CK: `T1059.001`. */
  readonly technique: string
  readonly techniqueName: string
  /** As in the names of ATT&CK: `credential-access`. */
  readonly tactic: string
  readonly name: string
  /** An attacker's act, and the record that shows it. */
  readonly description: string
  readonly platform: Platform
  /** How the events are written: a source format of ingest. */
  readonly format: string
  /** In the order of their times. The same scene gives the same events, byte for byte. */
  readonly events: (scene: Scene) => readonly RawEvent[]
}

export type RawEvent = Readonly<Record<string, unknown>>

/** The made-up names in the events of one execution: none belongs to a real host, user or address. */
export type Scene = {
  /** Also part of `host` and `user`: a search for the events of the execution looks for it. */
  readonly marker: string
  readonly host: string
  readonly user: string
  /** An address from the ranges for documentation (RFC 5737). */
  readonly attackerIp: string
  readonly hostIp: string
  /** Time of the first event, Unix milliseconds. */
  readonly atMs: number
}

/** From the first event of a test to its last one at most. */
export const SPAN_SECONDS = 45

/** `id` is a UUID: its first twelve hex digits are the marker. */
export function sceneOf(id: string, atMs: number): Scene {
  const hex = id.replaceAll('-', '').slice(0, 12)
  const marker = `exercise-${hex}`
  const octet = 1 + (Number.parseInt(hex.slice(0, 4), 16) % 254)
  return {
    ...{ marker, host: marker, user: marker, atMs },
    ...{ attackerIp: `203.0.113.${octet}`, hostIp: `192.0.2.${octet}` },
  }
}

/** The time `seconds` after the first event, RFC 3339. */
export const timeAt = ({ atMs }: Scene, seconds: number): string => new Date(atMs + seconds * 1000).toISOString()
