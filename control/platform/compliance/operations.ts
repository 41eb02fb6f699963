/** Operations of compliance over time. */
import { Type } from 'typebox'
import { pageOfList } from '../../../platform/paging.ts'
import { closed, pageOf, pageQuery, plainText } from '../../../schemas/wire.ts'
import { operationsOf } from '../acting/index.ts'
import { frameworkById } from './frameworks/catalogue.ts'
import { COMPLIANCE_POINTS, compliancePoints } from './history.ts'
import { COMPLIANCE_LIMITS } from './limits.ts'

export { COMPLIANCE_EXPORT_OPERATIONS } from './export-operations.ts'
export { EVIDENCE_FILE_OPERATIONS } from './file-operations.ts'
export { FRAMEWORK_OPERATIONS } from './framework-operations.ts'

const operation = operationsOf<unknown>()

const history = operation({
  name: 'compliance.history',
  summary: 'Daily compliance status of the tenant in a framework, oldest first',
  description:
    'Days without a measurement are left out, and are not failures. Each day is kept for 400 days, then the last one of each month for ten years.',
  permission: 'reports:read',
  path: 'GET /compliance/history/:framework',
  params: Type.Object({ framework: plainText(40) }),
  query: Type.Object(
    {
      ...pageQuery,
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: COMPLIANCE_LIMITS.historyDays, default: 90 })),
    },
    closed,
  ),
  output: pageOf(COMPLIANCE_POINTS.schema),
  async run({ tx, nowMs }, { framework, days = 90, ...page }) {
    const { id } = frameworkById(framework)
    return pageOfList(await compliancePoints(tx, id, days, nowMs), page, ({ day }) => day)
  },
})

export const COMPLIANCE_OPERATIONS = [history]
