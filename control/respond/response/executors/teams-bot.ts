/**
 * Messages of a bot of Microsoft Teams, which reach one thread of a channel; a webhook of Workflows reaches the channel alone.
 * Source: Bot Framework REST API (Bot Connector: authentication, `POST /v3/conversations/{id}/activities`); Microsoft Teams,
 * "Channel and group chat conversations with a bot" (`;messageid=` in the id of a conversation names its thread).
 */
import type { Egress } from '../../../../platform/egress/client.ts'
import { AppError } from '../../../../platform/errors.ts'
import { CALL_MS, fitted, refusal } from './chat-messages.ts'
import { type ExecutorSettings, NotDone } from './executor.ts'

const SIGN_IN = 'https://login.microsoftonline.com'
const SCOPE = 'https://api.botframework.com/.default'
const ANSWER_BYTES_MAX = 64 << 10

/** An executor with the id of an app is a bot: `base_url` is its service URL, and the secret that of the app. */
export const isTeamsBot = ({ vendor, settings }: Pick<ExecutorSettings, 'vendor' | 'settings'>) =>
  vendor === 'teams' && Boolean(settings.app_id)

type Activity = {
  /** Id of the conversation, with that of the thread where it is one. */
  readonly conversation: string
  readonly text: string
  readonly link?: string | undefined
  readonly attachments?: readonly object[]
}

/** Id of the message. Throws `NotDone` for a refusal: of the app, of the conversation, or because Teams is busy. */
export async function postActivity(
  way: ExecutorSettings,
  egress: Egress,
  { conversation, text, link, attachments = [] }: Activity,
): Promise<string | null> {
  const token = await tokenOf(way, egress)
  // Plain text, so that values from events contain no mark-up and no mentions.
  const activity = { type: 'message', textFormat: 'plain', text: fitted(text, link) }
  const body = JSON.stringify(attachments.length === 0 ? activity : { type: 'message', attachments })
  const answer = await egress({
    url: `${way.baseUrl.replace(/\/+$/, '')}/v3/conversations/${encodeURIComponent(conversation)}/activities`,
    ...{ chosenBy: 'tenant', method: 'POST', body, redirectsMax: 0 },
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...{ timeoutMs: CALL_MS, responseBytesMax: ANSWER_BYTES_MAX },
  })
  if (answer.status >= 300) throw refusal('Teams', answer)
  const { id } = membersOf(answer.body)
  return typeof id === 'string' && id !== '' ? id.slice(0, 100) : null
}

/** One for each message: these are few, and a token that is kept outlives a secret that was withdrawn. */
async function tokenOf({ settings, secret }: ExecutorSettings, egress: Egress): Promise<string> {
  if (!secret) throw new NotDone('conflict', 'the bot of Teams has no secret of its app')
  const directory = encodeURIComponent(settings.directory ?? 'botframework.com')
  const form = { client_id: settings.app_id ?? '', client_secret: secret, scope: SCOPE }
  const answer = await egress({
    url: `${(settings.sign_in_url ?? SIGN_IN).replace(/\/+$/, '')}/${directory}/oauth2/v2.0/token`,
    ...{ chosenBy: 'tenant', method: 'POST', redirectsMax: 0 },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    ...{ timeoutMs: CALL_MS, responseBytesMax: ANSWER_BYTES_MAX },
  })
  if (answer.status >= 300) throw refusal('The sign-in of Teams', answer)
  const { access_token: token } = membersOf(answer.body)
  if (typeof token !== 'string' || token === '') throw new NotDone('unavailable', 'the sign-in of Teams gave no token')
  return token
}

function membersOf(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString())
    if (value !== null && typeof value === 'object') return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new AppError('unavailable', 'Teams answered what is no JSON object')
}
