/** Settings of the API alone; those it shares with other services are in services/config.ts. */
import type { MarketplaceSettings } from '../control/detect/marketplace/index.ts'
import type { ClosureSettings } from '../control/respond/autonomy/index.ts'
import type { ChatBot, VerifySettings } from '../control/respond/response/index.ts'
import type { PhoneSettings } from '../control/soc/delivery/index.ts'
import type { Vapid } from '../control/soc/web-push/index.ts'
import { flag, integer, list, optional, readConfig, type Setting, secret, text } from '../platform/config.ts'
import { AppError } from '../platform/errors.ts'
import type { MailServer } from '../platform/mail-server.ts'
import { type TenantId, tenantId } from '../platform/tenant.ts'
import { SUBMIT_SETTINGS } from './rest/alerts/config.ts'
import { CLOSURE_SETTINGS, closuresOf } from './settings/closures.ts'
import {
  CHAT_SETTINGS,
  chatBotOf,
  MAIL_SETTINGS,
  mailServerIn,
  PHONE_SETTINGS,
  PUSH_SETTINGS,
  phoneOf,
  VERIFY_SETTINGS,
  vapidOf,
  verifyIn,
} from './settings/messages.ts'
import { MODEL_SETTINGS, type ModelSettings, modelSettingsOf } from './settings/models.ts'
import { SANDBOX_SETTINGS, sandboxOf } from './settings/sandboxes.ts'
import { origins, proxies, publicUrl, serverAddress } from './settings/setting-kinds.ts'
import { disableFlags, subsystemsIn } from './settings/subsystems.ts'

function environment(): Setting<'production' | 'development'> {
  const parse = (value: string) => {
    if (value === 'production' || value === 'development') return value
    throw new Error(`production or development, not ${JSON.stringify(value)}`)
  }
  const description =
    'production; or development, which opens the direct-write submit to the demo tenant without a login'
  return { name: 'SVC_ENV', fallback: 'production', description, parse }
}

/** Throws `bad_config` with every fault. */
export function modelConfig(env: NodeJS.ProcessEnv = process.env): ModelSettings {
  return modelSettingsOf(readConfig(MODEL_SETTINGS, env))
}

/** Throws `bad_config`. Null: no account is named. */
export function phoneConfig(env: NodeJS.ProcessEnv = process.env): PhoneSettings | null {
  return phoneOf(readConfig(PHONE_SETTINGS, env))
}

/**
 * Settings of services that run elsewhere (a bot, a registry). They are listed so that they cause no warning about
 * unknown settings.
 */
const NOT_NEEDED_SETTINGS = {
  botApiUrl: optional('SVC_API_BASE_URL', `not needed: the bot is a part of the API`),
  botActionsUrl: optional('SVC_ACTIONS_BASE_URL', 'not needed: the bot is a part of the API, which gates actions'),
  botApiToken: optional('SVC_API_SERVICE_TOKEN', 'not needed: the bot acts as the account that a person linked'),
  botActionsToken: optional('SVC_ACTIONS_SERVICE_TOKEN', 'not needed, for the same reason'),
  toolRegistrySeconds: integer(
    ...(['SVC_MCP_REGISTRY_TIMEOUT_S', 5, 1, 120, 'not needed: tool servers are read from the database'] as const),
  ),
} as const

/** Tool servers as processes of this machine. */
const STDIO_SETTINGS = {
  allowsStdio: flag('SVC_MCP_STDIO_ENABLED', 'tool servers over stdio: not supported, the client refuses them'),
  stdioCommands: list('SVC_MCP_STDIO_ALLOWED_COMMANDS', 'full commands allowed for such servers'),
} as const

/** Throws `bad_config`. */
export function verifyConfig(apiUrl: string, env: NodeJS.ProcessEnv = process.env): VerifySettings {
  return verifyIn(readConfig(VERIFY_SETTINGS, env), apiUrl)
}

/** Throws `bad_config`. */
export function mailConfig(env: NodeJS.ProcessEnv = process.env): MailServer | null {
  return mailServerIn(readConfig(MAIL_SETTINGS, env))
}

/** Origins in links of messages: of the console, and of the API; `consoleUrl` is that of this machine. */
export function linkConfig(consoleUrl: string, env: NodeJS.ProcessEnv = process.env) {
  const { webBaseUrl, publicUrl: apiUrl } = readConfig(
    { webBaseUrl: MAIL_SETTINGS.webBaseUrl, publicUrl: API_SETTINGS.publicUrl },
    env,
  )
  const webUrl = webBaseUrl ?? apiUrl ?? consoleUrl
  return { webUrl, apiUrl: apiUrl ?? webUrl }
}

