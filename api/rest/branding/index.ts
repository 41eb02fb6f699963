import { BRANDING_OPERATIONS } from '../../../control/identity/branding/operations.ts'
import { operationRoutes } from '../../plugins/rest-operations.ts'
import type { Routes } from '../api-app.ts'
import { logoRoutes } from './logo-routes.ts'

export const brandingRoutes: Routes = (app, deps) => {
  operationRoutes(BRANDING_OPERATIONS)(app, deps)
  logoRoutes(app, deps)
}
