import { type AirGap, parseAllowlist } from '../../platform/egress/air-gap.ts'
import type { Config } from '../config.ts'

/** The hosts that may be reached outside, as configured. */
export function airGapOf({ airgapped, airgapAllowlist }: Pick<Config, 'airgapped' | 'airgapAllowlist'>): AirGap {
  return { enabled: airgapped, allowlist: parseAllowlist(airgapAllowlist.join(',')) }
}
