/** Settings of the API alone; those it shares with other services are in services/config.ts. */
import { isIP } from 'node:net'
import type { MarketplaceSettings } from '../control/detect/marketplace/index.ts'
import type { SandboxSettings } from '../control/detect/sandbox/index.ts'
import type { ClosureSettings } from '../control/respond/autonomy/index.ts'
import type { InstallationModel } from '../control/respond/models/index.ts'
import type { ChatBot, VerifySettings } from '../control/respond/response/index.ts'
import type { PhoneSettings } from '../control/soc/delivery/index.ts'
import type { Vapid } from '../control/soc/web-push/index.ts'
import { flag, integer, list, optional, readConfig, type Setting, secret, text } from '../platform/config.ts'
import { AppError } from '../platform/errors.ts'
import { type MailServer, mailServerOf } from '../platform/mail-server.ts'
import { type TenantId, tenantId } from '../platform/tenant.ts'
import { SUBMIT_SETTINGS } from './rest/alerts/config.ts'
import { SUBSYSTEMS } from './route-config.ts'

function environment(): Setting<'production' | 'development'> {
  const parse = (value: string) => {
    if (value === 'production' || value === 'development') return value
    throw new Error(`production or development, not ${JSON.stringify(value)}`)
  }
  const description =
    'production; or development, which opens the direct-write submit to the demo tenant without a login'
  return { name: 'SVC_ENV', fallback: 'production', description, parse }
}

function origins(name: string, description: string): Setting<readonly string[]> {
  const setting = list(name, description)
  const parse = (value: string) => {
    const found = setting.parse(value)
    for (const origin of found)
      if (!isOrigin(origin)) throw new Error(`origins such as https://soc.example, not ${origin}`)
    return found
  }
  return { ...setting, parse }
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}

/** Null when unset. Browsers carry codes and assertions there, so that only this machine may go without TLS. */
function publicUrl(name: string, description: string): Setting<string | null> {
  const parse = (value: string) => {
    const url = URL.parse(value)
    const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname))
    if (!isSafe || url.origin !== value) throw new Error(`an https origin such as https://soc.example, not ${value}`)
    return value
  }
  return { name, fallback: null, description, parse }
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Checked here, so that the error names the setting: Fastify would parse the list at each request and fail without
 * naming it.
 */
function proxies(name: string, description: string): Setting<readonly string[]> {
  const setting = list(name, description)
  const parse = (value: string) => {
    const found = setting.parse(value)
    for (const proxy of found)
      if (!isNetwork(proxy)) throw new Error(`addresses or networks such as 10.0.0.0/8, not ${proxy}`)
    return found
  }
  return { ...setting, parse }
}

/** `/0` would believe everybody, which is no proxy. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

/**
 * An address that the operator chooses, so it may be on this machine and use http. It is shown in answers, so it must
 * not contain a secret.
 */
function serverAddress(name: string, description: string): Setting<string | null> {
  const parse = (value: string) => {
    const url = URL.parse(value)
    const isPlain = url !== null && url.username + url.password + url.search + url.hash === ''
    if (isPlain && /^https?:$/.test(url.protocol)) return value
    throw new Error('an address such as http://ollama:11434/v1, without user, query or fragment')
  }
  return { ...optional(name, description), parse }
}

/** Settings of services that ask models: the API, which tests them, and the agents. */
const MODEL_SETTINGS = {
  modelBaseUrl: serverAddress(
    'LLM_BASE_URL',
    'address of the installation’s own model; without it fixed rules and templates are used',
  ),
  modelKey: optional('LLM_API_KEY', 'key of the installation’s own model'),
  modelName: optional('LLM_MODEL', 'name of the installation’s own model'),
  modelCallsMax: integer('SVC_MODEL_CALLS_MAX', 1_000, 0, 10_000_000, 'requests to models per tenant and day (UTC)'),
  modelTokensMax: integer(
    'SVC_MODEL_TOKENS_MAX',
    2_000_000,
    0,
    2_000_000_000,
    'tokens of models per tenant and day (UTC)',
  ),
  modelTimeoutS: integer('SVC_MODEL_TIMEOUT_S', 30, 1, 600, 'seconds a model has for one answer, repeats included'),
} as const

