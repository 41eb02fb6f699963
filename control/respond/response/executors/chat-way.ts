/**
 * Messages in threads of a chat, over the executor that the tenant connected.
 * Source: Slack Web API (`chat.postMessage`, `conversations.replies`, `chat.unfurl`, `chat.postEphemeral`), Microsoft Teams
 * (bots, which post into threads; webhooks of Workflows, which post into a channel and into no thread).
 */
import { CALL_MS } from '../../../../connectors/respond/chat-messages.ts'
import type { ExecutorSettings, MessageButton } from '../../../../connectors/respond/executor.ts'
import { cardOf, openUrls, postCard } from '../../../../connectors/vendors/microsoft365/respond.ts'
import { isTeamsBot, postActivity, postToMember } from '../../../../connectors/vendors/microsoft365/teams-bot.ts'
import { isWebHook, postMessage, slackButtons, slackCall } from '../../../../connectors/vendors/slack/respond.ts'
import type { Egress } from '../../../../platform/egress/client.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import { type Postgres, type TenantTx, withTenant } from '../../../../stores/postgres/pool.ts'
import { withinRegion } from '../../../platform/governance/index.ts'
import type { Vault } from '../../../platform/vault/index.ts'
import { openExecutors, type StoredExecutor } from './executor-store.ts'

export type ChatWay = ExecutorSettings

/** The Slack app of the installation, which posts for one tenant where that one connected none. */
export type ChatBot = { readonly tenantId: TenantId; readonly token: string }

const SLACK = 'https://slack.com/api/'

/**
 * Null: no executor of the platform is connected that can do it. A webhook of Slack cannot post into threads, and of Teams a
 * bot goes before webhooks, which can neither.
 */
export async function chatWay(
  tx: TenantTx,
  vault: Vault,
  platform: string,
  bot: ChatBot | null = null,
): Promise<ChatWay | null> {
  const able = (await openExecutors(tx)).filter(
    ({ vendor, capabilities, baseUrl }) =>
      vendor === platform && capabilities.includes('notify') && !(vendor === 'slack' && isWebHook(baseUrl)),
  )
  const found = able.find(isTeamsBot) ?? able[0]
  if (found === undefined) {
    if (platform !== 'slack' || bot?.tenantId !== tx.tenantId) return null
    return {
      id: 'installation',
      name: 'installation',
      vendor: 'slack',
      baseUrl: SLACK,
      settings: {},
      secret: bot.token,
    }
  }
  return opened(tx, vault, found)
}

function opened(tx: TenantTx, vault: Vault, executor: StoredExecutor): ChatWay {
  const use = { tenantId: tx.tenantId, connectorId: executor.id, caller: 'response:execute' }
  return { ...executor, secret: executor.secret === null ? null : vault.decrypt(executor.secret, use) }
}

/**
 * Posts into a conversation as the registered bot of the installation, over the tenant's executor for that app. False: the
 * tenant has connected none.
 */
export async function postBotActivity(
  { pool, vault, egress, appId }: { pool: Postgres; vault: Vault; egress: Egress; appId: string },
  tenant: TenantId,
  message: Parameters<typeof postActivity>[2],
): Promise<boolean> {
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => withTenant(pool, tenant, work)
  const way = await inTenant(async (tx) => {
    const bots = (await openExecutors(tx)).filter(isTeamsBot)
    const found = bots.find(({ settings }) => settings.app_id === appId)
    return found === undefined ? null : opened(tx, vault, found)
  })
  if (way === null) return false
  await postActivity(way, withinRegion(inTenant, egress, 'webhook'), message)
  return true
}

export type ThreadMessage = {
  /** The message is found again by it. */
  readonly id: string
  readonly channel: string
  /** Null: it begins a thread. */
  readonly thread: string | null
  readonly text: string
  /** Where the whole text is, for one that is too long for a message. */
  readonly link?: string
}

