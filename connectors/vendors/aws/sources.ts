/** Logs of AWS, by the names that senders give their format. */
import type { SourceMapping } from '../../mapping/source-mapping.ts'
import { loadBalancer, s3Access } from './access-logs.ts'
import { bedrock } from './bedrock.ts'
import { clientVpn } from './client-vpn.ts'
import { cloudTrail } from './cloudtrail.ts'
import { guardDuty } from './guardduty.ts'
import { inspector, macie } from './macie.ts'
import { resolver } from './resolver.ts'
import { securityHub } from './security-hub.ts'
import { vpcFlow } from './vpc-flow.ts'
import { waf } from './waf.ts'

export const AWS_SOURCES: readonly (readonly [SourceMapping, readonly string[]])[] = [
  [cloudTrail, ['cloudtrail', 'aws-cloudtrail']],
  [vpcFlow, ['vpcflow', 'aws-vpc-flow']],
  [s3Access, ['s3-access', 'aws-s3-access']],
  [loadBalancer, ['elb', 'alb', 'aws-elb', 'aws-alb']],
  [resolver, ['route53', 'aws-route53']],
  [guardDuty, ['guardduty', 'aws-guardduty']],
  [securityHub, ['security-hub', 'securityhub', 'asff']],
  [waf, ['aws-waf']],
  [macie, ['aws-macie']],
  [inspector, ['aws-inspector']],
  [bedrock, ['aws-bedrock']],
  [clientVpn, ['aws-client-vpn']],
]
