/** Operations of browsers in which a person gets push messages. */
import { Type } from 'typebox'
import type { Egress } from '../../../platform/egress/client.ts'
import { type ReachSettings, reachOf } from '../../../platform/egress/reach.ts'
import { AppError } from '../../../platform/errors.ts'
import { named, nullable, oneOf, plainText, sent, time } from '../../../schemas/wire.ts'
import { type Actor, operationsOf } from '../../platform/acting/index.ts'
import { PUSH_TOPICS, payloadOf, USUAL_TOPICS } from './message.ts'
import { sendPush, type Vapid } from './send.ts'
import { subscribe, subscriptionId, subscriptionsOf, unsubscribe } from './subscription-store.ts'

type Deps = ReachSettings & {
  /** Push messages answer 503 where there is none. */
  readonly vapid?: Vapid | null | undefined
  readonly egress?: Egress | undefined
}

const operation = operationsOf<Deps>()
const endpoint = Type.String({ minLength: 1, maxLength: 2_000, pattern: '^[\\x21-\\x7e]+$' })
const key = Type.String({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_-]+=*$' })
const texts = Type.Array(Type.String())

const publicKey = operation({
  name: 'push.public_key',
  summary: 'Public key for push subscriptions of browsers',
  permission: 'signed_in',
  path: 'GET /push/public-key',
  output: named('PushPublicKey', Type.Object({ public_key: nullable(Type.String()), enabled: Type.Boolean() })),
  run: async ({ deps: { vapid } }) => ({ public_key: vapid?.publicKey ?? null, enabled: Boolean(vapid) }),
})

const list = operation.list({
  name: 'push.subscriptions',
  summary: 'Subscribed browsers of the caller',
  permission: 'signed_in',
  path: 'GET /push/subscriptions',
  item: named(
    'PushSubscription',
    Type.Object({
      id: Type.String(),
      host: Type.String({ description: 'host of the push service; the endpoint itself is secret' }),
      topics: texts,
      user_agent: nullable(Type.String()),
      created_at: time,
      expires_at: time,
    }),
  ),
  run: async ({ tx, actor }) =>
    (await subscriptionsOf(tx, ownId(actor))).map((one) => ({ ...one, host: new URL(one.endpoint).host })),
})

const subscribedSchema = named(
  'PushSubscribed',
  Type.Object({ id: Type.String(), vapid_public_key: Type.String(), topics: texts }),
)
const subscribeBody = sent('PushSubscribe', {
  subscription: Type.Object(
    {
      endpoint,
      keys: Type.Object({ p256dh: key, auth: key }),
      expirationTime: Type.Optional(nullable(Type.Number())),
    },
    { description: 'result of toJSON() on the PushSubscription of the browser' },
  ),
  user_agent: Type.Optional(nullable(plainText(500))),
  topics: Type.Optional(
    Type.Array(oneOf(PUSH_TOPICS), { minItems: 1, maxItems: PUSH_TOPICS.length, uniqueItems: true }),
  ),
})

/** A browser subscribes at either address. */
const subscribeAt = (name: string, path: 'POST /push/subscriptions' | 'POST /push/subscribe') =>
  operation({
    name,
    summary: 'Subscribe this browser to push messages',
    permission: 'signed_in',
    ofPerson: true,
    audit: 'push:subscribed',
    path,
    status: 201,
    body: subscribeBody,
    output: subscribedSchema,
    async run({ tx, note, actor, nowMs, deps }, { subscription, topics = USUAL_TOPICS, user_agent = null }) {
      const { publicKey: vapid_public_key } = vapidOf(deps)
      const { p256dh, auth } = subscription.keys
      const browser = { endpoint: subscription.endpoint, p256dh, auth, topics, userAgent: user_agent }
      const kept = await subscribe(tx, { ...browser, userId: ownId(actor) }, reachOf(deps), nowMs)
      note({ resource: 'push_subscription', resourceId: kept.id, changes: { topics: kept.topics } })
      return { id: kept.id, vapid_public_key, topics: kept.topics }
    },
  })

const remove = operation({
  name: 'push.delete_subscription',
  summary: 'Unsubscribe a browser from push messages',
  permission: 'signed_in',
  ofPerson: true,
  audit: 'push:unsubscribed',
  removes: 'access',
  path: 'DELETE /push/subscriptions/:id',
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
  async run({ tx, note, actor }, { id }) {
    note({ resource: 'push_subscription', resourceId: id })
    if (!(await unsubscribe(tx, id, ownId(actor)))) throw new AppError('not_found', 'you have no such subscription')
  },
})

const removeByEndpoint = operation({
  name: 'push.unsubscribe',
  summary: 'Unsubscribe a browser by its endpoint',
  permission: 'signed_in',
  ofPerson: true,
  audit: 'push:unsubscribed',
  removes: 'access',
  path: 'POST /push/unsubscribe',
  body: sent('PushUnsubscribe', { endpoint }),
  output: named('PushUnsubscribed', Type.Object({ removed: Type.Boolean() })),
  async run({ tx, note, actor }, { endpoint: address }) {
    const id = subscriptionId(address)
    const removed = await unsubscribe(tx, id, ownId(actor))
    note({ resource: 'push_subscription', resourceId: id, changes: { removed } })
    return { removed }
  },
})

const test = operation.outside({
  name: 'push.test',
  summary: 'Send a test message to the caller’s browsers now',
  permission: 'signed_in',
  ofPerson: true,
  isRead: true,
  path: 'POST /push/test',
  output: named(
    'PushTested',
    Type.Object({
      attempted: Type.Integer(),
      delivered: Type.Integer(),
      removed: Type.Integer({ description: 'number of browsers unsubscribed' }),
      errors: texts,
    }),
  ),
  async run({ work, actor, deps }) {
    const vapid = vapidOf(deps)
    const { egress } = deps
    if (egress === undefined) throw new AppError('unavailable', 'nothing is sent from here')
    const own = await work((tx) => subscriptionsOf(tx, ownId(actor)))
    const message = payloadOf({
      topic: 'p0_alert',
      title: 'A test',
      body: 'Push messages reach this browser.',
      severity: null,
      tag: 'push-test',
      url: '/settings',
    })
    const answers = await Promise.all(own.map((to) => sendPush(egress, vapid, to, message)))
    const gone = own.filter((_, at) => answers[at]?.outcome === 'gone')
    if (gone.length > 0)
      await work(async (tx) => {
        for (const { id } of gone) await unsubscribe(tx, id, null)
      })
    return {
      attempted: own.length,
      delivered: answers.filter(({ outcome }) => outcome === 'delivered').length,
      removed: gone.length,
      errors: answers.flatMap((one) => (one.outcome === 'failed' ? [one.why] : [])),
    }
  },
})

export const PUSH_OPERATIONS = [
  publicKey,
  list,
  subscribeAt('push.subscribe_browser', 'POST /push/subscriptions'),
  subscribeAt('push.subscribe', 'POST /push/subscribe'),
  remove,
  removeByEndpoint,
  test,
]

/** The caller's user id. Throws `forbidden` unless the caller is a person in the tenant of their account. */
function ownId({ personId, sessionId = null, delegationId }: Actor): string {
  if (personId === null || sessionId === null || delegationId !== null)
    throw new AppError('forbidden', 'push messages are for a person of this tenant')
  return personId
}

function vapidOf({ vapid }: Deps): Vapid {
  if (!vapid) throw new AppError('unavailable', 'VAPID_PUBLIC_KEY is not set: no push messages')
  return vapid
}
