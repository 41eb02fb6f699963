/**
 * Actions of a user on a bad network: stored on the device, sent in order, and retried until the API answers. Actions
 * have a key where the API knows keys, so that it does not repeat one whose answer was lost; repeating the others has
 * no further effect.
 */
import { useSyncExternalStore } from 'react'
import { call, type Operation } from '../api/call.ts'
import { ApiProblem } from '../api/client.ts'
import { drain } from './drain.ts'

export type Waiting = {
  readonly key: string
  readonly label: string
  readonly operation: Operation
  readonly path: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly at: string
  readonly tries: number
  /** The API's error; the action is not retried. */
  readonly refusal: string | null
}

const STORED = 'svc.responder.outbox'
const WAITING_MAX = 50
const PAUSE_MS_MIN = 2_000
const PAUSE_MS_MAX = 60_000

let waiting: readonly Waiting[] = read()
let isSending = false
let timer: ReturnType<typeof setTimeout> | undefined
let settled: () => void = () => undefined
const followers = new Set<() => void>()

export const useOutbox = (): readonly Waiting[] =>
  useSyncExternalStore(
    (changed) => {
      followers.add(changed)
      return () => followers.delete(changed)
    },
    () => waiting,
  )

/** Calls `then` after an action was sent, so that the page can reload its data. */
export function onSent(then: () => void): void {
  settled = then
}

/** Throws when too many actions wait already. */
export function send(value: Pick<Waiting, 'label' | 'operation' | 'path' | 'body'>): void {
  if (waiting.length >= WAITING_MAX)
    throw new Error(`${WAITING_MAX} actions are waiting already. Connect to a network first.`)
  const made = { ...value, key: crypto.randomUUID(), at: new Date().toISOString(), tries: 0, refusal: null }
  keep([...waiting, made])
  void flush()
}

export function dismiss(key: string): void {
  keep(waiting.filter((one) => one.key !== key))
}

/** Sends waiting actions, oldest first, until one gets no answer. */
export async function flush(): Promise<void> {
  if (isSending) return
  isSending = true
  clearTimeout(timer)
  try {
    await drain(() => waiting.find(({ refusal }) => refusal === null), sent)
  } finally {
    isSending = false
  }
  const next = waiting.find(({ refusal }) => refusal === null)
  if (next) timer = setTimeout(flush, Math.min(PAUSE_MS_MAX, PAUSE_MS_MIN * 2 ** Math.min(next.tries, 10)))
}

async function sent(one: Waiting): Promise<boolean> {
  try {
    await call(one.operation, { path: one.path, ...(one.body === undefined ? {} : { body: one.body }) })
    dismiss(one.key)
    settled()
    return true
  } catch (error) {
    // A refusal is final; an expired session, a rate limit and a server error are temporary.
    const isFinal = error instanceof ApiProblem && error.status < 500 && error.status !== 401 && error.status !== 429
    const refusal = isFinal ? error.message : null
    keep(waiting.map((held) => (held.key === one.key ? { ...held, tries: held.tries + 1, refusal } : held)))
    return isFinal
  }
}

function keep(next: readonly Waiting[]): void {
  waiting = next
  localStorage.setItem(STORED, JSON.stringify(next))
  for (const changed of followers) changed()
}

function read(): readonly Waiting[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]')
    return Array.isArray(stored) ? (stored as Waiting[]).slice(0, WAITING_MAX) : []
  } catch {
    return [] // other code wrote this value
  }
}

/** Empties the outbox: the next user of this device must not send another user's actions. */
export const emptyOutbox = (): void => keep([])
