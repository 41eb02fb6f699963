/**
 * Proof that an activity comes from Microsoft Teams and is for our bot: a token that the Bot Connector signs with a key
 * that Microsoft publishes. It names the bot and the service that called, and not the body.
 * Source: Bot Framework REST API, "Authenticate requests from the Bot Connector service to your bot".
 */
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose'
import type { Egress } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'

const METADATA = 'https://login.botframework.com/v1/.well-known/openidconfiguration'
const ISSUER = 'https://api.botframework.com'
const CHANNEL = 'msteams'
/** @bound age of the published keys of Microsoft Teams -> fetched again */
const KEYS_AGE_MS = 24 * 3_600_000
/** @bound pause before keys are fetched again for a token of an unknown key -> 401 meanwhile */
const UNKNOWN_KEY_MS = 5 * 60_000
const FETCH_MS = 10_000
const KEYS_BYTES_MAX = 256 << 10
const CLOCK_SECONDS = 300
const TOKEN_CHARS_MAX = 8_000

type BotKey = { readonly kid?: string; readonly endorsements?: readonly string[] }
type BotKeys = { readonly set: JSONWebKeySet; readonly fetchedMs: number }

export type BotTokens = {
  /** Throws `bad_credential` for a token that is not of Teams and for this bot, `unavailable` without published keys. */
  readonly check: (appId: string, authorization: string, serviceUrl: string) => Promise<void>
}

/** Keeps the published keys for a day; one that is unknown is looked for once in a while. */
export function botTokens(egress: Egress, nowMs: () => number): BotTokens {
  let kept: BotKeys | null = null
  let fetching: Promise<BotKeys> | null = null
  const refetch = () => {
    fetching ??= fetchKeys(egress, nowMs).finally(() => {
      fetching = null
    })
    return fetching
  }
  const keysFor = async (kid: string): Promise<JSONWebKeySet> => {
    const ageMs = kept === null ? Number.POSITIVE_INFINITY : nowMs() - kept.fetchedMs
    const isKnown = kept !== null && keyOf(kept.set, kid) !== undefined
    // The keys of before stay when they cannot be fetched, so that nobody makes svc forget them.
    if (kept === null || ageMs >= KEYS_AGE_MS || (!isKnown && ageMs >= UNKNOWN_KEY_MS)) kept = await refetch()
    return kept.set
  }
  return {
    async check(appId, authorization, serviceUrl) {
      const [, token = ''] = /^Bearer (\S+)$/.exec(authorization.slice(0, TOKEN_CHARS_MAX)) ?? []
      const kid = kidOf(token)
      const set = await keysFor(kid)
      // A key speaks for the channels that it is endorsed for.
      if (keyOf(set, kid)?.endorsements?.includes(CHANNEL) !== true) throw notOfTeams()
      const payload = await verified(set, token, appId, nowMs())
      if (payload.serviceurl !== serviceUrl) throw notOfTeams()
    },
  }
}

const notOfTeams = () => new AppError('bad_credential', 'the token of Teams is missing, wrong or too old')

const keyOf = ({ keys }: JSONWebKeySet, kid: string): BotKey | undefined => keys.find((key) => key.kid === kid)

/** Throws `bad_credential` for a text that is no token, before any key is looked for. */
function kidOf(token: string): string {
  try {
    const { kid } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as BotKey
    if (typeof kid === 'string' && kid !== '') return kid
  } catch {
    // It is no token.
  }
  throw notOfTeams()
}

async function verified(set: JSONWebKeySet, token: string, audience: string, nowMs: number) {
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(set), {
      ...{ issuer: ISSUER, audience, algorithms: ['RS256'], requiredClaims: ['exp'] },
      ...{ clockTolerance: CLOCK_SECONDS, currentDate: new Date(nowMs) },
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) throw notOfTeams()
    throw error
  }
}

async function fetchKeys(egress: Egress, nowMs: () => number): Promise<BotKeys> {
  const { jwks_uri: url } = await published(egress, METADATA)
  const { keys } = await published(egress, String(url))
  if (!Array.isArray(keys)) throw new AppError('unavailable', 'Microsoft published no keys of its bots')
  return { set: { keys } as JSONWebKeySet, fetchedMs: nowMs() }
}

async function published(egress: Egress, url: string): Promise<Record<string, unknown>> {
  const { status, body } = await egress({
    ...{ url, chosenBy: 'operator', timeoutMs: FETCH_MS, responseBytesMax: KEYS_BYTES_MAX },
  })
  try {
    if (status === 200) return JSON.parse(body.toString()) as Record<string, unknown>
  } catch {
    // It is answered below.
  }
  throw new AppError(
    'unavailable',
    `the keys of Microsoft's bots cannot be read: ${new URL(url).host} answered ${status}`,
  )
}
