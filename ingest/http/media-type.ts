import { type Context, header } from './context.ts'

/**
 * `bytes`: a type that does not describe the content. `form` may not either: curl and libraries built on it send it by
 * default.
 */
export type BodyKind =
  | 'json'
  | 'ndjson'
  | 'text'
  | 'form'
  | 'parts'
  | 'mail'
  | 'bytes'
  | 'messages'
  | 'bodies'
  | 'other'

const KINDS: Readonly<Record<string, BodyKind>> = {
  '': 'json',
  'application/json': 'json',
  'text/json': 'json',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/x-jsonlines': 'ndjson',
  'application/octet-stream': 'bytes',
  'message/rfc822': 'mail',
  'application/vnd.svc.messages': 'messages',
  'application/vnd.svc.bodies': 'bodies',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'parts',
}

/** Media types of bodies that consist of lines. */
const TEXT_TYPE = /^(?:text\/.+|application\/(?:xml|csv|logplex-1))$/

/** The kind of body that the sender declares. */
export function bodyKind(context: Context): BodyKind {
  const type = typeOf(context)
  const known = KINDS[type] ?? (type.endsWith('+json') ? 'json' : undefined)
  return known ?? (TEXT_TYPE.test(type) ? 'text' : 'other')
}

/** The media type without its parameters, in lower case; empty when there is none. */
export function typeOf({ request }: Context): string {
  return (header(request, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}
