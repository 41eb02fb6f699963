/** Settings of the hop from the API to the realtime service; both sides read them. */
import type { Setting } from '../../platform/config.ts'

/** Null when unset. Tickets are sent to it, so its URL must not contain a secret of its own. */
function serviceAddress(name: string, description: string): Setting<string | null> {
  const parse = (value: string) => {
    const url = URL.parse(value)
    const isPlain = url !== null && url.username + url.password + url.search + url.hash === ''
    if (isPlain && /^https?:$/.test(url.protocol)) return value.replace(/\/+$/, '')
    throw new Error('an address such as http://realtime:8086, without user, query or fragment')
  }
  return { name, fallback: null, description, parse }
}

/** @bound length of the internal token = at least {:n} random characters -> the process does not start */
const TOKEN_LENGTH_MIN = 32
const TOKEN_CHARACTERS_MIN = 8
/**
 * Words of placeholders in examples and development settings. A random token has one of them less than once in 100,000.
 */
const PUBLISHED = /change|example|secret|token|passw|default|internal|realtime|develop|insecure|please|123456|abcdef/i

/** Null when unset. One that could be guessed, or was read on a page, stops the start; a refusal does not repeat it. */
export function hopToken(name: string, description: string): Setting<string | null> {
  const parse = (value: string) => {
    const isRandom = new Set(value).size >= TOKEN_CHARACTERS_MIN && !PUBLISHED.test(value)
    if (value.length >= TOKEN_LENGTH_MIN && isRandom && /^[\x21-\x7e]+$/.test(value)) return value
    throw new Error(`at least ${TOKEN_LENGTH_MIN} random characters; \`openssl rand -hex 32\` makes them`)
  }
  return { name, fallback: null, description, parse }
}

export const REALTIME_SETTINGS = {
  realtimeBaseUrl: serviceAddress(
    'REALTIME_BASE_URL',
    'address of the realtime service for the API, which then also serves its streams; set by svc up',
  ),
  realtimeInternalToken: hopToken(
    'REALTIME_INTERNAL_TOKEN',
    'token that the API sends to the realtime service as X-SVC-Internal-Token, so that it trusts the client addresses; required with REALTIME_BASE_URL, random under svc up (at least 32 characters)',
  ),
} as const
