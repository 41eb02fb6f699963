/** Routes of baselines of a tenant's entities, of their anomalies, and of the risk that alerts give them. */
import type { Routes } from '../api-app.ts'
import { anomalyRoutes } from './anomaly-routes.ts'
import { baselineRoutes } from './baseline-routes.ts'
import { riskRoutes } from './risk-routes.ts'
import { riskSettingsRoutes } from './risk-settings-routes.ts'

export const allUebaRoutes: Routes = (app, deps) => {
  for (const routes of [anomalyRoutes, baselineRoutes, riskRoutes, riskSettingsRoutes]) routes(app, deps)
}
