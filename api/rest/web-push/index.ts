/** Routes of browsers in which a person gets push messages. */
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import {
  PUSH_TOPICS,
  type PushSubscription,
  payloadOf,
  sendPush,
  subscribe,
  subscriptionId,
  subscriptionsOf,
  USUAL_TOPICS,
  unsubscribe,
} from '../../../control/web-push/index.ts'
import { reachOf } from '../../../platform/egress/reach.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ApiDeps } from '../../deps.ts'
import { named } from '../../plugins/named-schemas.ts'
import { pageOf, pageOfList, pageQuery } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time } from '../views.ts'

const tags = ['push']
const topics = Type.Array(oneOf(PUSH_TOPICS), { minItems: 1, maxItems: PUSH_TOPICS.length, uniqueItems: true })
const endpoint = Type.String({ minLength: 1, maxLength: 2_000, pattern: '^[\\x21-\\x7e]+$' })
const key = Type.String({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_-]+=*$' })

const subscribeBody = named(
  'PushSubscribe',
  Type.Object(
    {
      subscription: Type.Object(
        {
          endpoint,
          keys: Type.Object({ p256dh: key, auth: key }),
          expirationTime: Type.Optional(nullable(Type.Number())),
        },
        { description: 'toJSON() of the browser’s PushSubscription' },
      ),
      user_agent: Type.Optional(nullable(plainText(500))),
      topics: Type.Optional(topics),
    },
    closed,
  ),
)
const subscribedSchema = named(
  'PushSubscribed',
  Type.Object({ id: Type.String(), vapid_public_key: Type.String(), topics: Type.Array(Type.String()) }),
)
const subscriptionSchema = named(
  'PushSubscription',
  Type.Object({
    id: Type.String(),
    host: Type.String({ description: 'of the push service; the endpoint itself is a secret' }),
    topics: Type.Array(Type.String()),
    user_agent: nullable(Type.String()),
    created_at: time,
    expires_at: time,
  }),
)
const keySchema = named('PushPublicKey', Type.Object({ public_key: nullable(Type.String()), enabled: Type.Boolean() }))
const unsubscribeBody = named('PushUnsubscribe', Type.Object({ endpoint }, closed))
const removedSchema = named('PushUnsubscribed', Type.Object({ removed: Type.Boolean() }))
const testedSchema = named(
  'PushTested',
  Type.Object({
    attempted: Type.Integer(),
    delivered: Type.Integer(),
    removed: Type.Integer({ description: 'browsers that are no more' }),
    errors: Type.Array(Type.String()),
  }),
)
const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })

