import { DECOY_OPERATIONS, DECOY_TOUCH_OPERATIONS } from '../../../control/detect/honeytokens/operations.ts'
import { operationRoutes } from '../../plugins/rest-operations.ts'
import type { Routes } from '../api-app.ts'
import { trackRoutes } from './track.ts'

export { decoyPlugin } from './track.ts'

export const allHoneytokenRoutes: Routes = (app, deps) => {
  trackRoutes(app, deps)
  operationRoutes(DECOY_OPERATIONS)(app, deps)
  operationRoutes(DECOY_TOUCH_OPERATIONS)(app, deps)
}
