import type { Routes } from '../api-app.ts'
import { purpleCoverageRoutes } from './coverage-routes.ts'
import { executionRoutes } from './execution-routes.ts'
import { tabletopRoutes } from './tabletop-routes.ts'

export const allPurpleTeamRoutes: Routes = (app, deps) => {
  executionRoutes(app, deps)
  purpleCoverageRoutes(app, deps)
  tabletopRoutes(app, deps)
}
