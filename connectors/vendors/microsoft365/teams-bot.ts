/**
 * Messages of a bot of Microsoft Teams, which reach one thread of a channel or one person; a webhook of Workflows reaches the
 * channel alone.
 * Source: Bot Framework REST API (Bot Connector: authentication, `POST /v3/conversations/{id}/activities`); Microsoft Teams,
 * "Channel and group chat conversations with a bot" (`;messageid=` in the id of a conversation names its thread).
 */
import type { Egress } from '../../../platform/egress/client.ts'
import { CALL_MS, fitted } from '../../respond/chat-messages.ts'
import { type ExecutorSettings, NotDone } from '../../respond/executor.ts'
import { membersOf, refusal } from '../../respond/over-http.ts'

const SIGN_IN = 'https://login.microsoftonline.com'
const SCOPE = 'https://api.botframework.com/.default'
const ANSWER_BYTES_MAX = 64 << 10
const CONVERSATION_CHARS_MAX = 400
const SUMMARY_CHARS = 200

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
  return postWith(way, egress, await tokenOf(way, egress), { conversation, text, link, attachments })
}

/**
 * A message to one person, in the conversation that the bot has with them. It is created each time, because Teams answers
 * with the same one, and one that was kept would belong to another bot once the executor changes.
 *
 * `user` is the Entra object id of the person and `tenant` the id of their Microsoft 365 tenant. Throws `NotDone` when the
 * app is not installed for the person.
 * Source: Microsoft Teams, "Proactive messages"; Bot Framework REST API, "Create conversation".
 */
export async function postToMember(
  way: ExecutorSettings,
  egress: Egress,
  { user, tenant, ...message }: Omit<Activity, 'conversation'> & { readonly user: string; readonly tenant: string },
): Promise<string | null> {
  const token = await tokenOf(way, egress)
  const { id } = await connectorCall(way, egress, token, 'v3/conversations', {
    ...{ isGroup: false, bot: { id: `28:${way.settings.app_id}` }, members: [{ id: user }] },
    ...{ tenantId: tenant, channelData: { tenant: { id: tenant } } },
  })
  if (typeof id !== 'string' || id === '' || id.length > CONVERSATION_CHARS_MAX)
    throw new NotDone('unavailable', 'Teams gave no conversation with the person')
  return postWith(way, egress, token, { ...message, conversation: id })
}

async function postWith(
  way: ExecutorSettings,
  egress: Egress,
  token: string,
  { conversation, text, link, attachments = [] }: Activity,
): Promise<string | null> {
  // Plain text, so that values from events contain no mark-up and no mentions.
  const activity = { type: 'message', textFormat: 'plain', text: fitted(text, link) }
  // Teams shows the summary of a card in the list of chats, where a card itself is not shown.
  const card = { type: 'message', summary: text.slice(0, SUMMARY_CHARS).toWellFormed(), attachments }
  const path = `v3/conversations/${encodeURIComponent(conversation)}/activities`
  const { id } = await connectorCall(way, egress, token, path, attachments.length === 0 ? activity : card)
  return typeof id === 'string' && id !== '' ? id.slice(0, 100) : null
}

/** One POST to the Bot Connector, and the members of its answer. */
async function connectorCall(
  { baseUrl }: ExecutorSettings,
  egress: Egress,
  token: string,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const answer = await egress({
    url: `${baseUrl.replace(/\/+$/, '')}/${path}`,
    ...{ chosenBy: 'tenant', method: 'POST', body: JSON.stringify(body), redirectsMax: 0 },
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...{ timeoutMs: CALL_MS, responseBytesMax: ANSWER_BYTES_MAX },
  })
  if (answer.status >= 300) throw refusal('Teams', answer)
  return membersOf('Teams', answer.body)
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
  const { access_token: token } = membersOf('Teams', answer.body)
  if (typeof token !== 'string' || token === '') throw new NotDone('unavailable', 'the sign-in of Teams gave no token')
  return token
}