/** Throws `bad_config` with every fault. */
export function modelConfig(env: NodeJS.ProcessEnv = process.env): ModelSettings {
  return modelSettingsOf(readConfig(MODEL_SETTINGS, env))
}

export type ModelSettings = {
  readonly installation: InstallationModel | null
  readonly installationKey: string | null
  readonly callsMax: number
  readonly tokensMax: number
  readonly timeoutMs: number
}

type ModelValues = {
  readonly modelBaseUrl: string | null
  readonly modelKey: string | null
  readonly modelName: string | null
  readonly modelCallsMax: number
  readonly modelTokensMax: number
  readonly modelTimeoutS: number
}

function modelSettingsOf(values: ModelValues): ModelSettings {
  const { modelBaseUrl: baseUrl, modelKey, modelName: model } = values
  return {
    installation: baseUrl === null ? null : { baseUrl, model, hasApiKey: modelKey !== null },
    installationKey: modelKey,
    callsMax: values.modelCallsMax,
    tokensMax: values.modelTokensMax,
    timeoutMs: values.modelTimeoutS * 1000,
  }
}

/** Settings of services that send push messages: the API, which tests them, and the agents. */
const PUSH_SETTINGS = {
  vapidPublicKey: optional('VAPID_PUBLIC_KEY', 'public key of push messages; create a pair with npx svc push keys'),
  vapidPrivateKey: optional('VAPID_PRIVATE_KEY', 'private key of push messages'),
  vapidSubject: optional('VAPID_SUBJECT', 'contact for push services, mailto:soc@example.com or an https address'),
} as const

/** Settings of services that send notifications: the actions service sends them, and the API shows whether it can. */
const MAIL_SETTINGS = {
  smtpUrl: smtpUrl(
    'SVC_SMTP_URL',
    'mail server for notifications, smtp://user:password@host:587 or smtps://user:password@host:465; no mail is sent when unset',
  ),
  mailFrom: optional('SVC_MAIL_FROM', 'sender of mails, soc@example.com or Example SOC <soc@example.com>'),
  webBaseUrl: {
    ...publicUrl(
      'SVC_WEB_BASE_URL',
      'origin of the console in links of messages; SVC_PUBLIC_URL when unset, and without it the console of this machine',
    ),
  },
} as const

/** The error does not repeat the value, because it contains a password. */
function smtpUrl(name: string, description: string): Setting<string | null> {
  const parse = (value: string) => {
    const url = URL.parse(value)
    if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
      throw new Error('smtp://user:password@host:587 or smtps://user:password@host:465')
    return value
  }
  return { ...optional(name, description), parse }
}

/** Throws `bad_config`. */
function mailServerIn({ smtpUrl: url, mailFrom }: { smtpUrl: string | null; mailFrom: string | null }) {
  if (url === null) return null
  try {
    return mailServerOf(url, mailFrom)
  } catch (error) {
    throw new AppError('bad_config', (error as Error).message)
  }
}

/** Settings of texts and calls: the actions service sends them, and the provider calls the API back. */
const PHONE_SETTINGS = {
  twilioSid: optional('SVC_TWILIO_ACCOUNT_SID', 'Twilio account for texts and calls of escalations'),
  twilioToken: secret(
    'SVC_TWILIO_AUTH_TOKEN',
    'auth token of that account, which also signs requests from Twilio; required with SVC_TWILIO_ACCOUNT_SID',
  ),
  twilioFrom: optional(
    'SVC_TWILIO_FROM',
    'sender: a number (+41...) or messaging service (MG...); required with SVC_TWILIO_ACCOUNT_SID',
  ),
  twilioUrl: {
    ...optional('SVC_TWILIO_BASE_URL', 'origin of the API of Twilio; https://api.twilio.com when unset'),
    parse: (value: string) => {
      if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) throw new Error('an http or https address')
      return value
    },
  } as Setting<string | null>,
  /** @bound text messages and calls of a tenant in 24 hours -> further ones fail, and the receipt says why */
  phoneDailyMax: integer('SVC_PHONE_DAILY_MAX', 200, 1, 100_000, 'texts and calls of one tenant within 24 hours'),
} as const

