/** Names of secrets, as words: `X-API-Key`, `apiKey` and `my_api_key` all hold the words of `api_key`. */
const SECRETS = [
  ...['password', 'token', 'secret', 'api_key', 'authorization', 'cookie', 'client_secret', 'private_key', 'bearer'],
  ...['session_id', 'csrf', 'x-api-key'],
].map((name) => wordsOf(name).join('_'))
const RUN_TOGETHER = new Set(SECRETS.map((name) => name.replaceAll('_', '')))
export const REDACTED = '[REDACTED]'
/** Deeper values are not walked: whoever passes one was to reject it first, by `isTooDeep`. */
export const DEPTH_MAX = 64

/** The value with the value of every key that names a secret replaced, at any depth; the same object when none does. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return redactList(value)
  if (typeof value !== 'object' || value === null) return value
  let copy: Record<string, unknown> | undefined
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key]
    const safe = isSecretKey(key) ? REDACTED : redact(member)
    if (safe === member) continue
    copy ??= { ...value }
    copy[key] = safe
  }
  return copy ?? value
}

function redactList(list: readonly unknown[]): readonly unknown[] {
  const safe = list.map(redact)
  return safe.some((value, i) => value !== list[i]) ? safe : list
}

/**
 * A key whose words, in any case and however they are joined, hold those of a secret's name: `access_token` and
 * `userPassword` do, `tokens_used` and `secretary` do not.
 */
export function isSecretKey(key: string): boolean {
  if (!HINT.test(key)) return false
  const words = wordsOf(key.slice(0, KEY_LENGTH_MAX))
  if (RUN_TOGETHER.has(words.join(''))) return true
  const joined = `_${words.join('_')}_`
  return SECRETS.some((name) => joined.includes(`_${name}_`))
}

/** In every key that names a secret; most keys are told by this alone, which costs a tenth of cutting them into words. */
const HINT = /pass.?word|token|secret|api|authorization|cookie|private|bearer|session|csrf/i

/** False for the JSON text of an event in which no key, and nothing else, could name a secret: no need to walk it. */
export function mayHoldSecrets(json: string): boolean {
  return HINT.test(json)
}

/** Of a key: what stands behind it names nothing. */
const KEY_LENGTH_MAX = 1_000

function wordsOf(key: string): string[] {
  return key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/** Whether lists and objects stand in each other deeper than 64, found without going deeper than that. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth >= DEPTH_MAX || Object.values(value).some((member) => isTooDeep(member, depth + 1))
}
