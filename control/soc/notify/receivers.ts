/** Chooses the receivers of a notification, and their channels. */
import { SEVERITIES, type Severity } from '../../../platform/severities.ts'
import { orNull, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { deputiesOf } from '../../identity/deputies/index.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from './kinds.ts'
import { NOTIFY_LIMITS } from './limits.ts'
import { CHAT_NAMES, type Channel, type ChatPlatform, isDirectChat } from './notification.ts'
import { afterQuietHours, type Preferences, preferencesOfAll } from './preferences.ts'

/** `label` is the caller's name for the receiver, which the receipt shows. */
export type Receiver = {
  readonly label?: string
  /** Reason for the receipt when the name resolves to no one. */
  readonly nobody?: string
} & (
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'users'; readonly userIds: readonly string[] }
  | { readonly kind: 'role'; readonly role: string }
  /** A chat or webhook of the tenant, by the name of its executor. */
  | { readonly kind: 'channel'; readonly name: string }
  | {
      readonly kind: 'phone'
      readonly channel: 'sms' | 'voice'
      readonly number: string
      /** The person whose number it is. */
      readonly userId?: string
    }
  /** The verified numbers of people. */
  | { readonly kind: 'phones'; readonly channel: 'sms' | 'voice'; readonly userIds: readonly string[] }
)

export type Addressed = {
  readonly receiver: string
  readonly userId: string | null
  readonly channel: Channel
  readonly address: string
  readonly status: 'queued' | 'waiting' | 'failed' | 'skipped'
  readonly reason: string | null
  readonly place: number
  readonly dueAt: Date | null
}

type Message = {
  readonly kind: NotificationKind
  readonly severity: Severity | null
  readonly isPushedByTopic: boolean
}

/** At least one row for each receiver: a receiver who cannot be reached has a receipt that says why. */
export async function addressesOf(
  tx: TenantTx,
  message: Message,
  receivers: readonly Receiver[],
  now: Date,
): Promise<Addressed[]> {
  const rows: Addressed[] = []
  for (const receiver of receivers) {
    const label = (receiver.label ?? labelOf(receiver)).slice(0, 300)
    if (receiver.kind === 'address') rows.push(queued(label, null, 'mail', receiver.address, 0, now))
    else if (receiver.kind === 'phone')
      rows.push(queued(label, receiver.userId ?? null, receiver.channel, receiver.number, 0, now))
    else if (receiver.kind === 'phones') rows.push(...(await ofPhones(tx, receiver, label, now)))
    else if (receiver.kind === 'channel') rows.push(queued(label, null, 'chat', receiver.name, 0, now))
    else {
      const people = await peopleOf(tx, receiver)
      const delegates = await ofDelegates(tx, receiver, label, now)
      rows.push(...delegates)
      if (people.length > 0) rows.push(...(await ofPeople(tx, message, label, people, now)))
      else if (delegates.length === 0) rows.push(unreached(label, null, receiver.nobody ?? NOBODY))
      rows.push(...(await ofDeputies(tx, message, people, now)))
    }
  }
  return withoutRepeats(rows)
}

type Person = {
  readonly id: string
  readonly email: string
  readonly isAway: boolean
  readonly browsers: string[]
  /** Their verified number; null when there is none. */
  readonly phone: string | null
  /** Their most recently linked account of each chat. */
  readonly chats: Readonly<Partial<Record<ChatPlatform, string>>>
}
type People = Extract<Receiver, { kind: 'users' | 'role' }>

