import { type AirGap, parseAllowlist } from '../../platform/egress/air-gap.ts'
import type { Config } from '../config.ts'

/** What may be reached outside, as it is configured. */
export function airGapOf({ airgapped, airgapAllowlist }: Pick<Config, 'airgapped' | 'airgapAllowlist'>): AirGap {
  return { enabled: airgapped, allowlist: parseAllowlist(airgapAllowlist.join(',')) }
}
