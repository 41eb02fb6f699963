import type { Routes } from '../api-app.ts'
import { capacityRoute } from './capacity-route.ts'
import { countRoutes } from './count-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { exportRoute } from './export-route.ts'
import { jobTableRoute } from './job-table-route.ts'
import { lakeQueryRoute } from './lake-query-route.ts'
import { fieldUses } from './note-uses.ts'
import { processRoute } from './process-route.ts'
import { searchRoute } from './search-route.ts'
import { tailRoute } from './tail-route.ts'
import { bothTurns, lakeTurns } from './turns.ts'

export const allEventRoutes: Routes = (app, deps) => {
  const askLake = lakeTurns(deps)
  const askBoth = bothTurns(deps)
  const noteUse = fieldUses(app, deps)
  for (const routes of [searchRoute, countRoutes, lakeQueryRoute]) routes(askBoth, noteUse)(app, deps)
  for (const routes of [eventRoutes, exportRoute]) routes(askBoth)(app, deps)
  capacityRoute(askLake)(app, deps)
  processRoute(askLake)(app, deps)
  jobTableRoute(app, deps)
  tailRoute(askLake)(app, deps)
}
