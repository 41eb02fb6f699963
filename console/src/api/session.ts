/**
 * The session: access and refresh token, and the permissions of the account. The tokens stand in the storage of each
 * tab, which ends with it; tabs of this origin hand them to each other, so that a link opens in a new tab without a
 * sign-in. docs/decisions/0054-the-console.md says why they are in no storage that outlives the tabs.
 */
import { useSyncExternalStore } from 'react'
import type { components } from './schema.gen.js'
import { accountOf, adopts, type SharedSession, type Tokens } from './shared-session.ts'

export type Me = components['schemas']['Me']

export type Session = {
  readonly tokens: Tokens | null
  readonly me: Me | null
  /** The tokens are no longer valid: the page stays as it is, under a sign-in form. */
  readonly isExpired: boolean
  /** This tab has no tokens yet and requests those of the other tabs. */
  readonly isAsking: boolean
  /** The user signed out in another tab of this browser. */
  readonly isEndedElsewhere: boolean
}

const STORED = 'svc.session'
const DEVICE = 'svc.device'
const NOBODY: Session = { tokens: null, me: null, isExpired: false, isAsking: false, isEndedElsewhere: false }
/** Other tabs answer within a few milliseconds; a busy browser may need longer. */
const ASK_MS = 400

let session: Session = { ...NOBODY, tokens: readTokens() }
const followers = new Set<() => void>()
const channel = new BroadcastChannel('svc.session')

export const currentSession = (): Session => session

export function useSession(): Session {
  return useSyncExternalStore((changed) => {
    followers.add(changed)
    return () => followers.delete(changed)
  }, currentSession)
}

export function setSession(next: Omit<Session, 'isAsking' | 'isEndedElsewhere'>): void {
  const before = session.tokens
  keep({ ...next, isAsking: false, isEndedElsewhere: false })
  if (isShared(next.tokens) && next.tokens.access !== before?.access) broadcast({ kind: 'tokens', tokens: next.tokens })
}

/** Ends the session in this tab and in every tab of the same account. */
export function endSession(): void {
  const { tokens } = session
  keep(NOBODY)
  if (tokens !== null) broadcast({ kind: 'ended', account: accountOf(tokens) })
}

function keep(next: Session): void {
  session = next
  if (next.tokens === null) sessionStorage.removeItem(STORED)
  else sessionStorage.setItem(STORED, JSON.stringify(next.tokens))
  for (const changed of followers) changed()
}

/** A session in another tenant by delegation has no refresh token, and stays in the tab that entered it. */
function isShared(tokens: Tokens | null): tokens is Tokens {
  return tokens !== null && tokens.refresh !== ''
}

function broadcast(message: SharedSession): void {
  channel.postMessage(message)
}

channel.onmessage = ({ data }: MessageEvent<SharedSession>) => {
  const { tokens, isExpired } = session
  if (data.kind === 'ask' && isShared(tokens) && !isExpired) broadcast({ kind: 'tokens', tokens })
  if (data.kind === 'tokens' && adopts(tokens, data.tokens))
    keep({ ...session, tokens: data.tokens, isExpired: false, isAsking: false, isEndedElsewhere: false })
  if (data.kind === 'ended' && tokens !== null && accountOf(tokens) === data.account)
    keep({ ...NOBODY, isEndedElsewhere: true })
}

/**
 * Tokens that another tab got in exchange for these, or null. A refresh token works once, so a tab checks here before
 * it uses one.
 */
export async function newerTokens(than: Tokens): Promise<Tokens | null> {
  const isNewer = () => session.tokens !== null && session.tokens.refresh !== than.refresh
  if (!isNewer()) {
    broadcast({ kind: 'ask' })
    await new Promise((resolve) => setTimeout(resolve, ASK_MS / 4))
  }
  return isNewer() ? session.tokens : null
}

if (session.tokens === null) {
  session = { ...session, isAsking: true }
  broadcast({ kind: 'ask' })
  setTimeout(() => session.isAsking && keep({ ...session, isAsking: false }), ASK_MS)
}

/** The token of a known browser, which may sign in while its account is under attack. */
export const deviceToken = {
  read: () => localStorage.getItem(DEVICE) ?? undefined,
  keep: (token: string) => localStorage.setItem(DEVICE, token),
}

/** True when the account has all of these permissions; `*` stands for every permission. */
export function may({ me }: Session, ...permissions: readonly string[]): boolean {
  const held = me?.permissions ?? []
  return held.includes('*') || permissions.every((one) => held.includes(one))
}

function readTokens(): Tokens | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? 'null')
    return isTokens(stored) ? stored : null
  } catch {
    return null // other code wrote this value
  }
}

function isTokens(value: unknown): value is Tokens {
  const { access, refresh } = (value ?? {}) as Partial<Tokens>
  return typeof access === 'string' && typeof refresh === 'string'
}
