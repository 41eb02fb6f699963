/** Logs of Google Cloud, by the names that senders give their format. */
import type { SourceMapping } from '../../mapping/source-mapping.ts'
import { gcpAudit } from './audit.ts'
import { gcpLoadBalancer, gcpOther, gcpVpcFlow } from './logs.ts'
import { gcpSecurityCenter } from './security-center.ts'

export const GCP_SOURCES: readonly (readonly [SourceMapping, readonly string[]])[] = [
  [gcpAudit, ['gcp-audit', 'google-cloud-audit']],
  [gcpLoadBalancer, ['gcp-load-balancer']],
  [gcpVpcFlow, ['gcp-vpc-flow']],
  [gcpSecurityCenter, ['gcp-security-center', 'google-scc']],
  // It matches every entry, so the others are tried first.
  [gcpOther, ['gcp-log-entry']],
]
