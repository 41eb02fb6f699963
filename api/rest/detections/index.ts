import {
  ATTACK_COVERAGE_OPERATIONS,
  CATALOGUE_OPERATIONS,
  OVERLAY_OPERATIONS,
  TRY_OPERATIONS,
} from '../../../control/detect/detections/operations.ts'
import { operationRoutes } from '../../plugins/rest-operations.ts'
import type { Routes } from '../api-app.ts'
import { backTestRoutes } from './backtest-routes.ts'
import { detectionRoutes } from './detection-routes.ts'

export const allRuleRoutes: Routes = (app, deps) => {
  for (const routes of [
    operationRoutes(ATTACK_COVERAGE_OPERATIONS),
    operationRoutes(CATALOGUE_OPERATIONS),
    operationRoutes(OVERLAY_OPERATIONS),
    operationRoutes(TRY_OPERATIONS),
    backTestRoutes,
    detectionRoutes,
  ])
    routes(app, deps)
}
