/** Operations of message texts: the effective ones, the tenant's own, and a preview. */
import { Type } from 'typebox'
import { named, nullable, oneOf, sent } from '../../../schemas/wire.ts'
import { appearanceOf } from '../../identity/branding/index.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import {
  aboutOf,
  checkedText,
  MESSAGE_TEXT_FIELDS,
  type MessageText,
  messageTexts,
  placeholdersOf,
  replaceText,
  TEXT_KINDS,
  type TextKind,
} from '../notify/index.ts'
import type { Delivery, Job } from './claim.ts'
import { messageOf } from './message.ts'

const operation = operationsOf<unknown>({ tag: 'branding' })

const source = oneOf(['tenant', 'organisation', 'platform'])
const shownSchema = named(
  'MessageText',
  Type.Object({
    kind: oneOf(TEXT_KINDS),
    about: Type.String({ description: 'event that sends the message' }),
    subject: nullable(Type.String({ description: 'null: the default text' })),
    body: nullable(Type.String({ description: 'null: the default text' })),
    sources: Type.Object({ subject: source, body: source }, { description: 'level that set each text' }),
    subject_placeholders: Type.Array(Type.String()),
    body_placeholders: Type.Array(Type.String()),
  }),
)

const body = sent('MessageTextChange', MESSAGE_TEXT_FIELDS)
const params = Type.Object({ kind: oneOf(TEXT_KINDS) })

const viewOf = (kind: TextKind, of: Awaited<ReturnType<typeof messageTexts>>) => {
  const { text, sources } = of.get(kind) ?? {
    ...{ text: { subject: null, body: null }, sources: { subject: 'platform', body: 'platform' } as const },
  }
  return {
    ...{ kind, about: aboutOf(kind), ...text, sources },
    subject_placeholders: placeholdersOf(kind, 'subject'),
    body_placeholders: placeholdersOf(kind, 'body'),
  }
}

const list = operation.list({
  name: 'branding.messages',
  summary: 'Texts of each kind of message in this tenant, and the level that set them',
  permission: 'settings:read',
  path: 'GET /branding/messages',
  item: shownSchema,
  run: async ({ tx }) => {
    const texts = await messageTexts(tx)
    return TEXT_KINDS.map((kind) => viewOf(kind, texts))
  },
  keyOf: ({ kind }) => kind,
})

const replace = operation({
  name: 'branding.set_message',
  summary:
    'Set the texts of a kind of message; an empty or missing text falls back to that of the organisation or the platform',
  permission: 'settings:write',
  audit: 'branding:message_changed',
  removes: 'records',
  path: 'PUT /branding/messages/:kind',
  params,
  body,
  output: shownSchema,
  async run({ tx, note }, { kind, subject = null, body: words = null }) {
    note({ resource: 'message_text', resourceId: kind, changes: { subject, body: words } })
    await replaceText(tx, kind, { subject, body: words })
    return viewOf(kind, await messageTexts(tx))
  },
})

const preview = operation({
  name: 'branding.preview_message',
  summary: 'Preview a message with these texts and the active branding, without saving or sending it',
  permission: 'settings:read',
  path: 'POST /branding/messages/:kind/preview',
  isRead: true,
  params,
  body,
  output: named('MessagePreview', Type.Object({ subject: Type.String(), text: Type.String(), html: Type.String() })),
  async run({ tx, nowMs }, { kind, subject = null, body: words = null }) {
    const chosen = checkedText(kind, { subject, body: words })
    const stored = (await messageTexts(tx)).get(kind)?.text
    const text: MessageText = {
      subject: chosen.subject ?? stored?.subject ?? null,
      body: chosen.body ?? stored?.body ?? null,
    }
    const { branding } = await appearanceOf(tx)
    const links = { webUrl: 'https://console.example', answerUrl: () => 'https://console.example/answer' }
    const message = messageOf(sampleOf(kind, new Date(nowMs)), branding, links, text)
    return { subject: message.subject, text: message.text, html: message.html }
  },
})

export const MESSAGE_TEXT_OPERATIONS = [list, replace, preview]

function sampleOf(kind: TextKind, createdAt: Date): Job {
  const one: Delivery = {
    ...{ id: '00000000-0000-0000-0000-000000000000', notificationId: '00000000-0000-0000-0000-000000000000' },
    ...{ receiver: 'ann@example.com', userId: null, channel: 'mail', address: 'ann@example.com', tries: 0, createdAt },
    ...{ kind: kind === 'digest' ? 'assignment' : kind, severity: 'high', title: 'INC-042 Sign-in from a new country' },
    ...{ body: 'Nobody has taken it for 15 minutes.', path: '/cases/INC-042', secretUrl: null },
    ...{ answer: kind === 'escalation' ? 'acknowledge' : kind === 'approval' ? 'approve' : null },
    ...{ aboutKind: null, aboutId: null },
  }
  return kind === 'digest' ? [one, { ...one, title: 'INC-043 A disabled account was used' }] : [one]
}
