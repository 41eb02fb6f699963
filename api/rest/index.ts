/** The routes of all resources. A new resource is its file and its line here. */
import { RULE_OPERATIONS } from '../../control/detect/detections/operations.ts'
import { ENRICHMENT_OPERATIONS } from '../../control/detect/enrichment/operations.ts'
import { HONEYTOKEN_OPERATIONS } from '../../control/detect/honeytokens/operations.ts'
import { HUNT_OPERATIONS } from '../../control/detect/hunts/operations.ts'
import { INTEL_OPERATIONS } from '../../control/detect/intel/operations.ts'
import { MARKETPLACE_OPERATIONS } from '../../control/detect/marketplace/operations.ts'
import { OSQUERY_OPERATIONS } from '../../control/detect/osquery/operations.ts'
import { PHISHING_OPERATIONS } from '../../control/detect/phishing/operations.ts'
import { PROPOSAL_OPERATIONS } from '../../control/detect/proposals/operations.ts'
import { PURPLE_OPERATIONS, PURPLE_TEAM_OPERATIONS } from '../../control/detect/purple-team/operations.ts'
import { SANDBOX_OPERATIONS } from '../../control/detect/sandbox/operations.ts'
import { SOURCE_OPERATIONS } from '../../control/detect/source-tables/operations.ts'
import { UEBA_OPERATIONS } from '../../control/detect/ueba/operations.ts'
import {
  API_KEY_OPERATIONS,
  CONNECTION_OPERATIONS,
  ERASURE_OPERATIONS,
  INVITATION_OPERATIONS,
  ME_OPERATIONS,
  PASSKEY_OPERATIONS,
  PASSWORD_RESET_OPERATIONS,
  ROLE_OPERATIONS,
  SCIM_TOKEN_OPERATIONS,
  SESSION_OPERATIONS,
  SIGN_IN_OPERATIONS,
  USER_OPERATIONS,
} from '../../control/identity/accounts/operations.ts'
import { BRANDING_OPERATIONS } from '../../control/identity/branding/operations.ts'
import { DEPUTY_OPERATIONS } from '../../control/identity/deputies/operations.ts'
import { ORGANISATION_OPERATIONS } from '../../control/identity/organisations/operations.ts'
import { PORTFOLIO_OPERATIONS } from '../../control/identity/portfolio/operations.ts'
import { TENANT_OPERATIONS } from '../../control/identity/tenants/operations.ts'
import { INBOX_TOKEN_OPERATIONS } from '../../control/identity/tokens/operations.ts'
import { AUDIT_OPERATIONS } from '../../control/platform/audit/operations.ts'
import {
  COMPLIANCE_EXPORT_OPERATIONS,
  COMPLIANCE_OPERATIONS,
  EVIDENCE_FILE_OPERATIONS,
  FRAMEWORK_OPERATIONS,
} from '../../control/platform/compliance/operations.ts'
import { CONFIGURATION_OPERATIONS } from '../../control/platform/configuration/operations.ts'
import { CONNECTOR_OPERATIONS, FEDERATED_OPERATIONS } from '../../control/platform/connectors/operations.ts'
import { DEAD_LETTER_OPERATIONS } from '../../control/platform/dead-letters/operations.ts'
import { EXPORT_OPERATIONS } from '../../control/platform/exports/operations.ts'
import { GOVERNANCE_OPERATIONS } from '../../control/platform/governance/operations.ts'
import { VAULT_OPERATIONS } from '../../control/platform/key-rotation/operations.ts'
import { SCHEMA_DRIFT_OPERATIONS, SOURCE_HEALTH_OPERATIONS } from '../../control/platform/sources/operations.ts'
import { USAGE_FILE_OPERATIONS, USAGE_OPERATIONS } from '../../control/platform/usage/operations.ts'
import { AGENT_OPERATIONS, INVESTIGATION_OPERATIONS } from '../../control/respond/agents/operations.ts'
import { AUTONOMY_OPERATIONS, AUTONOMY_POLICY_OPERATIONS } from '../../control/respond/autonomy/operations.ts'
import { CAMPAIGN_OPERATIONS } from '../../control/respond/campaigns/operations.ts'
import { MODEL_OPERATIONS } from '../../control/respond/models/operations.ts'
import { PLAYBOOK_HOOK_OPERATIONS, PLAYBOOK_OPERATIONS } from '../../control/respond/playbooks/operations.ts'
import { VERB_OPERATIONS } from '../../control/respond/response/index.ts'
import {
  ACTION_OPERATIONS,
  APPROVAL_OPERATIONS,
  RESPONSE_OPERATIONS,
  RESPONSE_SETTING_OPERATIONS,
} from '../../control/respond/response/operations.ts'
import { TOOL_SERVER_OPERATIONS } from '../../control/respond/tool-servers/operations.ts'
import { ALERT_OPERATIONS } from '../../control/soc/alerts/operations.ts'
import { CASE_OPERATIONS } from '../../control/soc/cases/operations.ts'
import { CHAT_OPERATIONS } from '../../control/soc/chat/operations.ts'
import { COPILOT_OPERATIONS } from '../../control/soc/copilot/operations.ts'
import { DELIVERY_OPERATIONS } from '../../control/soc/delivery/operations.ts'
import { ALL_EVENT_OPERATIONS } from '../../control/soc/events/operations.ts'
import { NOTIFY_OPERATIONS } from '../../control/soc/notify/operations.ts'
import { ONCALL_OPERATIONS } from '../../control/soc/oncall/operations.ts'
import { REPORT_OPERATIONS } from '../../control/soc/reports/operations.ts'
import { RISK_OPERATIONS } from '../../control/soc/risk/operations.ts'
import { ADVICE_OPERATIONS, SEARCH_OPERATIONS } from '../../control/soc/searches/operations.ts'
import { PUSH_OPERATIONS } from '../../control/soc/web-push/operations.ts'
import { operationRoutes } from '../plugins/rest-operations.ts'
import { realtimeHopRoutes } from '../realtime/hop/routes.ts'
import { submitRoute } from './alerts/submit-route.ts'
import type { Routes } from './api-app.ts'
import { chatRoutes } from './chat/index.ts'
import { allHoneytokenRoutes } from './honeytokens/index.ts'
import { ssoSignInRoutes } from './identity/sso/sign-in.ts'
import { answerRoutes } from './notifications/answers.ts'
import { phoneRoutes } from './notifications/phone.ts'
import { playbookHookRoutes } from './playbooks/hook-routes.ts'
import { REALTIME_OPERATIONS } from './realtime.ts'
import { ticketHookRoutes } from './response/ticket-hooks.ts'
import { verifyRoutes } from './response/verify-routes.ts'
import { ofSubsystem } from './subsystem.ts'

