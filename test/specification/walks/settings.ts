/** Compares the settings that the specification names, and their defaults, with those of the program. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { walk } from './walk.ts'

const PAGE = path.join(import.meta.dirname, '../../../docs/configuration.md')

/** Null if the specification names no default. */
const NAMED: Readonly<Record<string, readonly [section: string, fallback: string | null]>> = {
  SVC_SERVICE_TOKEN: ['2.4', null],
  SVC_INGEST_SERVICE_TOKEN: ['2.4', null],
  K8S_AUDIT_SHARED_SECRET: ['4.8', null],
  SVC_CREDENTIAL_KEY: ['5', null],
  REALTIME_INTERNAL_TOKEN: ['5', null],
  SVC_AGENTS_SERVICE_TOKEN: ['5', null],
  VAPID_PUBLIC_KEY: ['6.1', null],
  VAPID_PRIVATE_KEY: ['6.1', null],
  VAPID_SUBJECT: ['6.1', null],
  REALTIME_BASE_URL: ['6.1', null],
  ALERT_WEBHOOK_URL: ['6.2', null],
  ALERT_WEBHOOK_SECRET: ['6.2', null],
  CHAT_BOT_TOKEN: ['6.4', null],
  CHAT_SIGNING_SECRET: ['6.4', null],
  SVC_API_BASE_URL: ['6.4', null],
  SVC_ACTIONS_BASE_URL: ['6.4', null],
  SVC_API_SERVICE_TOKEN: ['6.4', null],
  SVC_ACTIONS_SERVICE_TOKEN: ['6.4', null],
  SVC_DEFAULT_TENANT_ID: ['6.4', null],
  SVC_WEB_BASE_URL: ['6.4', null],
  SVC_FEATURE_CHATOPS_VERIFY: ['6.4', null],
  SVC_CHATOPS_HMAC_SECRET: ['6.4', null],
  SVC_CHATOPS_TIMEOUT_SECONDS: ['6.4', '1800'],
  SVC_ACTIONS_PUBLIC_URL: ['6.4', null],
  SVC_DETECTION_SOD_ENFORCED: ['7', '1'],
  SVC_SUBMIT_MAX_EVENTS: ['8', '1000'],
  SVC_SUBMIT_MAX_EVENT_BYTES: ['8', '262144'],
  SVC_SUBMIT_MAX_TOTAL_BYTES: ['8', '8388608'],
  SVC_SUBMIT_MAX_TIMESTAMP_AGE_DAYS: ['8', '90'],
  SVC_SUBMIT_MAX_FUTURE_SECONDS: ['8', '300'],
  DATABASE_POOL_SIZE: ['8', '20'],
  SVC_SHADOW_RECONCILE_ENABLED: ['4.9', '0'],
  SVC_SHADOW_RECONCILE_INTERVAL_SECONDS: ['8', '900'],
  SVC_SHADOW_RECONCILE_MIN_CONNECTOR_INTERVAL_SECONDS: ['8', '3600'],
  SVC_SHADOW_RECONCILE_MAX_CONNECTORS_PER_TICK: ['8', '10'],
  SVC_SHADOW_RECONCILE_MAX_WINDOW_HOURS: ['8', '24'],
  SVC_SHADOW_RECONCILE_MAX_LOOKBACK_HOURS: ['8', '168'],
  SVC_SHADOW_RECONCILE_OVERLAP_SECONDS: ['8', '900'],
  SVC_SHADOW_RECONCILE_LIMIT: ['8', '1000'],
  SVC_AUTO_CLOSE_THRESHOLD: ['8', null],
  SVC_SSRF_ALLOW_PRIVATE: ['8', '0'],
  SVC_AIRGAPPED: ['8', '0'],
  SVC_AIRGAP_ALLOWLIST: ['8', ''],
  SVC_MCP_STDIO_ENABLED: ['8', '0'],
  SVC_MCP_STDIO_ALLOWED_COMMANDS: ['8', ''],
  SVC_MCP_REGISTRY_TIMEOUT_S: ['8', '5'],
  SVC_SANDBOX_LOCAL_URL: ['8', null],
  SVC_SANDBOX_LOCAL_TOKEN: ['8', null],
  SVC_SANDBOX_HOSTED_ENABLED: ['8', '0'],
  SANDBOX_HOSTED_BASE_URL: ['8', null],
  SANDBOX_HOSTED_API_KEY: ['8', null],
  SANDBOX_HOSTED_API_KEY_HEADER: ['8', 'Authorization'],
  SANDBOX_HOSTED_API_KEY_PREFIX: ['8', 'Bearer '],
  SANDBOX_HOSTED_PRIVATE_SUBMISSIONS_CONFIRMED: ['8', '0'],
  LLM_BASE_URL: ['8', null],
  LLM_API_KEY: ['8', null],
  LLM_MODEL: ['8', null],
  TAXII_URL: ['8', null],
  TAXII_API_ROOT: ['8', null],
  TAXII_COLLECTION_IDS: ['8', ''],
  MISP_URL: ['8', null],
  MISP_API_KEY: ['8', null],
  MISP_PUSH_AUTO: ['8', '0'],
  OTX_API_KEY: ['8', null],
}

/** The page is made from the settings themselves, and its own test keeps it current. */
function defaults(): ReadonlyMap<string, string> {
  const lines = fs.readFileSync(PAGE, 'utf8').matchAll(/^\| `([A-Z0-9_]+)` \| (-|`([^`]*)`) \|/gm)
  return new Map([...lines].map(([, name = '', whole, value]) => [name, whole === '-' ? '-' : (value ?? '')]))
}

export const SETTINGS = Object.entries(NAMED).map(([name, [section, fallback]]) =>
  walk(
    section,
    `setting ${name}${fallback === null ? '' : `, by default ${fallback === '' ? 'empty' : fallback}`}`,
    async () => {
      const own = defaults().get(name)
      assert.ok(own !== undefined, 'no such setting')
      if (fallback !== null) assert.equal(own, fallback)
      return own === '-' ? 'there, unset by default' : `there, ${own === '' ? 'empty' : own} by default`
    },
  ),
)
