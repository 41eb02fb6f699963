/**
 * Meaning of the client's error codes. Negative numbers are librdkafka's own; the others are codes of the Kafka
 * protocol.
 */
import { AppError } from '../../platform/errors.ts'
import { Fenced } from '../driver.ts'
import type { NativeError } from './rdkafka.ts'

export const CODE = {
  assignPartitions: -175,
  revokePartitions: -174,
  queueFull: -184,
  autoOffsetReset: -140,
  fatal: -150,
  topicExists: 36,
  tooLarge: 10,
  topicRefused: 29,
} as const

/** Another member or a newer incarnation owns the partition or transaction that we wanted to write to. */
const FENCING = new Set([
  -144, // fenced, locally noticed
  -142, // assignment lost
  22, // illegal generation
  25, // unknown member
  27, // rebalance in progress
  47, // invalid producer epoch
  82, // fenced instance
  90, // producer fenced
])

/** The codes among them that a producer gets when its transactional id has a newer owner. */
const PRODUCER_FENCED = new Set([-144, 47, 90])

/** The broker is down or busy: librdkafka retries by itself. */
const TRANSIENT = new Set([
  -195, -193, -192, -187, -185, -180, 5, 6, 7, 8, 9, 13, 14, 15, 16, 19, 20, 51, 72, 73, 74, 75, 78, 88,
])

export function codeOf(error: unknown): number | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'number' ? code : undefined
}

export function isFencing(error: unknown): boolean {
  return error instanceof Fenced || FENCING.has(codeOf(error) ?? 0)
}

/**
 * True when another process has opened transactions under our transactional id, or the broker expired ours while we
 * were silent.
 */
export function isOfNewerOwner(error: unknown): boolean {
  const cause = error instanceof Fenced ? error.cause : error
  return PRODUCER_FENCED.has(codeOf(cause) ?? 0)
}

export function isTransient(error: unknown): boolean {
  return TRANSIENT.has(codeOf(error) ?? 0) || isRetriable(error)
}

export function isRetriable(error: unknown): boolean {
  return (error as NativeError | undefined)?.isRetriable === true
}

export function unavailable(doing: string, cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new AppError('unavailable', `Kafka: ${doing}: ${reason}`, { cause, retryAfterSeconds: 1 })
}
