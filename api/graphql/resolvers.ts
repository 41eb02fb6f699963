/** What answers the fields of the query interface. A context that appears adds its own here, and leaves `missing`. */
import { alertResolvers } from './alerts.ts'
import { anomalyResolvers } from './anomalies.ts'
import { auditResolvers } from './audit-log.ts'
import { caseResolvers } from './cases.ts'
import { honeytokenResolvers } from './honeytokens.ts'
import { investigationResolvers } from './investigations.ts'
import { playbookResolvers } from './playbooks.ts'
import type { Resolvers } from './schema.ts'

export const RESOLVERS: Resolvers = {
  ...alertResolvers,
  ...anomalyResolvers,
  ...auditResolvers,
  ...caseResolvers,
  ...honeytokenResolvers,
  ...investigationResolvers,
  ...playbookResolvers,
}
