import type { Routes } from '../api-app.ts'
import { backTestRoutes } from './backtest-routes.ts'
import { coverageRoutes } from './coverage-routes.ts'
import { detectionRoutes } from './detection-routes.ts'
import { importRoutes } from './import-routes.ts'
import { overlayRoutes } from './overlay-routes.ts'
import { placeholderRoutes } from './placeholder-routes.ts'
import { ruleRoutes } from './rule-routes.ts'
import { tryRoutes } from './try-routes.ts'

export const allRuleRoutes: Routes = (app, deps) => {
  for (const routes of [
    coverageRoutes,
    ruleRoutes,
    importRoutes,
    overlayRoutes,
    placeholderRoutes,
    tryRoutes,
    backTestRoutes,
    detectionRoutes,
  ])
    routes(app, deps)
}
