import type { Routes } from '../api-app.ts'
import { honeytokenRoutes } from './honeytoken-routes.ts'
import { trackRoutes } from './track.ts'

export { decoyPlugin } from './track.ts'

export const allHoneytokenRoutes: Routes = (app, deps) => {
  trackRoutes(app, deps)
  honeytokenRoutes(app, deps)
}