/** Throws `bad_config`. Null: no account is named. */
export function phoneConfig(env: NodeJS.ProcessEnv = process.env): PhoneSettings | null {
  const { twilioSid, twilioToken, twilioFrom, twilioUrl, phoneDailyMax } = readConfig(PHONE_SETTINGS, env)
  if (twilioSid === null) return null
  if (twilioToken === null || twilioFrom === null)
    throw new AppError('bad_config', 'SVC_TWILIO_AUTH_TOKEN and SVC_TWILIO_FROM: needed with SVC_TWILIO_ACCOUNT_SID')
  const baseUrl = twilioUrl ?? 'https://api.twilio.com'
  return { baseUrl, accountSid: twilioSid, authToken: twilioToken, from: twilioFrom, dailyMax: phoneDailyMax }
}

/** Settings of the bot in Slack and Teams, which is a part of the API. */
const CHAT_SETTINGS = {
  slackSecret: optional(
    'CHAT_SIGNING_SECRET',
    'signing secret of the Slack app, whose requests go to /api/v1/chat/slack',
  ),
  teamsSecret: optional('CHAT_TEAMS_SECRET', 'security token of the outgoing webhook of Teams to /api/v1/chat/teams'),
  chatToken: optional(
    'CHAT_BOT_TOKEN',
    'bot token of the Slack app, for threads and previews of SVC_DEFAULT_TENANT_ID if that tenant has no Slack executor',
  ),
  chatTenant: {
    ...optional('SVC_DEFAULT_TENANT_ID', 'tenant of chat workspaces that are not linked; none when unset'),
    parse: tenantId,
  } as Setting<TenantId | null>,
} as const

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

/** Settings of user verification: the API takes the answers, and the actions service asks. */
const VERIFY_SETTINGS = {
  asksUsers: flag('SVC_FEATURE_CHATOPS_VERIFY', 'chatops.verify asks users over chat; without it the action fails'),
  chatopsSecret: secret(
    'SVC_CHATOPS_HMAC_SECRET',
    'secret that signs the links of its buttons; required with SVC_FEATURE_CHATOPS_VERIFY',
  ),
  chatopsTimeoutSeconds: integer(
    'SVC_CHATOPS_TIMEOUT_SECONDS',
    1_800,
    60,
    7 * 86_400,
    'seconds that a user has to answer',
  ),
  actionsPublicUrl: publicUrl(
    'SVC_ACTIONS_PUBLIC_URL',
    'origin of the links in the buttons: the actions service or the API; default: SVC_PUBLIC_URL',
  ),
} as const

type VerifyValues = {
  readonly asksUsers: boolean
  readonly chatopsSecret: string | null
  readonly chatopsTimeoutSeconds: number
  readonly actionsPublicUrl: string | null
}

/** Throws `bad_config`. `apiUrl` is where browsers reach the API. */
function verifyIn(values: VerifyValues, apiUrl: string): VerifySettings {
  if (values.asksUsers && values.chatopsSecret === null)
    throw new AppError('bad_config', 'SVC_CHATOPS_HMAC_SECRET: needed with SVC_FEATURE_CHATOPS_VERIFY')
  return {
    secret: values.asksUsers ? values.chatopsSecret : null,
    timeoutSeconds: values.chatopsTimeoutSeconds,
    publicUrl: values.actionsPublicUrl ?? apiUrl,
  }
}

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

