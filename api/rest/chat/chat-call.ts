/** Requests of chats: who sent them, what the bot needs to answer, and messages that it posts by itself. */
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { withinRegion } from '../../../control/platform/governance/index.ts'
import { gateOf } from '../../../control/respond/models/index.ts'
import { type ChatWay, chatWay, postInThread } from '../../../control/respond/response/index.ts'
import { type ChatCall, type ChatDeps, type ChatUser, tenantOfChat } from '../../../control/soc/chat/index.ts'
import type { Egress } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { CHAT_ACTIONS } from './chat-actions.ts'

export const CHAT_TAGS = ['chat']
export const CHAT_AUDITS = [
  ...['chat:account_linked', 'investigation:started', 'action:requested', 'approval:approved', 'approval:denied'],
  ...['chat:thread_started', 'case:commented', 'case:comment_changed', 'case:acknowledged'],
]

/**
 * Posts through the executor of the workspace's tenant. A failure is only logged, because there is no other way to
 * answer.
 */
export async function overChat(
  { pool, vault, egress, log, chat }: ApiDeps,
  from: ChatUser,
  work: (way: ChatWay, egress: Egress) => Promise<void>,
): Promise<void> {
  const tenant = await tenantOfChat({ pool, defaultTenant: chat?.defaultTenant ?? null }, from)
  if (tenant === null || egress === undefined) return
  try {
    const way = await withTenant(pool, tenant, (tx) => chatWay(tx, vault, from.platform, chat?.bot))
    if (way === null) log.warn({ tenant }, 'cannot answer in the chat: no Slack executor is connected')
    else await work(way, egress)
  } catch (err) {
    log.warn({ err, tenant }, 'cannot answer in the chat')
  }
}

export function callOf(
  { ip, id }: FastifyRequest,
  platform: 'slack' | 'teams',
  teamId: string | null,
  chatUserId: string | null,
): Pick<ChatCall, 'from' | 'origin'> {
  if (!teamId || !chatUserId || teamId.length > 100 || chatUserId.length > 100)
    throw new AppError('bad_request', 'the request names no workspace or no user')
  return { from: { platform, teamId, chatUserId }, origin: { ip, requestId: String(id) } }
}

export function chatDeps(api: ApiDeps): ChatDeps {
  const { pool, audit, sealer, vault, egress, chat, webUrl, nowMs } = api
  const deps = {
    operations: CHAT_ACTIONS,
    ...{ pool, audit, sealer, nowMs, defaultTenant: chat?.defaultTenant ?? null, webUrl },
    models: { installation: api.model ?? null, gate: gateOf(api) },
  }
  if (egress === undefined) return deps
  return {
    ...deps,
    async beginThread(tenant, { platform }, channel, text) {
      const way = await withTenant(pool, tenant, (tx) => chatWay(tx, vault, platform, chat?.bot))
      if (way === null) throw new AppError('conflict', `no executor of ${platform} is connected that can post messages`)
      const ref = await postInThread(
        way,
        withinRegion((work) => withTenant(pool, tenant, work), egress, 'webhook'),
        { id: randomUUID(), channel, thread: null, text },
      )
      if (ref === null) throw new AppError('unavailable', 'the chat returned no id of the message')
      return ref
    },
  }
}
