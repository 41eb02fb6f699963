/** How messages leave: mail, phone, push messages, chat, and questions to users over chat. */
import type { ChatBot, VerifySettings } from '../../control/respond/response/index.ts'
import type { PhoneSettings } from '../../control/soc/delivery/index.ts'
import { flag, integer, optional, type readConfig, type Setting, secret } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import { mailServerOf } from '../../platform/mail-server.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { publicUrl, smtpUrl } from './setting-kinds.ts'

/** Settings of services that send notifications: the actions service sends them, and the API shows whether it can. */
export const MAIL_SETTINGS = {
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

/** Throws `bad_config`. */
export function mailServerIn({ smtpUrl: url, mailFrom }: { smtpUrl: string | null; mailFrom: string | null }) {
  if (url === null) return null
  try {
    return mailServerOf(url, mailFrom)
  } catch (error) {
    throw new AppError('bad_config', (error as Error).message)
  }
}

/** Settings of texts and calls: the actions service sends them, and the provider calls the API back. */
export const PHONE_SETTINGS = {
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

type PhoneValues = ReturnType<typeof readConfig<typeof PHONE_SETTINGS>>

/** Throws `bad_config`. Null when no account is named. */
export function phoneOf(values: PhoneValues): PhoneSettings | null {
  const { twilioSid, twilioToken, twilioFrom, twilioUrl, phoneDailyMax } = values
  if (twilioSid === null) return null
  if (twilioToken === null || twilioFrom === null)
    throw new AppError('bad_config', 'SVC_TWILIO_AUTH_TOKEN and SVC_TWILIO_FROM: needed with SVC_TWILIO_ACCOUNT_SID')
  const baseUrl = twilioUrl ?? 'https://api.twilio.com'
  return { baseUrl, accountSid: twilioSid, authToken: twilioToken, from: twilioFrom, dailyMax: phoneDailyMax }
}

/** Settings of services that send push messages: the API, which tests them, and the agents. */
export const PUSH_SETTINGS = {
  vapidPublicKey: optional('VAPID_PUBLIC_KEY', 'public key of push messages; create a pair with npx svc push keys'),
  vapidPrivateKey: optional('VAPID_PRIVATE_KEY', 'private key of push messages'),
  vapidSubject: optional('VAPID_SUBJECT', 'contact for push services, mailto:soc@example.com or an https address'),
} as const

type PushValues = Readonly<Record<keyof typeof PUSH_SETTINGS, string | null>>

export function vapidOf({ vapidPublicKey: publicKey, vapidPrivateKey: privateKey, vapidSubject: subject }: PushValues) {
  if (publicKey === null && privateKey === null && subject === null) return null
  if (publicKey === null || privateKey === null || subject === null)
    throw new AppError('bad_config', 'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT: set all of them or none')
  if (Buffer.from(publicKey, 'base64url').length !== 65 || Buffer.from(privateKey, 'base64url').length !== 32)
    throw new AppError('bad_config', 'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: keys as npx svc push keys makes them')
  if (!/^mailto:.+@.+$|^https:\/\/.+$/.test(subject))
    throw new AppError('bad_config', 'VAPID_SUBJECT: mailto:soc@example.com or an https address')
  return { publicKey, privateKey, subject }
}

/** Settings of the bot in Slack and Teams, which is a part of the API. */
export const CHAT_SETTINGS = {
  slackSecret: optional(
    'CHAT_SIGNING_SECRET',
    'signing secret of the Slack app, whose requests go to /api/v1/chat/slack',
  ),
  teamsSecret: optional('CHAT_TEAMS_SECRET', 'security token of the outgoing webhook of Teams to /api/v1/chat/teams'),
  teamsAppId: optional(
    'CHAT_TEAMS_APP_ID',
    'app id of the registered bot of Teams, whose messaging endpoint is /api/v1/chat/teams/bot',
  ),
  chatToken: optional(
    'CHAT_BOT_TOKEN',
    'bot token of the Slack app, for threads and previews of SVC_DEFAULT_TENANT_ID if that tenant has no Slack executor',
  ),
  chatTenant: {
    ...optional('SVC_DEFAULT_TENANT_ID', 'tenant of chat workspaces that are not linked; none when unset'),
    parse: tenantId,
  } as Setting<TenantId | null>,
} as const

/** Throws `bad_config`. The installation's bot posts for a single tenant; null: for none. */
export function chatBotOf({
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

/** Settings of user verification: the API takes the answers, and the actions service asks. */
export const VERIFY_SETTINGS = {
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
export function verifyIn(values: VerifyValues, apiUrl: string): VerifySettings {
  if (values.asksUsers && values.chatopsSecret === null)
    throw new AppError('bad_config', 'SVC_CHATOPS_HMAC_SECRET: needed with SVC_FEATURE_CHATOPS_VERIFY')
  return {
    secret: values.asksUsers ? values.chatopsSecret : null,
    timeoutSeconds: values.chatopsTimeoutSeconds,
    publicUrl: values.actionsPublicUrl ?? apiUrl,
  }
}
