/**
 * Settings for outbound connections; every role reads them at its start, so that a mistake stops it there and not hours
 * later.
 */
import { flag, list, type Setting } from '../config.ts'
import { parseAllowlist } from './air-gap.ts'

/** Parsed as the outbound client parses it, so that the shown value is the effective one. */
function allowlist(name: string, description: string): Setting<readonly string[]> {
  const setting = list(name, description)
  const parse = (value: string) => {
    parseAllowlist(value)
    return setting.parse(value)
  }
  return { ...setting, parse }
}

export const EGRESS_SETTINGS = {
  airgapped: flag('SVC_AIRGAPPED', 'refuse every connection to a public address'),
  airgapAllowlist: allowlist('SVC_AIRGAP_ALLOWLIST', 'host or host:port that the air gap allows'),
  ssrfAllowPrivate: flag('SVC_SSRF_ALLOW_PRIVATE', 'let tenants name targets in private networks'),
} as const
