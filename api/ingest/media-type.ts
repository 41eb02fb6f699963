import { AppError } from '../../platform/errors.ts'
import { type Context, header } from './context.ts'

export type BodyKind = 'json' | 'ndjson' | 'text' | 'form' | 'parts' | 'other'

const KINDS: Readonly<Record<string, BodyKind>> = {
  '': 'json',
  'application/json': 'json',
  'text/json': 'json',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/x-jsonlines': 'ndjson',
  'text/plain': 'text',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'parts',
}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i
const CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])

/** What the sender says the body is. Refuses a charset that is not UTF-8: guessing would change what is stored. */
export function bodyKind(context: Context): BodyKind {
  const value = header(context.request, 'content-type') ?? ''
  const charset = CHARSET.exec(value)?.[1]?.toLowerCase()
  if (charset && !CHARSETS.has(charset)) throw new AppError('unsupported_media', 'the charset must be utf-8')
  const type = (value.split(';', 1)[0] ?? '').trim().toLowerCase()
  return KINDS[type] ?? (type.endsWith('+json') ? 'json' : 'other')
}
