/** Cases: the list, each case, what is done in it, its reports, and what it is held to. */
import type { Routes } from '../api-app.ts'
import { caseRoutes } from './case-routes.ts'
import { moveRoutes } from './move-routes.ts'
import { policyRoutes } from './policy-routes.ts'
import { reportRoutes } from './report-routes.ts'
import { shiftRoutes } from './shift-routes.ts'
import { slaRoutes } from './sla-routes.ts'
import { workRoutes } from './work-routes.ts'

export const allCaseRoutes: Routes = (app, deps) => {
  for (const routes of [caseRoutes, workRoutes, reportRoutes, moveRoutes, policyRoutes, shiftRoutes, slaRoutes])
    routes(app, deps)
}
