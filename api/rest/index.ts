/** The routes of all resources. A new resource is its file and its line here. */
import { allAlertRoutes } from './alerts/index.ts'
import type { Routes } from './api-app.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { authRoutes } from './auth.ts'
import { organisationRoutes } from './organisation.ts'
import { rbacRoutes } from './rbac.ts'
import { allRuleRoutes } from './rules/index.ts'
import { userRoutes } from './users.ts'

export const REST_ROUTES: readonly Routes[] = [
  authRoutes,
  userRoutes,
  apiKeyRoutes,
  rbacRoutes,
  organisationRoutes,
  allAlertRoutes,
  allRuleRoutes,
]
