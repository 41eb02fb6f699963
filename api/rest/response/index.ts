import type { Routes } from '../api-app.ts'
import { actionRoutes } from './action-routes.ts'
import { approvalRoutes } from './approval-routes.ts'
import { settingRoutes } from './setting-routes.ts'

export const allResponseRoutes: Routes = (app, deps) => {
  actionRoutes(app, deps)
  approvalRoutes(app, deps)
  settingRoutes(app, deps)
}
