/** An entry as a reader sees it: references and sealed texts are opened as far as keys exist. */
import type { KeyObject } from 'node:crypto'
import type { Sealer } from '../../../platform/seal.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { StoredEntry } from './log-store.ts'
import { boxContext, openBox } from './personal-box.ts'
import { openKey } from './subject-keys.ts'
import { type StoredSubject, subjectsReferredTo } from './subject-store.ts'

/** Text in place of an erased subject. */
export const ERASED = '[erased]'
/** Text where a key exists and does not fit: the credential key is missing, or the row was changed. */
export const UNREADABLE = '[unreadable]'

export type AuditView = {
  readonly id: string
  /** Place in the chain; null for about a second after the entry was made. */
  readonly seq: number | null
  readonly tenant_id: string
  readonly actor_kind: string
  readonly actor_id: string | null
  readonly actor_email: string | null
  readonly actor_ip: string | null
  readonly action: string
  readonly resource: string
  readonly resource_id: string | null
  readonly changes: unknown
  /** ISO 8601, UTC. */
  readonly created_at: string
  readonly api_key_prefix: string | null
}

type Document = Readonly<Record<string, unknown>> & { readonly id: string; readonly tenant_id: string }
type Opened = { readonly subject: string; readonly key: KeyObject | null } | null
type Reader = { readonly document: Document; readonly subjects: ReadonlyMap<string, Opened> }

export async function viewEntries(tx: TenantTx, sealer: Sealer, stored: readonly StoredEntry[]): Promise<AuditView[]> {
  const refs = new Set<string>()
  for (const { document } of stored) for (const [, ref] of document.matchAll(REFS)) refs.add(ref ?? '')
  const rows = refs.size === 0 ? [] : await subjectsReferredTo(tx, [...refs])
  const subjects = new Map(rows.map((row) => [row.ref, opened(tx, sealer, row)]))
  return stored.map(({ seq, document }) => viewOf(seq, { document: JSON.parse(document), subjects }))
}

/** Finds every reference. A text that looks like one is found as well, and is then unknown. */
const REFS = /"\$(?:subject|sealed)":"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/g

function opened(tx: TenantTx, sealer: Sealer, row: StoredSubject): Opened {
  if (row.subject === null) return null
  try {
    return { subject: row.subject, key: openKey(tx, sealer, row) }
  } catch {
    return { subject: row.subject, key: null } // one key that is missing must not hide the rest of the log
  }
}

function viewOf(seq: number | null, reader: Reader): AuditView {
  const { document } = reader
  const shown = (field: string) => (plain(document[field], reader) ?? null) as string | null
  const detail = detailsOf(shown('actor_details'))
  return {
    id: document.id,
    seq,
    tenant_id: document.tenant_id,
    actor_kind: String(document.actor_kind),
    actor_id: shown('actor_id'),
    actor_email: detail('email'),
    actor_ip: detail('ip'),
    action: String(document.action),
    resource: String(document.resource),
    resource_id: shown('resource_id'),
    changes: plain(document.changes, reader) ?? null,
    created_at: new Date(Number(document.time_ms)).toISOString(),
    api_key_prefix: shown('api_key_prefix'),
  }
}

/** An unreadable value may contain both members: which of them were known is sealed. */
function detailsOf(text: string | null): (field: 'email' | 'ip') => string | null {
  if (text === null || text === ERASED || text === UNREADABLE) return () => text
  const details = JSON.parse(text) as { readonly email?: string; readonly ip?: string }
  return (field) => details[field] ?? null
}

function plain(value: unknown, reader: Reader): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((part) => plain(part, reader))
  const fields = value as Readonly<Record<string, unknown>>
  if (typeof fields.$subject === 'string') return subjectOf(fields.$subject, reader)
  if (typeof fields.$sealed === 'string') return textOf(fields.$sealed, reader)
  if (fields.$omitted !== undefined) return { omitted: fields.$omitted }
  const entries = Object.entries(fields).map(([key, part]) => [key.replace(/^\$\$/, '$'), plain(part, reader)])
  return Object.fromEntries(entries)
}

function subjectOf(ref: string, { subjects }: Reader): string {
  return subjects.get(ref)?.subject ?? ERASED
}

function textOf(sealed: string, { subjects, document }: Reader): string {
  const [ref = '', box = ''] = sealed.split('.')
  const subject = subjects.get(ref)
  if (!subject) return ERASED
  if (subject.key === null) return UNREADABLE
  return openBox(subject.key, box, boxContext(document.tenant_id, ref, document.id)) ?? UNREADABLE
}
