/**
 * The document of an entry: what is stored, hashed and exported. It is the canonical JSON (RFC 8785, in UTF-8) of
 *
 *     v               1
 *     id              UUID of version 7, lower case
 *     tenant_id       the tenant whose chain it is in
 *     time_ms         milliseconds since 1970, the same as in the id
 *     action, resource
 *     resource_id     text, a subject, or null
 *     actor_kind      user, api_key, service, agent, playbook, rule, platform or anonymous
 *     actor_id        a subject, or null
 *     actor_details   sealed canonical JSON of `email` and `ip`, as far as they are known, or null
 *     api_key_prefix  text, or null
 *     changes         any JSON, in which values may be subjects or sealed; null when there are none
 *
 * A subject is `{"$subject": ref}`, a sealed text `{"$sealed": ref "." box}` (see `personal-box.ts`), and changes that
 * are too large `{"$omitted": {"bytes": n, "sha256": hex}}`. A key of the changes that begins with `$` has another `$`
 * before it. Characters that JSON in Postgres cannot hold (U+0000, halves of a surrogate pair) become U+FFFD.
 */
import { createHash, type KeyObject } from 'node:crypto'
import { assert } from '../../../platform/assert.ts'
import { canonicalJson } from './canonical-json.ts'
import { type AuditActor, type AuditEntry, type AuditValue, actorSubject, Personal, Subject } from './entry.ts'
import type { Stamp } from './entry-id.ts'
import { boxContext, sealBox } from './personal-box.ts'

export type SubjectKey = { readonly ref: string; readonly key: KeyObject }

export type DocumentContext = Stamp & {
  readonly tenantId: string
  /** Keys of every subject of the entry. */
  readonly keys: ReadonlyMap<string, SubjectKey>
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

const CHANGES_LENGTH_MAX = 32_768
/** The same with encrypted texts, which are longer than what they say; below the length of a stored document. */
const SEALED_LENGTH_MAX = 120_000

export function documentOf(entry: AuditEntry, context: DocumentContext): string {
  const { actor, changes } = entry
  return canonicalJson({
    v: 1,
    id: context.id,
    tenant_id: context.tenantId,
    time_ms: context.timeMs,
    action: entry.action,
    resource: entry.resource,
    resource_id: plainOf(entry.resourceId ?? null, context),
    actor_kind: actor.kind,
    actor_id: actor.id === null ? null : plainOf(new Subject(actor.id), context),
    actor_details: detailsOf(actor, context),
    api_key_prefix: actor.apiKeyPrefix === undefined ? null : clean(actor.apiKeyPrefix),
    changes: changes === undefined ? null : bounded(changes, plainOf(changes, context)),
  })
}

function detailsOf(actor: AuditActor, context: DocumentContext): Json {
  const { email, ip } = actor
  const subject = actorSubject(actor)
  if (subject === null || (email === undefined && ip === undefined)) return null
  return sealed(new Personal(subject, canonicalJson({ email, ip })), context)
}

function plainOf(value: AuditValue, context: DocumentContext): Json {
  if (typeof value === 'string') return clean(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Subject) return { $subject: keyOf(value.id, context).ref }
  if (value instanceof Personal) return sealed(value, context)
  if (Array.isArray(value)) return value.map((part) => plainOf(part, context))
  const fields = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(fields.map(([key, part]) => [cleanKey(key), plainOf(part ?? null, context)]))
}

function sealed({ subject, text }: Personal, context: DocumentContext): Json {
  const { ref, key } = keyOf(subject, context)
  return { $sealed: `${ref}.${sealBox(key, clean(text), boxContext(context.tenantId, ref, context.id))}` }
}

function keyOf(subject: string, { keys }: DocumentContext): SubjectKey {
  const found = keys.get(subject)
  assert(found, 'every subject of an entry has its key')
  return found
}

function bounded(value: AuditValue, changes: Json): Json {
  const text = canonicalJson(changes)
  if (text.length <= CHANGES_LENGTH_MAX) return changes
  if (text.length <= SEALED_LENGTH_MAX && canonicalJson(unsealed(value)).length <= CHANGES_LENGTH_MAX) return changes
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { $omitted: { bytes: Buffer.byteLength(text), sha256 } }
}

function unsealed(value: AuditValue): Json {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Subject) return value.id
  if (value instanceof Personal) return value.text
  if (Array.isArray(value)) return value.map(unsealed)
  const fields = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(fields.map(([key, part]) => [key, unsealed(part ?? null)]))
}

function cleanKey(key: string): string {
  return clean(key.startsWith('$') ? `$${key}` : key)
}

function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