const CLOSURE_SETTINGS = {
  closuresEnabled: flag(
    'SVC_SHADOW_RECONCILE_ENABLED',
    'read which findings analysts closed in their own SIEM, and label decisions of shadow mode with the result',
  ),
  closuresIntervalSeconds: integer(
    'SVC_SHADOW_RECONCILE_INTERVAL_SECONDS',
    900,
    10,
    86_400,
    'seconds between two reads',
  ),
  closuresConnectorIntervalSeconds: integer(
    'SVC_SHADOW_RECONCILE_MIN_CONNECTOR_INTERVAL_SECONDS',
    3600,
    10,
    86_400,
    'seconds between two reads of one connector',
  ),
  /** @bound connectors in a round of closed findings -> the next round continues */
  closuresConnectorsPerTick: integer(
    'SVC_SHADOW_RECONCILE_MAX_CONNECTORS_PER_TICK',
    10,
    1,
    1000,
    'connectors per read',
  ),
  closuresWindowHoursMax: integer('SVC_SHADOW_RECONCILE_MAX_WINDOW_HOURS', 24, 1, 744, 'hours that one read covers'),
  /** @bound age of closed findings -> older ones are not read */
  closuresLookbackHoursMax: integer(
    'SVC_SHADOW_RECONCILE_MAX_LOOKBACK_HOURS',
    168,
    1,
    8784,
    'hours that a read may go back',
  ),
  closuresOverlapSeconds: integer(
    'SVC_SHADOW_RECONCILE_OVERLAP_SECONDS',
    900,
    0,
    86_400,
    'overlap with the previous window, in seconds',
  ),
  /** @bound closed findings in a time window -> the next window continues */
  closuresLimit: integer(
    'SVC_SHADOW_RECONCILE_LIMIT',
    1000,
    1,
    100_000,
    'closed findings per window; the rest is read next',
  ),
} as const

/** Throws `bad_config`. */
export function closureConfig(env: NodeJS.ProcessEnv = process.env): ClosureSettings {
  return closuresOf(readConfig(CLOSURE_SETTINGS, env))
}

type ClosureValues = ReturnType<typeof readConfig<typeof CLOSURE_SETTINGS>>

function closuresOf(values: ClosureValues): ClosureSettings {
  return {
    enabled: values.closuresEnabled,
    intervalSeconds: values.closuresIntervalSeconds,
    connectorIntervalSeconds: values.closuresConnectorIntervalSeconds,
    connectorsPerTick: values.closuresConnectorsPerTick,
    windowHoursMax: values.closuresWindowHoursMax,
    lookbackHoursMax: values.closuresLookbackHoursMax,
    overlapSeconds: values.closuresOverlapSeconds,
    limit: values.closuresLimit,
  }
}

/** Null: no push messages. Throws `bad_config`. */
export function pushConfig(env: NodeJS.ProcessEnv = process.env): Vapid | null {
  return vapidOf(readConfig(PUSH_SETTINGS, env))
}

type PushValues = Readonly<Record<keyof typeof PUSH_SETTINGS, string | null>>

function vapidOf({ vapidPublicKey: publicKey, vapidPrivateKey: privateKey, vapidSubject: subject }: PushValues) {
  if (publicKey === null && privateKey === null && subject === null) return null
  if (publicKey === null || privateKey === null || subject === null)
    throw new AppError('bad_config', 'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT: set all of them or none')
  if (Buffer.from(publicKey, 'base64url').length !== 65 || Buffer.from(privateKey, 'base64url').length !== 32)
    throw new AppError('bad_config', 'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: keys as npx svc push keys makes them')
  if (!/^mailto:.+@.+$|^https:\/\/.+$/.test(subject))
    throw new AppError('bad_config', 'VAPID_SUBJECT: mailto:soc@example.com or an https address')
  return { publicKey, privateKey, subject }
}

const SANDBOX_SETTINGS = {
  sandboxLocalUrl: serverAddress('SVC_SANDBOX_LOCAL_URL', 'sandbox (CAPE) in your own network, http://cape:8000'),
  sandboxLocalToken: optional(
    'SVC_SANDBOX_LOCAL_TOKEN',
    'token of that sandbox; without it no Authorization header is sent',
  ),
  sandboxHosted: flag('SVC_SANDBOX_HOSTED_ENABLED', 'offer a third party’s sandbox, which publishes submitted files'),
  sandboxHostedUrl: serverAddress('SANDBOX_HOSTED_BASE_URL', 'address of that sandbox, https://api.tria.ge'),
  sandboxHostedKey: optional('SANDBOX_HOSTED_API_KEY', 'its key'),
  sandboxHostedKeyHeader: text('SANDBOX_HOSTED_API_KEY_HEADER', 'Authorization', 'header that the key goes in'),
  sandboxHostedKeyPrefix: text('SANDBOX_HOSTED_API_KEY_PREFIX', 'Bearer ', 'prefix of the key in the header'),
  sandboxHostedPrivate: flag(
    'SANDBOX_HOSTED_PRIVATE_SUBMISSIONS_CONFIRMED',
    'the account there keeps submissions private, which changes the disclosure text',
  ),
} as const

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
      ...{ slackSecret: settings.slackSecret, teamsSecret: settings.teamsSecret, defaultTenant: settings.chatTenant },
      bot: chatBotOf(settings),
    },
    stdio: { isEnabled: settings.allowsStdio, commands: settings.stdioCommands },
    closures: closuresOf(settings),
    sandbox: sandboxOf(settings),
    marketplace: marketplaceOf(settings.marketplaceUrl, settings.marketplaceKey),
    disabled: subsystemsIn(flags, settings),
  }
}