/** Active people. A person who is offline or snoozed is not reached in a browser. */
function peopleOf(tx: TenantTx, receiver: People): Promise<Person[]> {
  const sql = /* sql */ `
    SELECT u.id, u.email,
      (SELECT number FROM user_phones h WHERE h.user_id = u.id AND h.verified_at IS NOT NULL) AS phone,
      (SELECT jsonb_object_agg(platform, chat_user_id) FROM (
         SELECT DISTINCT ON (platform) platform, chat_user_id FROM chat_accounts a WHERE a.user_id = u.id
         ORDER BY platform, linked_at DESC) latest) AS chats,
      coalesce(p.status = 'offline' OR (p.status = 'snoozed' AND p.until > clock_timestamp()), false) AS is_away,
      (SELECT string_agg(s.id, ',' ORDER BY s.id) FROM push_subscriptions s
       WHERE s.user_id = u.id AND s.expires_at > clock_timestamp()) AS browsers
    FROM users u LEFT JOIN oncall_presence p ON p.user_id = u.id
    WHERE u.is_active AND (u.id = ANY($1::uuid[]) OR u.role = $2) ORDER BY u.id LIMIT $3`
  const toPerson = (row: Row): Person => ({
    id: text(row, 'id'),
    email: text(row, 'email'),
    isAway: row.is_away === true,
    browsers: orNull(text, row, 'browsers')?.split(',') ?? [],
    phone: orNull(text, row, 'phone'),
    chats: (row.chats ?? {}) as Person['chats'],
  })
  const [ids, role] = receiver.kind === 'users' ? [receiver.userIds, null] : [[], receiver.role]
  return tx.many(toPerson, sql, [ids, role, NOTIFY_LIMITS.receivers])
}

/** A delegate has neither browsers nor wishes in this tenant: they get mail, and every field rule holds for it. */
function ofDelegates(tx: TenantTx, receiver: People, label: string, now: Date): Promise<Addressed[]> {
  if (receiver.kind === 'role' || receiver.userIds.length === 0) return Promise.resolve([])
  const sql = /* sql */ `SELECT email FROM svc_delegates($1::uuid[]) WHERE role IS NOT NULL ORDER BY id`
  return tx.many((row) => queued(label, null, 'mail', text(row, 'email'), 0, now), sql, [receiver.userIds])
}

/** A person without a verified number has a receipt that says so. */
async function ofPhones(
  tx: TenantTx,
  { channel, userIds }: Extract<Receiver, { kind: 'phones' }>,
  label: string,
  now: Date,
): Promise<Addressed[]> {
  const people = await peopleOf(tx, { kind: 'users', userIds })
  if (people.length === 0) return [unreached(label, null, NOBODY)]
  return people.map(({ id, phone }) =>
    phone === null ? unreached(label, id, NO_PHONE) : queued(label, id, channel, phone, 0, now),
  )
}

const NOBODY = 'nobody of that name is active here'
const QUIET = 'waits for the end of the quiet hours'
const NO_PHONE = 'has no verified phone number'

const DEPUTY_OF = 'deputy of '

/** True for the name of a receiver who is a deputy. */
export const isDeputy = (receiver: string) => receiver.startsWith(DEPUTY_OF)

/** The message names the person that the deputy stands in for. */
async function ofDeputies(tx: TenantTx, message: Message, people: readonly Person[], now: Date): Promise<Addressed[]> {
  if (!NOTIFICATION_KINDS[message.kind].reachesDeputies) return []
  const found = await deputiesOf(
    tx,
    people.map(({ id }) => id),
    now,
  )
  const rows: Addressed[] = []
  for (const { id, email } of people) {
    const userIds = found.get(id) ?? []
    if (userIds.length === 0) continue
    const deputies = await peopleOf(tx, { kind: 'users', userIds })
    rows.push(...(await ofPeople(tx, message, `${DEPUTY_OF}${email}`, deputies, now)))
  }
  return rows
}

async function ofPeople(
  tx: TenantTx,
  message: Message,
  label: string,
  people: Person[],
  now: Date,
): Promise<Addressed[]> {
  const ids = people.map(({ id }) => id)
  const wishes = await preferencesOfAll(tx, ids)
  return people.flatMap((person) => {
    const wish = wishes.get(person.id)
    return wish === undefined ? [] : ofPerson(message, label, person, wish, now)
  })
}

