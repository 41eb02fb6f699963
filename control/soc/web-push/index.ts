/** Push messages to browsers: subscriptions, and sending. */
export { announcePush } from './announce.ts'
export { type PushMessage, payloadOf } from './message.ts'
export { pushTo } from './push-to.ts'
export { pushOnce, pushWorkers } from './run-push.ts'
export type { Vapid } from './send.ts'
export { type PushSubscription, subscribe, subscriptionId, unsubscribe } from './subscription-store.ts'
