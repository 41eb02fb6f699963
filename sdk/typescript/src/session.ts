/** The credentials of a client, and the time at which its access token must be renewed. */
import { SvcError } from './errors.ts'

/** A token is renewed this long before it expires. */
const EARLY_MS = 30_000

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  readonly expiresInSeconds: number | undefined
}

export interface Credentials {
  readonly apiKey?: string | undefined
  readonly accessToken?: string | undefined
  readonly refreshToken?: string | undefined
  readonly email?: string | undefined
  readonly password?: string | undefined
  /** Called with new tokens, so that the caller can store them. */
  readonly onTokens?: ((tokens: Tokens) => void) | undefined
}

type Answer = { access_token: string; refresh_token?: string; expires_in?: number }
type Post = (path: string, body: unknown) => Promise<unknown>

/** A header cannot send such a value, and its error would show the credential. */
function requireSendable(name: string, credential: string | undefined): void {
  if (credential !== undefined && !/^[\x21-\x7e]*$/.test(credential))
    throw new SvcError(`${name} has blanks or other characters that no key has`)
}

export class Session {
  readonly #credentials: Credentials
  readonly #apiKey: string | undefined
  #accessToken: string | undefined
  #refreshToken: string | undefined
  #endsMs: number | undefined
  #renewal: Promise<void> | undefined
  /** Counts renewals, so that only one of several calls that are refused at once renews the token. */
  generation = 0

  constructor(credentials: Credentials, keyOfEnvironment: string | undefined) {
    this.#credentials = credentials
    const hasOwn =
      credentials.accessToken !== undefined || credentials.refreshToken !== undefined || credentials.email !== undefined
    this.#apiKey = credentials.apiKey ?? (hasOwn ? undefined : keyOfEnvironment)
    this.#accessToken = credentials.accessToken
    this.#refreshToken = credentials.refreshToken
    requireSendable('apiKey', this.#apiKey)
    requireSendable('accessToken', this.#accessToken)
  }

  headers(): Record<string, string> {
    if (this.#apiKey !== undefined) return { 'X-API-Key': this.#apiKey }
    return this.#accessToken === undefined ? {} : { Authorization: `Bearer ${this.#accessToken}` }
  }

  get canRenew(): boolean {
    return this.#apiKey === undefined && (this.#refreshToken !== undefined || this.#credentials.email !== undefined)
  }

  get isDue(): boolean {
    if (!this.canRenew) return false
    return (
      this.#accessToken === undefined || (this.#endsMs !== undefined && performance.now() > this.#endsMs - EARLY_MS)
    )
  }

  /** Concurrent calls share one renewal. */
  renew(generation: number, post: Post): Promise<void> {
    if (generation !== this.generation) return Promise.resolve()
    this.#renewal ??= this.#askTokens(post).finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  async #askTokens(post: Post): Promise<void> {
    if (this.#refreshToken !== undefined) {
      try {
        return this.#keep(await post('/api/v1/auth/refresh', { refresh_token: this.#refreshToken }))
      } catch (error) {
        if ((error as { status?: number }).status !== 401 || this.#credentials.email === undefined) throw error
        this.#refreshToken = undefined
      }
    }
    const { email, password } = this.#credentials
    if (email === undefined || password === undefined)
      throw new SvcError('neither a refresh token nor an email and a password')
    this.#keep(await post('/api/v1/auth/login', { email, password }))
  }

  #keep(answer: unknown): void {
    const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = answer as Answer
    this.#accessToken = accessToken
    this.#refreshToken = refreshToken ?? this.#refreshToken
    this.#endsMs = seconds === undefined ? undefined : performance.now() + seconds * 1000
    this.generation++
    this.#credentials.onTokens?.({ accessToken, refreshToken: this.#refreshToken, expiresInSeconds: seconds })
  }
}
