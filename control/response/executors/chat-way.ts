/**
 * Messages in threads of a chat, over the executor that the tenant connected.
 * Source: Slack Web API (`chat.postMessage`, `conversations.replies`, `chat.unfurl`, `chat.postEphemeral`), Microsoft Teams
 * (webhooks of Workflows, which post into a channel and into no thread).
 */
import type { Egress } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Vault } from '../../vault/index.ts'
import { isWebHook, postCard, postMessage, slackCall } from './chat.ts'
import type { ExecutorSettings } from './executor.ts'
import { openExecutors } from './executor-store.ts'

export type ChatWay = ExecutorSettings

/** Null: no executor of the platform is connected that can do it. A webhook of Slack cannot post into threads. */
export async function chatWay(tx: TenantTx, vault: Vault, platform: string): Promise<ChatWay | null> {
  const found = (await openExecutors(tx)).find(
    ({ vendor, capabilities, baseUrl }) =>
      vendor === platform && capabilities.includes('notify') && !(vendor === 'slack' && isWebHook(baseUrl)),
  )
  if (found === undefined) return null
  const use = { tenantId: tx.tenantId, connectorId: found.id, caller: 'response:execute' }
  return { ...found, secret: found.secret === null ? null : vault.decrypt(found.secret, use) }
}

export type ThreadMessage = {
  /** The message is found again by it. */
  readonly id: string
  readonly channel: string
  /** Null: it begins a thread. */
  readonly thread: string | null
  readonly text: string
}

/** Id of the message, where the platform gives one. */
export async function postInThread(way: ChatWay, egress: Egress, message: ThreadMessage): Promise<string | null> {
  const { id, channel, thread, text } = message
  if (way.vendor === 'slack') return (await postMessage(way, { egress }, { id, channel, text, thread })).ref
  await postCard(way, { egress }, { title: text.slice(0, 100), text })
  return null
}

const REPLIES_MAX = '200'

/** Id of the message that was posted for this id; null: there is none, or the platform cannot say. */
export async function findInThread(way: ChatWay, egress: Egress, message: ThreadMessage): Promise<string | null> {
  const { id, channel, thread } = message
  if (way.vendor !== 'slack' || thread === null) return null
  const query = { channel, ts: thread, include_all_metadata: 'true', limit: REPLIES_MAX }
  const { messages } = await slackCall(way, { egress }, `conversations.replies?${new URLSearchParams(query)}`, null)
  if (!Array.isArray(messages)) throw new AppError('unavailable', 'Slack listed no messages of the thread')
  const found = messages.find((one) => one?.metadata?.event_payload?.action_id === id)
  return found === undefined ? null : String(found.ts).slice(0, 100)
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
