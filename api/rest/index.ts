/** The routes of all resources. A new resource is its file and its line here. */
import { realtimeHopRoutes } from '../realtime/hop/routes.ts'
import { allAlertRoutes } from './alerts/index.ts'
import type { Routes } from './api-app.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { allAuditRoutes } from './audit/index.ts'
import { authRoutes } from './auth.ts'
import { brandingRoutes } from './branding/index.ts'
import { allCaseRoutes } from './cases/index.ts'
import { allEventRoutes } from './events/index.ts'
import { identityRoutes } from './identity.ts'
import { inboxTokenRoutes } from './inbox-tokens.ts'
import { feedRoutes } from './intel/feed-routes.ts'
import { iocRoutes } from './intel/ioc-routes.ts'
import { llmRoutes } from './llm.ts'
import { organisationRoutes } from './organisation.ts'
import { rbacRoutes } from './rbac.ts'
import { realtimeRoutes } from './realtime.ts'
import { allRuleRoutes } from './rules/index.ts'
import { schemaDriftRoutes } from './schema-drift.ts'
import { scimTokenRoutes } from './scim-tokens.ts'
import { ssoRoutes } from './sso/index.ts'
import { ofSubsystem } from './subsystem.ts'
import { tenantRoutes } from './tenants.ts'
import { allUebaRoutes } from './ueba/index.ts'
import { usageRoutes } from './usage/index.ts'
import { userRoutes } from './users.ts'

export const REST_ROUTES: readonly Routes[] = [
  authRoutes,
  ssoRoutes,
  userRoutes,
  apiKeyRoutes,
  rbacRoutes,
  ofSubsystem('organisations', organisationRoutes),
  allAlertRoutes,
  allCaseRoutes,
  ofSubsystem('rules', allRuleRoutes),
  allEventRoutes,
  allAuditRoutes,
  identityRoutes,
  realtimeRoutes,
  realtimeHopRoutes,
  schemaDriftRoutes,
  allUebaRoutes,
  scimTokenRoutes,
  tenantRoutes,
  brandingRoutes,
  llmRoutes,
  iocRoutes,
  feedRoutes,
  inboxTokenRoutes,
  usageRoutes,
]
