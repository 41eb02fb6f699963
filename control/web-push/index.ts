/** Exports of push messages for other contexts, the API and the services. */
export { announcePush } from './announce.ts'
export { PUSH_TOPICS, type PushMessage, payloadOf, USUAL_TOPICS } from './message.ts'
export { type PushWays, pushTo } from './push-to.ts'
export { type PushDeps, pushOnce, pushWorkers } from './run-push.ts'
export { sendPush, type Vapid } from './send.ts'
export {
  type PushSubscription,
  subscribe,
  subscriptionId,
  subscriptionsOf,
  unsubscribe,
} from './subscription-store.ts'
