/**
 * All streams of this process: delivery of new alerts, the heartbeat, and the check that followers still may follow.
 *
 * bound   `streamsMax` and `tenantStreamsMax`; past them `unavailable`
 */
import { checkAtEndMs } from '../../control/identity/accounts/index.ts'
import type { HiddenFields } from '../../control/platform/governance/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { Channel } from './channels.ts'
import { heartbeatFrame, insightsFrame } from './frames.ts'
import type { RealtimeLimits } from './limits.ts'
import { CLOSE, type Stream } from './stream.ts'
import type { Bearer } from './ticket.ts'

export type HubDeps = {
  readonly limits: RealtimeLimits
  readonly log: Log
  readonly nowMs: () => number
  /** A cursor of the tenant as far as this process has read. */
  readonly cursorOf: (tenant: TenantId) => string
  /** Throws `bad_credential` or `forbidden` when the bearer may no longer follow these channels. */
  readonly check: (bearer: Bearer, channels: ReadonlySet<Channel>) => Promise<Checked>
}

/** Fields now hidden from a bearer, and the time at which its credential ends by itself. */
export type Checked = { readonly hidden: HiddenFields; readonly expiresMs: number | null }

type IsConcerned = (bearer: Bearer) => boolean

/** Sessions that are looked up at the same moment. */
const CHECKS_AT_ONCE = 4

export class Hub {
  readonly #deps: HubDeps
  readonly #streams = new Map<TenantId, Set<Stream>>()
  readonly #timers: NodeJS.Timeout[] = []
  readonly #endings = new Set<NodeJS.Timeout>()
  #count = 0
  /** Bearers that wait for the check after the present one. */
  #waiting: IsConcerned[] = []
  #checking: Promise<void> | null = null

  constructor(deps: HubDeps) {
    this.#deps = deps
    const { heartbeatMs, recheckMs } = deps.limits
    this.#timers.push(
      setInterval(() => this.beat(), heartbeatMs),
      setInterval(() => void this.recheck(), recheckMs),
    )
    for (const timer of this.#timers) timer.unref()
  }

  get size(): number {
    return this.#count
  }

  /** Throws `unavailable` when there is no room for another stream of this tenant. */
  requireRoom(tenant: TenantId): void {
    const { streamsMax, tenantStreamsMax } = this.#deps.limits
    if (this.#count < streamsMax && (this.#streams.get(tenant)?.size ?? 0) < tenantStreamsMax) return
    throw new AppError('unavailable', 'too many streams are open', { retryAfterSeconds: 15 })
  }

  add(stream: Stream, expiresMs: number | null): void {
    const { tenant } = stream.bearer
    this.#streams.set(tenant, (this.#streams.get(tenant) ?? new Set()).add(stream))
    this.#count++
    this.#recheckAtEnd([stream], this.#deps.nowMs(), expiresMs)
  }

  remove(stream: Stream): void {
    stream.gone()
    const { tenant } = stream.bearer
    const ofTenant = this.#streams.get(tenant)
    if (!ofTenant?.delete(stream)) return
    this.#count--
    if (ofTenant.size === 0) this.#streams.delete(tenant)
  }

  /** Something new is in the tenant's lane. */
  tell(tenant: TenantId): void {
    for (const stream of this.#streams.get(tenant) ?? []) stream.pump()
  }

  /** A stream that has everything learns how far that is, so that its cursor stays young while its tenant is quiet. */
  beat(): void {
    const nowMs = this.#deps.nowMs()
    const tick = insightsFrame(nowMs)
    for (const [tenant, streams] of this.#streams) {
      const heartbeat = heartbeatFrame(nowMs, this.#deps.cursorOf(tenant))
      for (const stream of streams) {
        if (!stream.beat() || !stream.isCurrent) continue
        stream.send(heartbeat)
        if (stream.channels.has('insights')) stream.send(tick)
      }
    }
  }

  /**
   * Checks each session once, a few at a time, however many streams it has. Requests that come during a check are
   * answered by the next one.
   */
  recheck(isConcerned: IsConcerned = () => true): Promise<void> {
    this.#waiting.push(isConcerned)
    this.#checking ??= this.#recheckWaiting().finally(() => {
      this.#checking = null
    })
    return this.#checking
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    for (const timer of this.#endings) clearTimeout(timer)
    for (const stream of this.#all())
      stream.close(CLOSE.goingAway, 'the service stops: come back with your last cursor')
  }

  async #recheckWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const wanted = this.#waiting
      this.#waiting = []
      const sessions = this.#bySession((bearer) => wanted.some((isConcerned) => isConcerned(bearer)))
      const waiting = [...sessions.values()]
      const lane = async () => {
        for (let streams = waiting.pop(); streams; streams = waiting.pop()) await this.#recheckOne(streams)
      }
      await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, lane))
    }
  }

  /** Checks the streams of a session once more at its end, if that comes before the next regular check. */
  #recheckAtEnd(streams: readonly Stream[], nowMs: number, expiresMs: number | null): void {
    const pauseMs = checkAtEndMs(expiresMs, nowMs, this.#deps.limits.recheckMs)
    if (pauseMs === null) return
    const timer = setTimeout(() => {
      this.#endings.delete(timer)
      const bearers = new Set(streams.map(({ bearer }) => bearer))
      void this.recheck((bearer) => bearers.has(bearer))
    }, pauseMs)
    timer.unref()
    this.#endings.add(timer)
  }

  *#all(): Iterable<Stream> {
    for (const streams of this.#streams.values()) yield* streams
  }

  #bySession(isConcerned: IsConcerned): Map<string, Stream[]> {
    const found = new Map<string, Stream[]>()
    for (const stream of this.#all()) {
      if (!isConcerned(stream.bearer)) continue
      const { tenant, kind, subject, session } = stream.bearer
      const id = `${tenant} ${kind} ${subject} ${session} ${[...stream.channels].join()}`
      const ofSession = found.get(id) ?? []
      ofSession.push(stream)
      found.set(id, ofSession)
    }
    return found
  }

  async #recheckOne(streams: readonly Stream[]): Promise<void> {
    const [first] = streams
    if (!first) return
    const nowMs = this.#deps.nowMs()
    try {
      const { hidden, expiresMs } = await this.#deps.check(first.bearer, first.channels)
      for (const stream of streams) {
        stream.checkedMs = nowMs
        stream.hidden = hidden
      }
      this.#recheckAtEnd(streams, nowMs, expiresMs)
    } catch (err) {
      const isOver = err instanceof AppError && (err.code === 'bad_credential' || err.code === 'forbidden')
      if (isOver) for (const stream of streams) stream.close(CLOSE.policy, 'the session ended, or may no longer follow')
      else this.#leaveUnchecked(streams, nowMs, err)
    }
  }

  #leaveUnchecked(streams: readonly Stream[], nowMs: number, err: unknown): void {
    this.#deps.log.warn({ err }, 'cannot check a session')
    for (const stream of streams)
      if (nowMs - stream.checkedMs > this.#deps.limits.uncheckedMsMax)
        stream.close(CLOSE.tryLater, 'the session cannot be checked')
  }
}
