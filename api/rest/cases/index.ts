/** Cases: the list, each case, the work in it, its reports and its targets. Policies, queues and templates are operations. */
import type { Routes } from '../api-app.ts'
import { bulkRoutes } from './bulk-routes.ts'
import { caseRoutes } from './case-routes.ts'
import { fileRoutes } from './file-routes.ts'
import { moveRoutes } from './move-routes.ts'
import { reportRoutes } from './report-routes.ts'
import { shiftRoutes } from './shift-routes.ts'
import { slaRoutes } from './sla-routes.ts'
import { workRoutes } from './work-routes.ts'

const ALL = [...[caseRoutes, workRoutes, fileRoutes, reportRoutes, moveRoutes, bulkRoutes], ...[shiftRoutes, slaRoutes]]

export const allCaseRoutes: Routes = (app, deps) => {
  for (const routes of ALL) routes(app, deps)
}
