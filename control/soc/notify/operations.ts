/** Operations of notifications: receipts, preferences, and acknowledging a case. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { SEVERITIES } from '../../../platform/severities.ts'
import { closed, named, nullable, oneOf, pageOf, pageQuery, plainText, uuid } from '../../../schemas/wire.ts'
import { operationsOf, requirePerson } from '../../platform/acting/index.ts'
import { acknowledgeCase, type CaseActor, getCase } from '../cases/index.ts'
import { MAIL_NOT_CONFIGURED } from '../delivery/index.ts'
import { BROADCAST_KINDS } from './kinds.ts'
import { RECEIPT_STATUSES, RECEIPTS } from './notification.ts'
import { notify } from './notify.ts'
import { CODE_TRIES_MAX, E164, PHONE, phoneOf, removePhone, setPhone, verifyPhone } from './phones.ts'
import { PERSONAL_CHANNELS, PREFERENCES, preferencesOf, putPreferences } from './preferences.ts'
import { markReceiptsSeen, receiptsAboutPage, receiptsPage } from './receipts.ts'

type Deps = { readonly mailFrom?: string | null | undefined; readonly vapid?: object | null | undefined }
const operation = operationsOf<Deps>()

const own = operation({
  name: 'notifications.list',
  summary: 'Notifications to the caller with their delivery status, newest first',
  permission: 'signed_in',
  path: 'GET /notifications',
  query: Type.Object({ ...pageQuery, status: Type.Optional(oneOf(RECEIPT_STATUSES)) }, closed),
  output: pageOf(RECEIPTS.schema),
  async run({ tx, actor }, { status, limit, cursor }) {
    const filter = { userId: requirePerson(actor), status }
    return pageOfPlaced(await receiptsPage(tx, filter, limit + 1, positionOf(cursor)), limit)
  },
})

const seen = operation({
  name: 'notifications.seen',
  summary: 'Mark messages as seen',
  permission: 'signed_in',
  ofPerson: true,
  audit: 'notification:seen',
  path: 'POST /notifications/seen',
  body: named('NotificationsSeen', Type.Object({ ids: Type.Array(uuid, { minItems: 1, maxItems: 500 }) }, closed)),
  output: named('NotificationsSeenCount', Type.Object({ seen: Type.Integer() })),
  async run({ tx, actor, nowMs, note }, { ids }) {
    const count = await markReceiptsSeen(tx, { ids, userId: requirePerson(actor) }, nowMs)
    note({ resource: 'notification', changes: { seen: count } })
    return { seen: count }
  },
})

const channelState = Type.Object({ is_configured: Type.Boolean(), reason: nullable(Type.String()) })

const state = operation({
  name: 'notifications.state',
  summary: 'Whether mail and push messages can be sent, and why not',
  permission: 'signed_in',
  path: 'GET /notifications/state',
  output: named(
    'NotificationState',
    Type.Object({ mail: channelState, push: channelState, mail_from: nullable(Type.String()) }),
  ),
  async run({ deps }) {
    const { mailFrom = null, vapid = null } = deps
    return {
      mail: { is_configured: mailFrom !== null, reason: mailFrom === null ? MAIL_NOT_CONFIGURED : null },
      push: {
        is_configured: vapid !== null,
        reason: vapid === null ? 'no push messages are sent: VAPID_PUBLIC_KEY is not set' : null,
      },
      mail_from: mailFrom,
    }
  },
})

const preferences = operation({
  name: 'notifications.preferences',
  summary: 'Notification preferences of the caller',
  permission: 'signed_in',
  path: 'GET /notifications/preferences',
  output: PREFERENCES.schema,
  run: ({ tx, actor }) => preferencesOf(tx, requirePerson(actor)),
})

const hour = Type.Optional(nullable(Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })))

const setPreferences = operation({
  name: 'notifications.set_preferences',
  summary: 'Set the notification preferences of the caller',
  permission: 'signed_in',
  ofPerson: true,
  audit: 'notification:preferences_set',
  path: 'PUT /notifications/preferences',
  body: named(
    'NotificationPreferencesPut',
    Type.Object(
      {
        channels: Type.Array(oneOf(PERSONAL_CHANNELS), { minItems: 1, uniqueItems: true }),
        min_severity: Type.Optional(oneOf(SEVERITIES)),
        kinds: Type.Optional(Type.Array(oneOf(BROADCAST_KINDS), { uniqueItems: true })),
        quiet_from: hour,
        quiet_to: hour,
        time_zone: Type.Optional(plainText(64)),
      },
      closed,
    ),
  ),
  output: PREFERENCES.schema,
  async run({ tx, actor, note }, sent) {
    const userId = requirePerson(actor)
    note({ resource: 'user', resourceId: userId, changes: sent })
    return putPreferences(tx, userId, {
      ...{ channels: sent.channels, min_severity: sent.min_severity ?? 'info', kinds: sent.kinds ?? [] },
      ...{ quiet_from: sent.quiet_from ?? null, quiet_to: sent.quiet_to ?? null, time_zone: sent.time_zone ?? 'UTC' },
    })
  },
})

const MINUTE_MS = 60_000

const tryOut = operation({
  name: 'notifications.test',
  summary: 'Send a test message to the caller over every configured channel, once a minute',
  permission: 'signed_in',
  ofPerson: true,
  audit: 'notification:tested',
  path: 'POST /notifications/test',
  status: 202,
  output: named('NotificationTest', Type.Object({ notification_id: uuid })),
  async run({ tx, actor, nowMs, note }) {
    const userId = requirePerson(actor)
    const made = await notify(
      tx,
      {
        ...{ kind: 'test', title: 'A test message', body: 'You asked for it. Nothing has happened.' },
        ...{ path: '/settings', dedupeKey: `test/${userId}/${Math.floor(nowMs / MINUTE_MS)}` },
      },
      [{ kind: 'users', userIds: [userId] }],
      nowMs,
    )
    if (made === null) throw new AppError('rate_limited', 'one test message a minute', { retryAfterSeconds: 60 })
    note({ resource: 'notification', resourceId: made.id })
    return { notification_id: made.id }
  },
})

const caseParams = Type.Object({ id: Type.String({ maxLength: 100, description: 'id or number of the case' }) })

const ofCase = operation.page({
  name: 'cases.notifications',
  summary: 'Notifications about a case with their delivery status, oldest first',
  permission: 'cases:read',
  path: 'GET /cases/:id/notifications',
  params: caseParams,
  item: RECEIPTS.schema,
  async run({ tx }, { id }, { rows, after }) {
    const found = await getCase(tx, id)
    return receiptsAboutPage(tx, 'case', found.id, rows, after)
  },
})

const acknowledge = operation({
  name: 'cases.acknowledge',
  summary: 'Acknowledge a case: its escalation stops, and an unassigned case is assigned to the caller',
  permission: 'cases:write',
  audit: 'case:acknowledged',
  path: 'POST /cases/:id/acknowledge',
  params: caseParams,
  output: named(
    'CaseAcknowledged',
    Type.Object({ id: uuid, acknowledged_at: nullable(Type.String({ format: 'date-time' })), is_new: Type.Boolean() }),
  ),
  async run({ tx, actor, nowMs, note }, { id }) {
    const { email, personId, delegationId } = actor
    const isPerson = actor.kind === 'user' && delegationId === null
    const caseActor: CaseActor = {
      id: actor.id ?? 'nobody',
      kind: isPerson ? 'human' : 'automation',
      ownId: isPerson ? personId : null,
    }
    const done = await acknowledgeCase(tx, caseActor, id, { by: email ?? caseActor.id, deliveryId: null }, nowMs)
    note({ resource: 'case', resourceId: done.case.id, changes: { is_new: done.isNew } })
    return { id: done.case.id, acknowledged_at: done.case.acknowledgedAt, is_new: done.isNew }
  },
})

const ownPhone = named('OwnPhoneState', Type.Object({ phone: nullable(PHONE.schema) }))

const showPhone = operation({
  name: 'notifications.phone',
  summary: 'Phone number of the caller, and whether it is verified',
  permission: 'signed_in',
  path: 'GET /notifications/phone',
  output: ownPhone,
  run: async ({ tx, actor }) => ({ phone: await phoneOf(tx, requirePerson(actor)) }),
})

const putPhone = operation({
  name: 'notifications.set_phone',
  summary: 'Set the phone number of the caller and send a code to it; no messages follow until the code is confirmed',
  permission: 'signed_in',
  ofPerson: true,
  audit: 'notification:phone_set',
  path: 'PUT /notifications/phone',
  body: named('OwnPhonePut', Type.Object({ number: Type.String({ pattern: E164, description: 'E.164' }) }, closed)),
  output: ownPhone,
  async run({ tx, actor, nowMs, note }, { number }) {
    const userId = requirePerson(actor)
    const phone = await setPhone(tx, userId, number, nowMs)
    note({ resource: 'user', resourceId: userId })
    return { phone }
  },
})

const codeBack = operation({
  name: 'notifications.verify_phone',
  summary: `Confirm the code sent to the caller’s phone number; valid for ten minutes and ${CODE_TRIES_MAX} tries`,
  permission: 'signed_in',
  ofPerson: true,
  audit: 'notification:phone_verified',
  path: 'POST /notifications/phone/verify',
  body: named('OwnPhoneCode', Type.Object({ code: Type.String({ pattern: '^[0-9]{6}$' }) }, closed)),
  output: named('OwnPhoneVerified', Type.Object({ is_verified: Type.Boolean() })),
  async run({ tx, actor, nowMs, note }, { code }) {
    const userId = requirePerson(actor)
    const isVerified = await verifyPhone(tx, userId, code, nowMs)
    note({ resource: 'user', resourceId: userId, changes: { is_verified: isVerified } })
    return { is_verified: isVerified }
  },
})

const dropPhone = operation({
  name: 'notifications.remove_phone',
  summary: 'Remove the phone number of the caller',
  permission: 'signed_in',
  ofPerson: true,
  audit: 'notification:phone_removed',
  path: 'POST /notifications/phone/remove',
  output: ownPhone,
  async run({ tx, actor, note }) {
    const userId = requirePerson(actor)
    await removePhone(tx, userId)
    note({ resource: 'user', resourceId: userId })
    return { phone: null }
  },
})

export const NOTIFY_OPERATIONS = [
  ...[own, seen, state, preferences, setPreferences, tryOut, ofCase, acknowledge],
  ...[showPhone, putPhone, codeBack, dropPhone],
]
