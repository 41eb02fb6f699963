/** Sources of knowledge about entities, as the operator configured them. */
import {
  alertsProvider,
  assetsProvider,
  dnsProvider,
  type Enrichment,
  geoProvider,
  identitiesProvider,
  indicatorsProvider,
  openEnrichment,
  rdapProvider,
  sandboxProvider,
  sightingsProvider,
} from '../../control/detect/enrichment/index.ts'
import type { SandboxSettings } from '../../control/detect/sandbox/index.ts'
import type { AirGap } from '../../platform/egress/air-gap.ts'
import type { Egress } from '../../platform/egress/client.ts'
import { openDns } from '../../platform/egress/dns.ts'
import type { Log } from '../../platform/log.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { Reader, ReadLimits } from '../../stores/clickhouse/tenant-reader.ts'
import type { Config } from '../config.ts'

export const ENRICHMENT_LAKE_LIMITS: ReadLimits = { timeoutSeconds: 8, memoryMb: 500, rowsMax: 1_000 }

export type EnrichmentParts = {
  readonly egress: Egress
  readonly airGap: AirGap
  readonly log: Log
  readonly lake: ((tenant: TenantId) => Reader) | null
}

export function enrichmentOf(
  { geoipFiles, rdapUrl, enrichDns }: Pick<Config, 'geoipFiles' | 'rdapUrl' | 'enrichDns'>,
  sandbox: SandboxSettings,
  { egress, airGap, log, lake }: EnrichmentParts,
): Enrichment {
  return openEnrichment(
    [
      ...[indicatorsProvider, sightingsProvider(lake), alertsProvider, assetsProvider, identitiesProvider],
      ...[geoProvider(geoipFiles), rdapProvider(egress, rdapUrl), dnsProvider(enrichDns ? openDns(airGap) : null)],
      sandboxProvider(sandbox, egress, airGap),
    ],
    log,
  )
}
