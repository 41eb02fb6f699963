import { withDeadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import { partitionOf } from '../../platform/hash.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { encodeEventBatch } from '../../schemas/event-batch.ts'
import { EXERCISE_SOURCE } from '../../schemas/exercise.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { Sender } from './authenticate.ts'
import { BatchRefused } from './batch-refused.ts'
import { type Context, header as headerOf } from './context.ts'
import { followSender } from './delivery.ts'
import type { IngestDeps } from './deps.ts'
import type { Hold } from './in-flight.ts'
import type { IngestMetrics } from './ingest-metrics.ts'
import type { IngestLimits } from './limits.ts'
import type { Batch } from './push-batch.ts'
import type { RequestKeys, RequestMemory } from './request-memory.ts'

export type Gate = {
  readonly deps: IngestDeps
  readonly limits: IngestLimits
  readonly metrics: IngestMetrics
  readonly requests: RequestMemory
}

export type AcceptedBatch = { readonly accepted: number; readonly rejected: number; readonly errors: readonly string[] }

/**
 * The last steps of every route: refuse an empty batch, check the tenant's rate, append durably. Only when this
 * resolves may the batch be acknowledged.
 */
export async function takeBatch(
  gate: Gate,
  context: Context,
  sender: Sender,
  batch: Batch,
  hold: Hold,
): Promise<AcceptedBatch> {
  const { judged } = batch
  if (batch.fields.connectorId === EXERCISE_SOURCE && !sender.isService)
    throw new AppError('forbidden', `connector_id ${EXERCISE_SOURCE} is reserved for exercises of the installation`)
  if (judged.events === 0) throw new BatchRefused('bad_body', 'the batch has no events', judged)
  // A batch that this installation collects has no sender to answer: the ledger records the rejected events.
  const isCollected = sender.isService && (judged.framing === 'messages' || judged.framing === 'bodies')
  if (judged.rejected === judged.events && !isCollected) {
    gate.metrics.rejected(judged.faults)
    throw new BatchRefused('bad_body', `none of the ${judged.events} events can be taken: ${judged.errors[0]}`, judged)
  }
  await takeTokens(gate, sender.tenantId, judged.events)
  await append(gate, context, sender, batch, hold)
  gate.metrics.rejected(judged.faults)
  gate.metrics.received(judged.events, judged.body.length)
  return { accepted: judged.events - judged.rejected, rejected: judged.rejected, errors: judged.errors }
}

async function takeTokens({ deps, limits }: Gate, tenant: TenantId, events: number): Promise<void> {
  const refuse = (cause?: unknown) => new AppError('unavailable', 'the rate limit cannot be checked now', { cause })
  const taking = deps.buckets.consume(tenant, 1, events).catch((error: unknown) => Promise.reject(refuse(error)))
  const decision = await withDeadline(taking, limits.lookupTimeoutMs, refuse)
  if (decision.allowed) return
  if (decision.never) {
    throw new AppError(
      'too_large',
      `a batch of ${events} events is larger than this tenant's burst and can never pass; send smaller batches`,
    )
  }
  const { retryAfterSeconds } = decision
  throw new AppError(
    'rate_limited',
    `this tenant's rate limit is reached; send again in ${Math.ceil(retryAfterSeconds)} s`,
    {
      retryAfterSeconds,
    },
  )
}

async function append(
  { deps, limits, requests }: Gate,
  context: Context,
  sender: Sender,
  batch: Batch,
  hold: Hold,
): Promise<void> {
  const { name: topic } = TOPICS.securityEvents
  const { body, events, framing, sourceFormat } = batch.judged
  if (body.length > limits.batchBytesMax) {
    const grown = `its envelopes taken apart the batch has ${body.length} bytes`
    throw new AppError('too_large', `${grown}, more than ${limits.batchBytesMax}: send fewer of them together`)
  }
  const { connectorId, connectorType } = batch.fields
  const key = `${sender.tenantId}/${connectorId}`
  const { requestId, receivedMs } = context
  const header = {
    tenantId: sender.tenantId,
    connectorId,
    connectorType,
    sourceFormat,
    requestId,
    ...(await requestKeys(requests, context, sender, batch)),
    receivedMs,
    framing,
    events,
  }
  const partition = partitionOf(key, deps.partitions(topic))
  const value = encodeEventBatch(header, body)
  const appended = deps.append([{ topic, partition, timestampMs: receivedMs, key, value }])
  hold.keepUntil(appended)
  const late = () =>
    new AppError(
      'unavailable',
      'the batch is not known to be stored yet; sending it again is safe, repeats are dropped',
    )
  await withDeadline(appended, limits.appendTimeoutMs, late)
}

/** Headers in which senders identify a request, with the same value each time that they send it. */
const REQUEST_NAMES = ['idempotency-key', 'x-amz-firehose-request-id', 'webhook-id', 'svix-id', 'x-github-delivery']
const REQUEST_NAME = /^[\x21-\x7e]{1,200}$/
const CONTENT_KEYS: RequestKeys = { requestKey: '', earlierKey: '' }

/**
 * The request's identity, for events without their own. Sources that this installation fetches use `content`: an event
 * that is fetched again is the same event, whichever request delivers it.
 */
async function requestKeys(
  requests: RequestMemory,
  context: Context,
  { tenantId, isService }: Sender,
  { fields, judged }: Batch,
): Promise<RequestKeys> {
  const { request, query, receivedMs } = context
  if (isService && headerOf(request, 'x-svc-identity') === 'content') return CONTENT_KEYS
  for (const name of REQUEST_NAMES) {
    const value = headerOf(request, name) ?? ''
    if (REQUEST_NAME.test(value)) return { requestKey: `${name}=${value}`, earlierKey: '' }
  }
  const channel = headerOf(request, 'x-splunk-request-channel') ?? query.get('channel') ?? ''
  const scope = [fields.connectorId, judged.sourceFormat, channel].join('\0')
  context.opened = await requests.open(tenantId, scope, judged.body, receivedMs)
  followSender(request, context.opened)
  return { requestKey: context.opened.requestKey, earlierKey: context.opened.earlierKey }
}
