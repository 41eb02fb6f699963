import type { Routes } from '../api-app.ts'
import { logRoutes } from './log-routes.ts'
import { proofRoutes } from './proof-routes.ts'

export const allAuditRoutes: Routes = (app, deps) => {
  logRoutes(app, deps)
  proofRoutes(app, deps)
}