export const pushRoutes: Routes = (app, deps) => {
  app.get(
    '/push/public-key',
    {
      config: { permission: 'signed_in' },
      schema: { tags, summary: 'The key that a browser subscribes to', response: { 200: keySchema } },
    },
    async () => ({ public_key: deps.vapid?.publicKey ?? null, enabled: Boolean(deps.vapid) }),
  )

  app.get(
    '/push/subscriptions',
    {
      config: { permission: 'signed_in' },
      schema: {
        ...{ tags, summary: 'One’s own browsers', querystring: Type.Object(pageQuery, closed) },
        response: { 200: pageOf(subscriptionSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await subscriptionsOf(tx, ownId(request)), request.query, ({ id }) => id, subscriptionView),
      ),
  )

  for (const url of ['/push/subscriptions', '/push/subscribe'] as const)
    app.post(
      url,
      {
        config: { permission: 'signed_in', ofPerson: true, audit: 'push:subscribed' },
        schema: {
          ...{ tags, summary: 'Be told in this browser', body: subscribeBody, response: { 201: subscribedSchema } },
        },
      },
      async (request, reply) => reply.code(201).send(await subscribed(deps, request, request.body)),
    )

  app.delete(
    '/push/subscriptions/:id',
    {
      config: { permission: 'signed_in', ofPerson: true, audit: 'push:unsubscribed', removes: 'access' },
      schema: { tags, summary: 'Be told in a browser no more', params, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'push_subscription', resourceId: request.params.id })
        if (!(await unsubscribe(tx, request.params.id, ownId(request))))
          throw new AppError('not_found', 'you have no such subscription')
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/push/unsubscribe',
    {
      config: { permission: 'signed_in', ofPerson: true, audit: 'push:unsubscribed', removes: 'access' },
      schema: {
        ...{ tags, summary: 'The same by the endpoint', body: unsubscribeBody, response: { 200: removedSchema } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const id = subscriptionId(request.body.endpoint)
        const removed = await unsubscribe(tx, id, ownId(request))
        note({ resource: 'push_subscription', resourceId: id, changes: { removed } })
        return { removed }
      }),
  )

  app.post(
    '/push/test',
    {
      config: { permission: 'signed_in', ofPerson: true },
      schema: { tags, summary: 'A message to one’s own browsers, now', response: { 200: testedSchema } },
    },
    (request) => tested(deps, request),
  )
}

async function subscribed(deps: ApiDeps, request: FastifyRequest, body: Static<typeof subscribeBody>) {
  const { publicKey } = vapidOf(deps)
  const { endpoint: to, keys } = body.subscription
  const wanted = body.topics ?? USUAL_TOPICS
  const subscription = {
    endpoint: to,
    p256dh: keys.p256dh,
    auth: keys.auth,
    topics: wanted,
    userAgent: body.user_agent ?? null,
  }
  return tenantWork(deps, request, async (tx, note) => {
    const kept = await subscribe(tx, { ...subscription, userId: ownId(request) }, reachOf(deps), deps.nowMs())
    note({ resource: 'push_subscription', resourceId: kept.id, changes: { topics: kept.topics } })
    return { id: kept.id, vapid_public_key: publicKey, topics: [...kept.topics] }
  })
}

/** The requests are sent outside of transactions. */
async function tested(deps: ApiDeps, request: FastifyRequest): Promise<Static<typeof testedSchema>> {
  const vapid = vapidOf(deps)
  const { egress } = deps
  if (egress === undefined) throw new AppError('unavailable', 'nothing is sent from here')
  const own = await tenantWork(deps, request, (tx) => subscriptionsOf(tx, ownId(request)))
  const message = payloadOf({
    ...{ topic: 'p0_alert', title: 'A test', body: 'Push messages reach this browser.', severity: null },
    ...{ tag: 'push-test', url: '/settings' },
  })
  const sent = await Promise.all(own.map((to) => sendPush(egress, vapid, to, message)))
  const gone = own.filter((_, at) => sent[at]?.outcome === 'gone')
  if (gone.length > 0)
    await tenantWork(deps, request, async (tx) => {
      for (const { id } of gone) await unsubscribe(tx, id, null)
    })
  return {
    ...{ attempted: own.length, delivered: sent.filter(({ outcome }) => outcome === 'delivered').length },
    ...{ removed: gone.length, errors: sent.flatMap((one) => (one.outcome === 'failed' ? [one.why] : [])) },
  }
}

/** The caller's user id. Throws `forbidden` unless the caller is a person in the tenant of their account. */
function ownId(request: FastifyRequest): string {
  const { userId, sessionId, delegationId } = principalOf(request)
  if (userId === null || sessionId === null || delegationId !== null)
    throw new AppError('forbidden', 'push messages are for a person of this tenant')
  return userId
}

function vapidOf({ vapid }: ApiDeps) {
  if (!vapid) throw new AppError('unavailable', 'VAPID_PUBLIC_KEY is not set: no push messages')
  return vapid
}

function subscriptionView({ id, endpoint: to, topics: wanted, userAgent, createdAt, expiresAt }: PushSubscription) {
  return {
    ...{ id, host: new URL(to).host, topics: [...wanted], user_agent: userAgent },
    ...{ created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() },
  }
}
