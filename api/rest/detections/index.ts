import { CATALOGUE_OPERATIONS, OVERLAY_OPERATIONS } from '../../../control/detect/detections/operations.ts'
import { operationRoutes } from '../../plugins/rest-operations.ts'
import type { Routes } from '../api-app.ts'
import { backTestRoutes } from './backtest-routes.ts'
import { coverageRoutes } from './coverage-routes.ts'
import { detectionRoutes } from './detection-routes.ts'
import { tryRoutes } from './try-routes.ts'

export const allRuleRoutes: Routes = (app, deps) => {
  for (const routes of [
    coverageRoutes,
    operationRoutes(CATALOGUE_OPERATIONS),
    operationRoutes(OVERLAY_OPERATIONS),
    tryRoutes,
    backTestRoutes,
    detectionRoutes,
  ])
    routes(app, deps)
}
