import { parseAllowlist } from '../../platform/egress/air-gap.ts'
import type { Reach } from '../../platform/egress/reach.ts'
import type { ApiDeps } from '../deps.ts'

/** The addresses that a tenant may name as targets here. */
export function reachOf({ airgap, allowPrivateTargets }: Pick<ApiDeps, 'airgap' | 'allowPrivateTargets'>): Reach {
  const airGap = { enabled: airgap.enabled, allowlist: parseAllowlist(airgap.allowlist.join(',')) }
  return { airGap, allowPrivate: allowPrivateTargets === true }
}
