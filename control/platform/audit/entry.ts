import { hash } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'

const LENGTH_MAX = { action: 100, resource: 100, resourceId: 500, id: 320, email: 320, ip: 64, apiKeyPrefix: 32 }

/**
 * A person in an audit entry, by the id that the product uses. The log stores a reference, which resolves to nothing
 * after the person was erased.
 */
export class Subject {
  readonly id: string
  constructor(id: string) {
    this.id = id
  }
}

/** A text about a person: encrypted under a key of that subject, `[erased]` once the key is destroyed. */
export class Personal {
  readonly subject: string
  readonly text: string
  /** The text that an erasure searches, where the subject is only its digest. */
  readonly longText: string | null
  constructor(subject: string, text: string, longText: string | null = null) {
    this.subject = subject
    this.text = text
    this.longText = longText
  }
}

const NAME = 'name:'
/** A longer text makes changes that are kept as their size and digest only. */
const LONG_TEXT_MAX = 32_768

/**
 * A text that names somebody or something: encrypted under a key of the text itself, which an erasure finds by the name in
 * it. The subject of a long text is its digest, and the text is searched beside it.
 */
export function erasableText(text: string): Personal | string {
  const searched = text.toLowerCase().replaceAll('\0', '\ufffd').toWellFormed()
  if (NAME.length + searched.length <= LENGTH_MAX.id) return new Personal(`${NAME}${searched}`, text)
  if (searched.length > LONG_TEXT_MAX) return text
  return new Personal(`${NAME}sha256:${hash('sha256', searched)}`, text, searched)
}

/** JSON in which some values are subjects or personal. */
export type AuditValue =
  | null
  | boolean
  | number
  | string
  | Subject
  | Personal
  | readonly AuditValue[]
  | { readonly [key: string]: AuditValue | undefined }

/**
 * The actor. Id, e-mail and network address are personal data: they belong to the subject `id`, or without one to the
 * e-mail address.
 */
export type AuditActor = {
  readonly kind: 'user' | 'api_key' | 'service' | 'agent' | 'playbook' | 'rule' | 'platform' | 'anonymous'
  readonly id: string | null
  readonly email?: string | undefined
  readonly ip?: string | undefined
  readonly apiKeyPrefix?: string | undefined
}

export type AuditEntry = {
  /** Words of a-z, 0-9 and _ with colons or dots between them, for example `alert:assigned`. */
  readonly action: string
  /** Kind of the object, in one such word. */
  readonly resource: string
  readonly resourceId?: string | Subject | null | undefined
  readonly actor: AuditActor
  /** Changed values. Over 32,768 characters of JSON, its size and digest are kept in its place. */
  readonly changes?: { readonly [key: string]: AuditValue | undefined } | undefined
}

const WORDS = /^[a-z][a-z0-9_]*([:.][a-z0-9_]+)*$/
const ANONYMOUS = 'anonymous'
/** Maximum people in one entry; a bulk operation records several entries. */
const SUBJECTS_MAX = 200

/** Throws `bad_request` for an action or resource that is no such word, and for a text that is too long. */
export function checkEntry(entry: AuditEntry): void {
  const { action, resource, actor } = entry
  const resourceId = entry.resourceId instanceof Subject ? entry.resourceId.id : entry.resourceId
  const { id, email, ip, apiKeyPrefix } = actor
  const texts = { action, resource, resourceId, id, email, ip, apiKeyPrefix }
  for (const [name, max] of Object.entries(LENGTH_MAX))
    if ((texts[name as keyof typeof texts]?.length ?? 0) > max)
      throw new AppError('bad_request', `audit entry: ${name} has at most ${max} characters`)
  if (!WORDS.test(action) || !WORDS.test(resource))
    throw new AppError('bad_request', 'audit entry: action and resource are words with colons or dots between them')
  const subjects = subjectsOf(entry)
  if (
    subjects.size > SUBJECTS_MAX ||
    [...subjects.keys()].some((subject) => subject.length < 1 || subject.length > 320)
  )
    throw new AppError('bad_request', `audit entry: at most ${SUBJECTS_MAX} subjects, of 1 to 320 characters each`)
}

/** The subject that the actor's own fields belong to; null when there are none. */
export function actorSubject({ id, email, ip }: AuditActor): string | null {
  if (id !== null) return id
  if (email !== undefined) return emailSubject(email)
  return ip === undefined ? null : ANONYMOUS
}

/** The subject for a person known only by an address, such as the caller of a failed sign-in. */
export function emailSubject(email: string): string {
  return `email:${email.toLowerCase()}`.slice(0, LENGTH_MAX.id)
}

/** Everybody the entry speaks of, each with the long text behind its digest. */
export function subjectsOf(entry: AuditEntry): Map<string, string | null> {
  const found = new Map<string, string | null>()
  const actor = actorSubject(entry.actor)
  if (actor !== null) found.set(actor, null)
  collect(entry.resourceId ?? null, found)
  collect(entry.changes ?? null, found)
  return found
}

const DEPTH_MAX = 32

function collect(value: AuditValue, found: Map<string, string | null>, depth = 0): void {
  if (depth > DEPTH_MAX) throw new AppError('bad_request', `audit entry: nested more than ${DEPTH_MAX} levels deep`)
  if (value instanceof Subject) found.set(value.id, null)
  else if (value instanceof Personal) found.set(value.subject, value.longText)
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) collect(part ?? null, found, depth + 1)
}
