import type { Routes } from '../api-app.ts'
import { huntRoutes } from './hunt-routes.ts'
import { huntRunRoutes } from './run-routes.ts'

export const allHuntRoutes: Routes = (app, deps) => {
  huntRoutes(app, deps)
  huntRunRoutes(app, deps)
}
