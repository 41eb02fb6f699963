/** Sends messages over the chats of the tenant: into channels, and to people who linked their account. */
import type { TenantId } from '../../../platform/tenant.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { placesWithinRegion, withinRegion } from '../../platform/governance/index.ts'
import { chatOf, directWay, postDirect } from '../../respond/response/index.ts'
import { CHAT_NAMES, type ChatPlatform } from '../notify/index.ts'
import type { Delivery } from './claim.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { chatTextOf, type Outgoing } from './message.ts'
import type { Sent } from './sent.ts'

/** Button of a chat message; whoever presses it acknowledges as their linked account. */
export const ACKNOWLEDGE_BUTTON = 'svc_acknowledge'

export const inTenantOf =
  ({ pool }: Pick<DeliveryDeps, 'pool'>, tenant: TenantId) =>
  <T>(work: (tx: TenantTx) => Promise<T>) =>
    withTenant(pool, tenant, work)

/** A message into the channel of an executor, which the receipt names. */
export async function inChat(
  deps: DeliveryDeps,
  tenant: TenantId,
  delivery: Delivery,
  outgoing: Outgoing,
): Promise<Sent> {
  const { pool, vault, egress, findPlace, nowMs } = deps
  const { address: name } = delivery
  const inTenant = inTenantOf(deps, tenant)
  const ways = {
    ...{ egress: withinRegion(inTenant, egress, 'webhook'), nowMs, verify: null, inTenant },
    findPlace: placesWithinRegion(inTenant, findPlace, 'mail'),
  }
  const chat = await withTenant(pool, tenant, (tx) => chatOf(tx, vault, ways, name))
  if (chat === null)
    return { outcome: 'failed', reason: `no executor named ${name} is connected that can send messages` }
  const parameters = { message: chatTextOf(outgoing) }
  const rationale = outgoing.subject
  await chat.perform({
    ...{ id: outgoing.id, actionType: 'notify', target: outgoing.subject, parameters, rationale, executorRef: null },
    ...{ caseId: null, buttons: buttonsOf(delivery, outgoing) },
  })
  return { outcome: 'delivered' }
}

/** A direct message of the app in Slack or Teams, over the executor of the tenant or the app of the installation. */
export async function toPersonInChat(
  deps: DeliveryDeps,
  tenant: TenantId,
  delivery: Delivery & { readonly channel: ChatPlatform },
  outgoing: Outgoing,
): Promise<Sent> {
  const { pool, vault, egress, bot } = deps
  const { channel: platform } = delivery
  const [team, way] = await withTenant(pool, tenant, async (tx) => [
    await teamOf(tx, delivery),
    await directWay(tx, vault, platform, bot),
  ])
  const name = CHAT_NAMES[platform]
  if (team === null) return { outcome: 'failed', reason: `the account in ${name} is not linked any more` }
  if (way === null) return { outcome: 'failed', reason: `no app of ${name} is connected that can message people` }
  const { id, subject: title } = outgoing
  const message = { id, user: delivery.address, team, title, text: chatTextOf(outgoing) }
  const within = withinRegion(inTenantOf(deps, tenant), egress, 'webhook')
  await postDirect(way, within, { ...message, buttons: buttonsOf(delivery, outgoing) })
  return { outcome: 'delivered' }
}

/** Workspace of the linked account; null when its owner unlinked it while the message waited. */
function teamOf(
  tx: TenantTx,
  { channel, address, userId }: Pick<Delivery, 'channel' | 'address' | 'userId'>,
): Promise<string | null> {
  const sql = /* sql */ `
    SELECT team_id FROM chat_accounts WHERE platform = $1 AND chat_user_id = $2 AND user_id = $3
    ORDER BY linked_at DESC LIMIT 1`
  return tx.maybeOne((row) => text(row, 'team_id'), sql, [channel, address, userId])
}

function buttonsOf({ id, answer }: Delivery, { buttons = [] }: Outgoing) {
  const [first] = buttons
  return answer === 'acknowledge' && first !== undefined ? [{ ...first, action: ACKNOWLEDGE_BUTTON, value: id }] : []
}