/** Throws `bad_config`. */
export function closureConfig(env: NodeJS.ProcessEnv = process.env): ClosureSettings {
  return closuresOf(readConfig(CLOSURE_SETTINGS, env))
}

/** Null: no push messages. Throws `bad_config`. */
export function pushConfig(env: NodeJS.ProcessEnv = process.env): Vapid | null {
  return vapidOf(readConfig(PUSH_SETTINGS, env))
}

/** Settings of the investigator: sandboxes that a hash is looked up in, and the agents' own token. */
const INVESTIGATOR_SETTINGS = {
  agentsToken: secret('SVC_AGENTS_SERVICE_TOKEN', 'service token of the agents service'),
  ...SANDBOX_SETTINGS,
} as const

export function investigatorConfig(env: NodeJS.ProcessEnv = process.env) {
  const { agentsToken, ...values } = readConfig(INVESTIGATOR_SETTINGS, env)
  return { agentsToken, sandbox: sandboxOf(values) }
}

export const API_SETTINGS = {
  ...SUBMIT_SETTINGS,
  environment: environment(),
  demoTenant: { ...text('SVC_DEMO_TENANT', 'demo', 'the tenant that development mode opens'), parse: tenantId },
  corsOrigins: origins('SVC_CORS_ORIGINS', 'origins whose pages may call the API; none when unset'),
  publicUrl: publicUrl(
    'SVC_PUBLIC_URL',
    'origin at which browsers reach the API, https://soc.example; sign-in over SAML and OIDC needs it',
  ),
  trustedProxies: proxies('SVC_TRUSTED_PROXIES', 'addresses or networks of proxies whose X-Forwarded-For is trusted'),
  isDetectionSeparated: {
    ...flag(
      'SVC_DETECTION_SOD_ENFORCED',
      'a rule needs approval by another person than its author; 0 where one analyst works alone',
    ),
    fallback: '1',
  },
  agentsToken: secret('SVC_AGENTS_SERVICE_TOKEN', 'service token of the agents service'),
  ...MODEL_SETTINGS,
  ...PUSH_SETTINGS,
  ...MAIL_SETTINGS,
  ...VERIFY_SETTINGS,
  ...PHONE_SETTINGS,
  ...CHAT_SETTINGS,
  ...STDIO_SETTINGS,
  ...NOT_NEEDED_SETTINGS,
  ...CLOSURE_SETTINGS,
  ...SANDBOX_SETTINGS,
  marketplaceUrl: serverAddress(
    'SVC_MARKETPLACE_URL',
    'folder of a signed catalogue of the marketplace, https://market.example/svc; none but the product’s own when unset',
  ),
  marketplaceKey: optional('SVC_MARKETPLACE_PUBLIC_KEY', 'Ed25519 key that signs it: 32 bytes in base64'),
} as const

/** Throws `bad_config` with every fault. */
export function apiConfig(env: NodeJS.ProcessEnv = process.env) {
  const flags = disableFlags(env)
  const settings = readConfig<typeof API_SETTINGS>({ ...API_SETTINGS, ...flags }, env)
  const developmentTenant: TenantId | null = settings.environment === 'development' ? settings.demoTenant : null
  const models = modelSettingsOf(settings)
  const vapid = vapidOf(settings)
  const mailServer = mailServerIn(settings)
  return {
    ...settings,
    developmentTenant,
    model: models.installation,
    models,
    vapid,
    mailServer,
    verify: verifyIn(settings, settings.publicUrl ?? ''),
    chat: {
      ...{ slackSecret: settings.slackSecret, teamsSecret: settings.teamsSecret, teamsAppId: settings.teamsAppId },
      defaultTenant: settings.chatTenant,
      bot: chatBotOf(settings),
    },
    stdio: { isEnabled: settings.allowsStdio, commands: settings.stdioCommands },
    closures: closuresOf(settings),
    sandbox: sandboxOf(settings),
    marketplace: marketplaceOf(settings.marketplaceUrl, settings.marketplaceKey),
    disabled: subsystemsIn(flags, settings),
  }
}

/** The same for the actions service. Throws `bad_config`. */
export function chatBotConfig(env: NodeJS.ProcessEnv = process.env): ChatBot | null {
  return chatBotOf(readConfig(CHAT_SETTINGS, env))
}

/** Throws `bad_config`. */
function marketplaceOf(url: string | null, publicKey: string | null): MarketplaceSettings | null {
  if (url === null) return null
  if (publicKey === null || Buffer.from(publicKey, 'base64').length !== 32)
    throw new AppError('bad_config', 'SVC_MARKETPLACE_PUBLIC_KEY: 32 bytes in base64, needed with SVC_MARKETPLACE_URL')
  return { url, publicKey }
}
