/**
 * One membership in a group, from joining to leaving. Any failure of Kafka ends it; the driver then starts another one.
 */
import { AppError } from '../../platform/errors.ts'
import { Fenced, type GroupSpec, type TopicPartition, type Work } from '../driver.ts'
import type { KafkaContext } from './context.ts'
import { Membership } from './membership.ts'
import { KafkaOwnership, type OwnershipPorts } from './ownership.ts'
import { Transactor } from './transactor.ts'

export type SessionPorts = Omit<OwnershipPorts, 'transact' | 'group' | 'context'>

/** Result of a session that was not stopped and whose work did not fail: the driver may start another one. */
export type SessionEnd = { readonly failure: unknown; readonly hadEffect: boolean }

export class Session {
  readonly #context: KafkaContext
  readonly #ports: SessionPorts
  readonly #spec: GroupSpec
  readonly #work: Work
  readonly #end = new AbortController()
  #ownership: KafkaOwnership | undefined
  #turns: Promise<void> = Promise.resolve()
  #revoked = new AbortController()
  #workFailure: { readonly error: unknown } | undefined
  #failure: unknown
  #hadEffect = false

  constructor(context: KafkaContext, ports: SessionPorts, spec: GroupSpec, work: Work) {
    this.#context = context
    this.#ports = ports
    this.#spec = spec
    this.#work = work
  }

  /** Resolves when `stop` aborted or Kafka failed; rejects with an error that the work itself threw. */
  async run(transactionalId: string, stop: AbortSignal): Promise<SessionEnd> {
    const end = (): void => this.#end.abort()
    stop.addEventListener('abort', end, { once: true })
    if (stop.aborted) end()
    try {
      await this.#claim(transactionalId)
    } catch (error) {
      this.#failure ??= error
    } finally {
      stop.removeEventListener('abort', end)
    }
    if (this.#workFailure !== undefined) throw this.#workFailure.error
    return { failure: this.#failure, hadEffect: this.#hadEffect }
  }

  async #claim(transactionalId: string): Promise<void> {
    const transactor = await Transactor.open(this.#context, transactionalId)
    try {
      const membership: Membership = await Membership.open(this.#context, this.#spec, {
        assigned: (partitions) => this.#turn(() => this.#assigned(membership, transactor, partitions)),
        revoked: () => this.#onRevoked(membership),
      })
      try {
        await membership.serve(this.#end.signal)
      } finally {
        this.#revoke()
        await this.#turns
        await this.#settle()
        await membership.close()
      }
    } finally {
      await transactor.close()
    }
  }

  /** Handles rebalances one after another, each after the previous one's work has ended. */
  #turn(act: () => Promise<void>): void {
    this.#turns = this.#turns.then(act).catch((error: unknown) => this.#fail(error))
  }

  async #assigned(
    membership: Membership,
    transactor: Transactor,
    partitions: readonly TopicPartition[],
  ): Promise<void> {
    if (partitions.length === 0 || this.#revoked.signal.aborted) return
    const positions = await membership.committed(partitions, this.#revoked.signal).catch((error: unknown) => {
      if (this.#revoked.signal.aborted) return undefined
      throw error
    })
    if (positions === undefined) return
    const ports: OwnershipPorts = {
      ...this.#ports,
      context: this.#context,
      group: this.#spec.group,
      transact: (records, offsets) => transactor.run(records, offsets, membership.consumer),
    }
    this.#start(new KafkaOwnership(ports, partitions, positions))
  }

  #working: Promise<void> = Promise.resolve()

  #start(ownership: KafkaOwnership): void {
    this.#ownership = ownership
    ownership.lost.addEventListener('abort', () => ownership.failure !== undefined && this.#fail(ownership.failure), {
      once: true,
    })
    if (this.#revoked.signal.aborted) ownership.lose()
    this.#working = this.#runWork(ownership)
  }

  async #runWork(ownership: KafkaOwnership): Promise<void> {
    try {
      await this.#work(ownership)
    } catch (error) {
      if (isOfTheLoss(ownership, error)) return
      this.#workFailure ??= { error }
      this.#end.abort()
    }
  }

  #onRevoked(membership: Membership): void {
    this.#revoke()
    this.#turn(async () => {
      await this.#settle()
      this.#revoked = new AbortController()
      membership.release()
    })
  }

  /** Notifies the work at once; gives up the partitions only after the work has ended. */
  #revoke(): void {
    this.#revoked.abort()
    this.#ownership?.lose()
  }

  async #settle(): Promise<void> {
    await this.#working
    await this.#ownership?.settled()
    this.#hadEffect ||= this.#ownership?.committedOnce === true
    this.#ownership = undefined
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    this.#end.abort()
  }
}

/** True when the work ended because its partitions were revoked, which is no failure of the work. */
function isOfTheLoss(ownership: KafkaOwnership, error: unknown): boolean {
  if (!ownership.lost.aborted) return false
  return error instanceof Fenced || (error instanceof AppError && error.retryable) || isAbort(error)
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
