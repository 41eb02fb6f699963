/**
 * A key that names a secret: it holds one of the specification's names, in any case, whatever stands around it, and with
 * or without a separator between the words of a name. `dbpassword`, `tokens` and `X-API-Key` match, and so does
 * `tokens_used`: rather a value too many than a secret kept. `client_secret` and `x-api-key` hold shorter names.
 */
const SECRET =
  /pass[-_. ]*word|token|secret|api[-_. ]*key|authorization|cookie|private[-_. ]*key|bearer|session[-_. ]*id|csrf/i
export const REDACTED = '[REDACTED]'
/** Deeper values are not walked: the caller rejects them first, by `isTooDeep`. */
export const DEPTH_MAX = 64

/** `value` is the same object when no key of it names a secret; `count` says how many values were replaced. */
export type Redacted = { readonly value: unknown; readonly count: number }

/** The value with the value of every key that names a secret replaced, at any depth. */
export function redact(value: unknown): Redacted {
  const found = { count: 0 }
  return { value: replaceIn(value, found), count: found.count }
}

function replaceIn(value: unknown, found: { count: number }): unknown {
  if (Array.isArray(value)) return replaceInList(value, found)
  if (typeof value !== 'object' || value === null) return value
  let copy: Record<string, unknown> | undefined
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key]
    const isSecret = isSecretKey(key)
    if (isSecret) found.count++
    const safe = isSecret ? REDACTED : replaceIn(member, found)
    if (safe === member) continue
    copy ??= { ...value }
    copy[key] = safe
  }
  return copy ?? value
}

function replaceInList(list: readonly unknown[], found: { count: number }): readonly unknown[] {
  const safe = list.map((item) => replaceIn(item, found))
  return safe.some((value, i) => value !== list[i]) ? safe : list
}

export function isSecretKey(key: string): boolean {
  return SECRET.test(key)
}

/** False for the JSON text of an event in which no key, and nothing else, could name a secret: no need to walk it. */
export function mayHoldSecrets(json: string): boolean {
  return SECRET.test(json)
}

/** True when lists and objects are nested deeper than 64; the check goes no deeper than that. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth >= DEPTH_MAX || Object.values(value).some((member) => isTooDeep(member, depth + 1))
}
