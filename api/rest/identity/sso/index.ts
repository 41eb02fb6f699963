import type { Routes } from '../../api-app.ts'
import { connectionRoutes } from './connections.ts'
import { ssoSignInRoutes } from './sign-in.ts'

/** Sign-in connections, and signing in over them. */
export const ssoRoutes: Routes = (app, deps) => {
  connectionRoutes(app, deps)
  ssoSignInRoutes(app, deps)
}