/** Throws `bad_config`. The installation's bot posts for a single tenant; null: for none. */
function chatBotOf({
  chatToken,
  chatTenant,
}: {
  chatToken: string | null
  chatTenant: TenantId | null
}): ChatBot | null {
  if (chatToken === null) return null
  if (chatTenant === null) throw new AppError('bad_config', 'SVC_DEFAULT_TENANT_ID: needed with CHAT_BOT_TOKEN')
  return { tenantId: chatTenant, token: chatToken }
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

type SandboxValues = {
  readonly sandboxLocalUrl: string | null
  readonly sandboxLocalToken: string | null
  readonly sandboxHosted: boolean
  readonly sandboxHostedUrl: string | null
  readonly sandboxHostedKey: string | null
  readonly sandboxHostedKeyHeader: string
  readonly sandboxHostedKeyPrefix: string
  readonly sandboxHostedPrivate: boolean
}

/** Throws `bad_config`. */
function sandboxOf(values: SandboxValues): SandboxSettings {
  const { sandboxLocalUrl, sandboxLocalToken, sandboxHostedUrl, sandboxHostedKey } = values
  if (values.sandboxHosted && sandboxHostedUrl === null)
    throw new AppError('bad_config', 'SANDBOX_HOSTED_BASE_URL: needed with SVC_SANDBOX_HOSTED_ENABLED')
  if (!/^[\w-]{1,100}$/.test(values.sandboxHostedKeyHeader))
    throw new AppError('bad_config', 'SANDBOX_HOSTED_API_KEY_HEADER: the name of a header')
  return {
    local: sandboxLocalUrl === null ? null : { url: sandboxLocalUrl, token: sandboxLocalToken },
    hosted:
      !values.sandboxHosted || sandboxHostedUrl === null
        ? null
        : {
            ...{ url: sandboxHostedUrl, key: sandboxHostedKey, keyHeader: values.sandboxHostedKeyHeader },
            ...{ keyPrefix: values.sandboxHostedKeyPrefix, isPrivateConfirmed: values.sandboxHostedPrivate },
          },
  }
}

const DISABLE = 'SVC_DISABLE_'

/** `SVC_DISABLE_GRAPHQL=1` switches `graphql` off. A name that nothing answers to is a fault: it would switch off nothing. */
function disableFlags(env: NodeJS.ProcessEnv): Readonly<Record<string, Setting<boolean>>> {
  const names = Object.keys(env).filter((name) => name.startsWith(DISABLE))
  return Object.fromEntries(names.map((name) => [name, disableFlag(name)]))
}

function subsystemsIn(flags: object, values: object): ReadonlySet<string> {
  const isOn = new Map(Object.entries(values))
  return new Set(
    Object.keys(flags)
      .filter((name) => isOn.get(name) === true)
      .map(subsystemOf),
  )
}

function disableFlag(name: string): Setting<boolean> {
  const setting = flag(name, 'switches a subsystem off')
  const isKnown = SUBSYSTEMS.some((subsystem) => subsystem === subsystemOf(name))
  const parse = (value: string) => {
    if (!isKnown) throw new Error(`no such subsystem; there are ${SUBSYSTEMS.join(', ')}`)
    return setting.parse(value)
  }
  return { ...setting, parse }
}

function subsystemOf(name: string): string {
  return name.slice(DISABLE.length).toLowerCase()
}
