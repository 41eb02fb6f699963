/**
 * GraphQL subscriptions over a WebSocket with the protocol graphql-transport-ws. The SDKs of the other languages follow
 * the same rules.
 */
import { sleep } from './attempts.ts'
import { ConnectionFailed, type GraphQLFault, SubscriptionRefused, SvcError } from './errors.ts'

/** The used part of a WebSocket, as in browsers, Node 22, Deno, Bun, and the package `ws`. */
export interface WebSocketLike {
  onopen: ((event: never) => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number; reason: string }) => void) | null
  onerror: ((event: never) => void) | null
  send(text: string): void
  close(code?: number, reason?: string): void
}

export interface SubscribeOptions {
  /** Ends the subscription: the loop over it throws the reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * Milliseconds without data after which the connection counts as lost. Default: 30,000; the client sends a ping after
   * half of it.
   */
  readonly idleMs?: number | undefined
  /**
   * Called with the reason when a connection ends, and the pause before the next one. The server stores nothing for a
   * lost subscription: read changes in between from the lists.
   */
  readonly onReconnect?: ((error: unknown, pauseMs: number) => void) | undefined
  /** A WebSocket class for runtimes without one, such as Node 20: the class of the package `ws`. */
  readonly webSocket?: (new (url: string, protocol: string) => WebSocketLike) | undefined
}

/** Addresses and credentials of the client. */
export interface SocketCaller {
  /** Renews tokens that are due, or all of them after they were refused. */
  credential(isRefused: boolean): Promise<Readonly<Record<string, string>>>
  readonly socketUrl: string
}

const IDLE_MS = 30_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000
/** After this many refusals of a credential in a row, an expired one is no longer assumed to be the cause. */
const REFUSED_MAX = 2
/** Maximum number of events that wait for a slow loop; beyond it the connection is closed and opened again. */
const WAITING_MAX = 10_000

/** Close codes after which a new connection would not help. 4403 is also sent when permissions changed. */
const FINAL_CODES: ReadonlySet<number> = new Set([4400, 4403, 4406, 4409, 4429])
const UNAUTHORIZED = 4401

type Message = { readonly type: string; readonly payload?: unknown }
type Answer = { readonly data?: Record<string, unknown> | null; readonly errors?: readonly GraphQLFault[] }

/** Yields the data of each event, until the server completes the subscription. */
export async function* subscribe<T>(
  caller: SocketCaller,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  options: SubscribeOptions,
): AsyncGenerator<T, void, undefined> {
  const { signal, onReconnect } = options
  let failures = 0
  let refusals = 0
  for (;;) {
    let reason: unknown
    try {
      for await (const data of connection<T>(caller, query, variables, options, refusals > 0)) {
        failures = refusals = 0
        yield data
      }
      return
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof SubscriptionRefused && !(error.code === UNAUTHORIZED && ++refusals < REFUSED_MAX))
        throw error
      if (!(error instanceof SvcError)) throw error
      reason = error
    }
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures++, 10))
    const pauseMs = longest * (0.5 + Math.random() / 2)
    onReconnect?.(reason, pauseMs)
    await sleep(pauseMs, signal)
  }
}

async function* connection<T>(
  caller: SocketCaller,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  { signal, idleMs = IDLE_MS, webSocket }: SubscribeOptions,
  isRefused: boolean,
): AsyncGenerator<T, void, undefined> {
  const Socket =
    webSocket ?? (globalThis as { WebSocket?: new (url: string, protocol: string) => WebSocketLike }).WebSocket
  if (!Socket) throw new TypeError('this runtime has no WebSocket: give one as webSocket')
  const payload = await caller.credential(isRefused)
  signal?.throwIfAborted()
  const socket = new Socket(caller.socketUrl, 'graphql-transport-ws')
  const waiting: Message[] = []
  let failure: unknown
  let wake: () => void = () => undefined
  const end = (error: unknown) => {
    failure ??= error
    wake()
  }
  let lastMs = performance.now()
  const send = (message: object) => socket.send(JSON.stringify(message))
  socket.onopen = () => send({ type: 'connection_init', payload })
  socket.onmessage = ({ data }) => {
    lastMs = performance.now()
    const message = messageOf(data)
    if (message === null) end(new ConnectionFailed('the server sent what is no message'))
    else if (message.type === 'ping') send({ type: 'pong' })
    else if (message.type === 'connection_ack') send({ type: 'subscribe', id: '1', payload: { query, variables } })
    else if (message.type === 'next' && waiting.length >= WAITING_MAX)
      end(new ConnectionFailed(`more than ${WAITING_MAX} events wait for this loop`))
    else if (message.type !== 'pong') waiting.push(message)
    wake()
  }
  socket.onerror = () => end(new ConnectionFailed('the socket failed'))
  socket.onclose = ({ code, reason }) => end(closed(code, reason))
  const abort = () => end(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const timer = setInterval(() => {
    if (performance.now() - lastMs > idleMs) end(new ConnectionFailed(`nothing came within ${idleMs / 1000} s`))
    else if (failure === undefined && performance.now() - lastMs > idleMs / 2) trySend(() => send({ type: 'ping' }))
  }, idleMs / 4)
  try {
    for (;;) {
      const message = waiting.shift()
      if (message === undefined) {
        if (failure !== undefined) throw failure
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      } else if (message.type === 'complete') return
      else if (message.type === 'error') throw new SubscriptionRefused(0, message.payload as readonly GraphQLFault[])
      else if (message.type === 'next') yield dataOf<T>(message.payload as Answer)
    }
  } finally {
    clearInterval(timer)
    signal?.removeEventListener('abort', abort)
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.onerror = () => undefined
    trySend(() => socket.close(1000))
  }
}

/**
 * An event with unreadable fields is an error of the subscription, because a partial event would be taken for a
 * complete one.
 */
function dataOf<T>({ data, errors }: Answer): T {
  if (errors !== undefined && errors.length > 0) throw new SubscriptionRefused(0, errors)
  return data as T
}

/** A socket that is still connecting, or closed already, throws. */
function trySend(work: () => void): void {
  try {
    work()
  } catch {
    // onclose reports the closing, or nobody waits for it any more.
  }
}

function closed(code: number, reason: string): SvcError {
  if (code === UNAUTHORIZED || FINAL_CODES.has(code)) return new SubscriptionRefused(code, [{ message: reason }])
  return new ConnectionFailed(`the socket was closed: ${code} ${reason}`.trim())
}

function messageOf(data: unknown): Message | null {
  try {
    const message = JSON.parse(String(data)) as Message
    return typeof message?.type === 'string' ? message : null
  } catch {
    return null
  }
}