/** Id of the message, where the platform gives one. */
export async function postInThread(way: ChatWay, egress: Egress, message: ThreadMessage): Promise<string | null> {
  const { id, channel, thread, text, link } = message
  if (way.vendor === 'slack') return (await postMessage(way, { egress }, { id, channel, text, thread, link })).ref
  if (isTeamsBot(way)) return postActivity(way, egress, { conversation: thread ?? channel, text, link })
  await postCard(way, { egress }, { title: text.slice(0, 100), text, link })
  return null
}

const REPLIES_MAX = '200'
const REPLY_PAGES_MAX = 5
/** The clock of Slack may be behind by that much. */
const CLOCK_MS = 600_000
/** Time within which a message is looked for and posted. */
export const CHAT_POST_MS = (REPLY_PAGES_MAX + 1) * CALL_MS

/**
 * Finds the message that was posted for this id, not before `notedAt`; null when there is none, or the platform cannot
 * search. Throws `unavailable` when the thread has more messages since then than the search reads.
 */
export async function findInThread(
  way: ChatWay,
  egress: Egress,
  { id, channel, thread, notedAt }: Pick<ThreadMessage, 'id' | 'channel' | 'thread'> & { readonly notedAt: Date },
): Promise<string | null> {
  if (way.vendor !== 'slack' || thread === null) return null
  const oldest = String((notedAt.getTime() - CLOCK_MS) / 1000)
  const query = { channel, ts: thread, include_all_metadata: 'true', limit: REPLIES_MAX, oldest }
  let cursor = ''
  for (let page = 0; page < REPLY_PAGES_MAX; page++) {
    const question = new URLSearchParams({ ...query, ...(cursor === '' ? {} : { cursor }) })
    const answer = await slackCall(way, { egress }, `conversations.replies?${question}`, null)
    if (!Array.isArray(answer.messages)) throw new AppError('unavailable', 'Slack listed no messages of the thread')
    const found = answer.messages.find((one) => one?.metadata?.event_payload?.action_id === id)
    if (found !== undefined) return String(found.ts).slice(0, 100)
    const next = (answer.response_metadata as { readonly next_cursor?: unknown } | undefined)?.next_cursor
    if (typeof next !== 'string' || next === '') return null
    cursor = next
  }
  throw new AppError('unavailable', 'the thread has too many messages to find one that was posted before')
}

/** Null: no app of the platform is connected that can message one person. A webhook of Teams posts into its channel alone. */
export async function directWay(
  tx: TenantTx,
  vault: Vault,
  platform: string,
  bot: ChatBot | null = null,
): Promise<ChatWay | null> {
  const way = await chatWay(tx, vault, platform, bot)
  return way?.vendor === 'teams' && !isTeamsBot(way) ? null : way
}

export type DirectMessage = {
  readonly id: string
  readonly user: string
  /** Workspace of Slack, or tenant of Microsoft 365, in which the person is. */
  readonly team: string
  readonly title: string
  readonly text: string
  readonly buttons: readonly MessageButton[]
}

/** A direct message to one person in Slack or Teams. */
export async function postDirect(way: ChatWay, egress: Egress, message: DirectMessage): Promise<void> {
  const { id, user, team, title, text, buttons } = message
  if (way.vendor === 'slack') {
    await postMessage(way, { egress }, { id, channel: user, text, actions: slackButtons(buttons) })
    return
  }
  const attachments = buttons.length === 0 ? [] : [cardOf({ title, text, actions: openUrls(buttons) })]
  await postToMember(way, egress, { user, tenant: team, text, attachments })
}

/** To one person of a channel alone. */
export async function postToPerson(
  way: ChatWay,
  egress: Egress,
  { channel, user, thread, text }: { channel: string; user: string; thread: string; text: string },
): Promise<void> {
  await slackCall(way, { egress }, 'chat.postEphemeral', { channel, user, thread_ts: thread, text })
}

/** Previews of links in a message, by link. */
export async function unfurl(
  way: ChatWay,
  egress: Egress,
  place: Readonly<Record<string, string>>,
  unfurls: Readonly<Record<string, object>>,
): Promise<void> {
  await slackCall(way, { egress }, 'chat.unfurl', { ...place, unfurls })
}
