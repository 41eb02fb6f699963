/**
 * The words that a tenant chose for its messages: a subject and a body for each kind, with placeholders. Where the tenant has
 * none its organisation's hold, and else those of the platform. Links, buttons and the footer are always ours.
 */
import { Type } from 'typebox'
import { invalid } from '../../../platform/invalid-input.ts'
import { nullable } from '../../../schemas/wire.ts'
import { orNull, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { KIND_NAMES, NOTIFICATION_KINDS, type NotificationKind } from './kinds.ts'

/** Kinds with a fixed text: reports consist of figures, and a phone code has to warn against passing it on. */
const FIXED = ['report', 'phone_code'] as const satisfies readonly NotificationKind[]
type Worded = Exclude<NotificationKind, (typeof FIXED)[number]>

/** Kinds of messages with a configurable text; `digest` replaces many messages. */
export type TextKind = Worded | 'digest'
export const TEXT_KINDS: readonly TextKind[] = [
  ...KIND_NAMES.filter((kind): kind is Worded => !(FIXED as readonly string[]).includes(kind)),
  'digest',
]

export type MessageText = { readonly subject: string | null; readonly body: string | null }
export type TextSource = 'tenant' | 'organisation' | 'platform'
export type ShownText = {
  readonly text: MessageText
  readonly sources: Readonly<Record<keyof MessageText, TextSource>>
}

/** One line without characters that change the text direction, because a subject is a mail header. */
const ONE_LINE = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*$'
const PLAIN_LINES = '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$'
/** Texts as sent: a null or omitted part falls back to the organisation and the platform. */
export const MESSAGE_TEXT_FIELDS = {
  subject: Type.Optional(nullable(Type.String({ maxLength: 200, pattern: ONE_LINE }))),
  body: Type.Optional(nullable(Type.String({ maxLength: 4_000, pattern: PLAIN_LINES }))),
}

const OF_ALL = ['product', 'sender', 'support_email', 'support_url', 'receiver'] as const
const OF_ONE = ['title', 'severity', 'text'] as const
const OF_MANY = ['count', 'list'] as const
export type Placeholder = (typeof OF_ALL)[number] | (typeof OF_ONE)[number] | (typeof OF_MANY)[number]

/** Placeholders of a kind; `list` is allowed in the body of a digest only. */
export function placeholdersOf(kind: TextKind, part: keyof MessageText): readonly Placeholder[] {
  const own = kind === 'digest' ? OF_MANY : OF_ONE
  const breaks = ['list', 'text']
  return [...own.filter((name) => part === 'body' || !breaks.includes(name)), ...OF_ALL]
}

export const aboutOf = (kind: TextKind) =>
  kind === 'digest' ? 'many messages to one receiver that became one' : NOTIFICATION_KINDS[kind].about

const PLACEHOLDER = /\{([a-z_]+)\}/g

/** Fills placeholders in one pass: a placeholder inside a value stays as it is. */
export function filled(template: string, values: Readonly<Partial<Record<Placeholder, string>>>): string {
  return template.replaceAll(PLACEHOLDER, (whole, name: string) => values[name as Placeholder] ?? whole)
}

/**
 * Trims the parts, with null for empty ones. Throws 422 for an unknown placeholder, and for a digest without its list.
 */
export function checkedText(kind: TextKind, sent: MessageText): MessageText {
  const trimmed = { subject: sent.subject?.trim() || null, body: sent.body?.trim() || null }
  for (const part of ['subject', 'body'] as const) {
    const known: readonly string[] = placeholdersOf(kind, part)
    const unknown = [...(trimmed[part] ?? '').matchAll(PLACEHOLDER)].find(([, name = '']) => !known.includes(name))
    if (unknown !== undefined)
      throw invalid(part, `has no placeholder ${unknown[0]}: there are ${known.map((name) => `{${name}}`).join(', ')}`)
  }
  if (kind === 'digest' && trimmed.body !== null && !trimmed.body.includes('{list}'))
    throw invalid('body', 'holds {list}: without it nobody learns what the message stands for')
  return trimmed
}

/** Own words and those of the organisation, by kind. */
export async function messageTexts(tx: TenantTx): Promise<ReadonlyMap<TextKind, ShownText>> {
  const sql = /* sql */ `
    SELECT kind, subject, body, tenant_id = svc_tenant() AS is_own FROM message_texts
    ORDER BY (tenant_id = svc_tenant()) DESC`
  const rows = await tx.many(
    (row) => ({
      kind: text(row, 'kind'),
      subject: orNull(text, row, 'subject'),
      body: orNull(text, row, 'body'),
      isOwn: row.is_own === true,
    }),
    sql,
  )
  return new Map(
    TEXT_KINDS.map((kind) => {
      const layers = rows.filter((row) => row.kind === kind)
      const partOf = (part: keyof MessageText) => layers.find((layer) => layer[part] !== null)
      const sourceOf = (part: keyof MessageText): TextSource => {
        const layer = partOf(part)
        return layer === undefined ? 'platform' : layer.isOwn ? 'tenant' : 'organisation'
      }
      const chosen = { subject: partOf('subject')?.subject ?? null, body: partOf('body')?.body ?? null }
      return [kind, { text: chosen, sources: { subject: sourceOf('subject'), body: sourceOf('body') } }] as const
    }),
  )
}

/** The tenant's own, of the kinds that it chose words for. */
export function ownTexts(tx: TenantTx): Promise<readonly (MessageText & { readonly kind: string })[]> {
  const sql = /* sql */ `
    SELECT kind, subject, body FROM message_texts WHERE tenant_id = svc_tenant() ORDER BY kind`
  const toText = (row: Parameters<typeof text>[0]) => ({
    kind: text(row, 'kind'),
    subject: orNull(text, row, 'subject'),
    body: orNull(text, row, 'body'),
  })
  return tx.many(toText, sql)
}

/** Both parts as they were sent; with neither nothing of the tenant's own is left. Throws 422 as `checkedText`. */
export async function replaceText(tx: TenantTx, kind: TextKind, sent: MessageText): Promise<void> {
  const { subject, body } = checkedText(kind, sent)
  if (subject === null && body === null) {
    await tx.run(/* sql */ `DELETE FROM message_texts WHERE tenant_id = svc_tenant() AND kind = $1`, [kind])
    return
  }
  const sql = /* sql */ `
    INSERT INTO message_texts (kind, subject, body) VALUES ($1, $2, $3)
    ON CONFLICT (tenant_id, kind) DO UPDATE SET subject = $2, body = $3, updated_at = clock_timestamp()`
  await tx.run(sql, [kind, subject, body])
}