function ofPerson(
  { kind, severity, isPushedByTopic }: Message,
  label: string,
  person: Person,
  wish: Preferences,
  now: Date,
): Addressed[] {
  const { isUrgent } = NOTIFICATION_KINDS[kind]
  if (!isUrgent && severity !== null && SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(wish.min_severity))
    return [{ ...unreached(label, person.id, `wants nothing below ${wish.min_severity}`), status: 'skipped' }]
  const at = isUrgent ? now : afterQuietHours(wish, now)
  // Account mails ignore the owner's preferences: a user who cannot sign in has no browser here. A report is no push.
  const isMail = kind === 'password_reset' || kind === 'invitation' || kind === 'report'
  const wished = isPushedByTopic ? wish.channels.filter((channel) => channel !== 'push') : wish.channels
  const channels = isMail ? ['mail'] : wished
  if (channels.length === 0) return []
  const groups = channels.map((channel) => waysOf(channel, person)).filter((ways) => ways.length > 0)
  if (groups.length === 0) {
    const why = channels.map((channel) => UNREACHABLE[channel] ?? 'no number is verified')
    return [unreached(label, person.id, `has no channel: ${[...new Set(why)].join(', ')}`)]
  }
  return groups.flatMap((group, place) =>
    group.map(([channel, address]) => {
      const one = { ...queued(label, person.id, channel, address, place, at), reason: at > now ? QUIET : null }
      const isNext = place > 0 && !isUrgent
      return isNext ? { ...one, status: 'waiting' as const, dueAt: null } : one
    }),
  )
}

const UNREACHABLE: Readonly<Record<string, string>> = {
  push: 'no browser is subscribed',
  slack: `no account in ${CHAT_NAMES.slack} is linked`,
  teams: `no account in ${CHAT_NAMES.teams} is linked`,
}

type Way = readonly [channel: Channel, address: string]

function waysOf(channel: string, person: Person): Way[] {
  if (channel === 'mail') return [['mail', person.email]]
  if (isDirectChat(channel)) {
    const account = person.chats[channel]
    return account === undefined ? [] : [[channel, account]]
  }
  if (channel !== 'sms' && channel !== 'voice') return browsersOf(person)
  return person.phone === null ? [] : [[channel, person.phone]]
}

const browsersOf = ({ isAway, browsers }: Person): Way[] => (isAway ? [] : browsers.map((id) => ['push', id]))

function queued(
  receiver: string,
  userId: string | null,
  channel: Channel,
  address: string,
  place: number,
  dueAt: Date,
): Addressed {
  return { receiver, userId, channel, address, status: 'queued', reason: null, place, dueAt }
}

function unreached(receiver: string, userId: string | null, reason: string): Addressed {
  const address = userId ?? receiver
  return { receiver, userId, channel: 'none', address, status: 'failed', reason, place: 0, dueAt: null }
}

function labelOf(receiver: Receiver): string {
  if (receiver.kind === 'address') return receiver.address
  if (receiver.kind === 'channel') return `channel:${receiver.name}`
  if (receiver.kind === 'phone') return `${receiver.channel}:${receiver.number}`
  if (receiver.kind === 'role') return `role:${receiver.role}`
  const kind = receiver.kind === 'phones' ? receiver.channel : 'user'
  return receiver.userIds.map((id) => `${kind}:${id}`).join(', ')
}

/** A person named twice, as a user and by an address, gets one message. Queued rows go before waiting ones. */
function withoutRepeats(rows: readonly Addressed[]): Addressed[] {
  const sorted = rows.toSorted((a, b) => Number(a.status === 'waiting') - Number(b.status === 'waiting'))
  const seen = new Set<string>()
  return sorted.filter(({ channel, address }) => {
    const key = `${channel} ${channel === 'mail' ? address.toLowerCase() : address}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
