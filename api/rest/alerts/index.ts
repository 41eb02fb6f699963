/** Alerts: the list, each alert, the queue, verdicts and the direct-write submit. */
import type { Routes } from '../api-app.ts'
import { alertRoutes } from './alert-routes.ts'
import { bulkRoutes } from './bulk-routes.ts'
import { listRoutes } from './list-routes.ts'
import { queueRoute } from './queue-route.ts'
import { similarRoute } from './similar-route.ts'
import { submitRoute } from './submit-route.ts'
import { verdictRoutes } from './verdict-routes.ts'

export const allAlertRoutes: Routes = (app, deps) => {
  for (const routes of [bulkRoutes, listRoutes, queueRoute, submitRoute(), alertRoutes, similarRoute, verdictRoutes])
    routes(app, deps)
}
