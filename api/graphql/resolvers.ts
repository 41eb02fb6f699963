/** Resolvers of the query interface, a file for each context. */
import { alertResolvers } from './alerts.ts'
import { anomalyResolvers } from './anomalies.ts'
import { auditResolvers } from './audit-log.ts'
import { caseResolvers } from './cases.ts'
import { complianceResolvers } from './compliance-dashboard.ts'
import { honeytokenResolvers } from './honeytokens.ts'
import { investigationResolvers } from './investigations.ts'
import { playbookResolvers } from './playbooks.ts'
import { purpleTeamResolvers } from './purple-team.ts'
import type { Resolvers } from './schema.ts'

export const RESOLVERS: Resolvers = {
  ...alertResolvers,
  ...anomalyResolvers,
  ...auditResolvers,
  ...caseResolvers,
  ...complianceResolvers,
  ...honeytokenResolvers,
  ...investigationResolvers,
  ...playbookResolvers,
  ...purpleTeamResolvers,
}
