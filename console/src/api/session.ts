/**
 * Who is signed in, for this tab: access and refresh token, and what the account may do. Kept in the tab's storage, so
 * that a reload keeps it and another tab has its own.
 */
import { useSyncExternalStore } from 'react'
import type { components } from './schema.gen.js'

export type Me = components['schemas']['Me']
type Tokens = { readonly access: string; readonly refresh: string }

export type Session = {
  readonly tokens: Tokens | null
  readonly me: Me | null
  /** The tokens work no more: the page stays as it is, under a form to sign in again. */
  readonly isExpired: boolean
}

const STORED = 'svc.session'
const DEVICE = 'svc.device'
const NOBODY: Session = { tokens: null, me: null, isExpired: false }

let session: Session = { ...NOBODY, tokens: readTokens() }
const followers = new Set<() => void>()

export const currentSession = (): Session => session

export function useSession(): Session {
  return useSyncExternalStore((changed) => {
    followers.add(changed)
    return () => followers.delete(changed)
  }, currentSession)
}

export function setSession(next: Session): void {
  session = next
  if (next.tokens === null) sessionStorage.removeItem(STORED)
  else sessionStorage.setItem(STORED, JSON.stringify(next.tokens))
  for (const changed of followers) changed()
}

export function endSession(): void {
  setSession(NOBODY)
}

/** What lets a known browser sign in while its account is under attack. */
export const deviceToken = {
  read: () => localStorage.getItem(DEVICE) ?? undefined,
  keep: (token: string) => localStorage.setItem(DEVICE, token),
}

/** Whether the account may do all of these; `*` is everything. */
export function may({ me }: Session, ...permissions: readonly string[]): boolean {
  const held = me?.permissions ?? []
  return held.includes('*') || permissions.every((one) => held.includes(one))
}

function readTokens(): Tokens | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? 'null')
    return isTokens(stored) ? stored : null
  } catch {
    return null // written by something else
  }
}

function isTokens(value: unknown): value is Tokens {
  const { access, refresh } = (value ?? {}) as Partial<Tokens>
  return typeof access === 'string' && typeof refresh === 'string'
}