export const REST_ROUTES: readonly Routes[] = [
  operationRoutes(SESSION_OPERATIONS),
  operationRoutes(PASSKEY_OPERATIONS),
  operationRoutes(CONNECTION_OPERATIONS),
  operationRoutes(SIGN_IN_OPERATIONS),
  ssoSignInRoutes,
  operationRoutes(ME_OPERATIONS),
  operationRoutes(USER_OPERATIONS),
  operationRoutes(PASSWORD_RESET_OPERATIONS),
  operationRoutes(INVITATION_OPERATIONS),
  operationRoutes(API_KEY_OPERATIONS),
  operationRoutes(ROLE_OPERATIONS),
  ofSubsystem('organisations', operationRoutes(ORGANISATION_OPERATIONS)),
  ofSubsystem('organisations', operationRoutes(PORTFOLIO_OPERATIONS)),
  submitRoute(),
  operationRoutes(INVESTIGATION_OPERATIONS),
  operationRoutes(AUTONOMY_POLICY_OPERATIONS),
  ofSubsystem('rules', operationRoutes(RULE_OPERATIONS)),
  ofSubsystem('rules', operationRoutes(PROPOSAL_OPERATIONS)),
  operationRoutes(ALL_EVENT_OPERATIONS),
  operationRoutes(FEDERATED_OPERATIONS),
  operationRoutes(HUNT_OPERATIONS),
  operationRoutes(ONCALL_OPERATIONS),
  allHoneytokenRoutes,
  operationRoutes(PURPLE_TEAM_OPERATIONS),
  operationRoutes(FRAMEWORK_OPERATIONS),
  operationRoutes(EVIDENCE_FILE_OPERATIONS),
  operationRoutes(ALERT_OPERATIONS),
  operationRoutes(AGENT_OPERATIONS),
  operationRoutes(AUTONOMY_OPERATIONS),
  operationRoutes(GOVERNANCE_OPERATIONS),
  operationRoutes(COMPLIANCE_OPERATIONS),
  operationRoutes(COMPLIANCE_EXPORT_OPERATIONS),
  operationRoutes(EXPORT_OPERATIONS),
  operationRoutes(HONEYTOKEN_OPERATIONS),
  operationRoutes(PURPLE_OPERATIONS),
  operationRoutes(CONFIGURATION_OPERATIONS),
  operationRoutes(VAULT_OPERATIONS),
  operationRoutes(SOURCE_OPERATIONS),
  operationRoutes(DEAD_LETTER_OPERATIONS),
  operationRoutes(SEARCH_OPERATIONS),
  operationRoutes(ADVICE_OPERATIONS),
  operationRoutes(NOTIFY_OPERATIONS),
  operationRoutes(CHAT_OPERATIONS),
  operationRoutes(COPILOT_OPERATIONS),
  operationRoutes(DELIVERY_OPERATIONS),
  operationRoutes(DEPUTY_OPERATIONS),
  operationRoutes(ENRICHMENT_OPERATIONS),
  operationRoutes(INTEL_OPERATIONS),
  operationRoutes(REPORT_OPERATIONS),
  operationRoutes(OSQUERY_OPERATIONS),
  operationRoutes(RESPONSE_OPERATIONS),
  operationRoutes(VERB_OPERATIONS),
  operationRoutes(CAMPAIGN_OPERATIONS),
  operationRoutes(CASE_OPERATIONS),
  chatRoutes,
  answerRoutes,
  phoneRoutes,
  verifyRoutes,
  ticketHookRoutes,
  operationRoutes(ACTION_OPERATIONS),
  operationRoutes(APPROVAL_OPERATIONS),
  operationRoutes(RESPONSE_SETTING_OPERATIONS),
  operationRoutes(CONNECTOR_OPERATIONS),
  operationRoutes(PLAYBOOK_HOOK_OPERATIONS),
  playbookHookRoutes,
  operationRoutes(PLAYBOOK_OPERATIONS),
  operationRoutes(AUDIT_OPERATIONS),
  operationRoutes(ERASURE_OPERATIONS),
  ofSubsystem('realtime', operationRoutes(REALTIME_OPERATIONS)),
  realtimeHopRoutes,
  operationRoutes(SCHEMA_DRIFT_OPERATIONS),
  operationRoutes(SOURCE_HEALTH_OPERATIONS),
  operationRoutes(UEBA_OPERATIONS),
  operationRoutes(RISK_OPERATIONS),
  operationRoutes(SCIM_TOKEN_OPERATIONS),
  operationRoutes(TENANT_OPERATIONS),
  operationRoutes(BRANDING_OPERATIONS),
  operationRoutes(MODEL_OPERATIONS),
  operationRoutes(MARKETPLACE_OPERATIONS),
  operationRoutes(TOOL_SERVER_OPERATIONS),
  operationRoutes(SANDBOX_OPERATIONS),
  operationRoutes(PHISHING_OPERATIONS),
  operationRoutes(INBOX_TOKEN_OPERATIONS),
  operationRoutes(USAGE_OPERATIONS),
  operationRoutes(USAGE_FILE_OPERATIONS),
  operationRoutes(PUSH_OPERATIONS),
]
