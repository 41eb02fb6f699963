/**
 * Acknowledgement ids of the HTTP Event Collector, for POST /services/collector/ack. A batch is answered only when it
 * is durable, so every issued id is acknowledged, and nothing is stored: the id itself proves, on any replica, that
 * this credential got it for this channel. For other callers an id proves nothing.
 *
 * bound   `IDS_MAX` ids in one request
 */
import { createHmac, randomInt } from 'node:crypto'
import { AppError } from '../../platform/errors.ts'
import { isMembers } from '../../platform/members.ts'
import { presented } from './authenticate.ts'
import { type Context, header } from './context.ts'
import { maybeJson } from './maybe-json.ts'

/**
 * Schemes of `Authorization`; a credential may also come in X-Inbox-Token. Collectors also accept the token as a
 * password.
 */
export const HEC_SCHEMES = ['splunk', 'bearer', 'basic'] as const

/** A row of Splunk's table of answers; `status` where it differs from our own status for the same refusal. */
export type HecError = { readonly text: string; readonly code: number; readonly status?: number }

/** A refusal with a code of the collector's own error table. */
export class HecRefusal extends AppError {
  readonly hec: HecError

  constructor(hec: HecError) {
    super('bad_request', hec.text)
    this.hec = hec
  }
}

const IDS_MAX = 10_000
/** Splunk specifies a GUID; some senders use other texts. */
const CHANNEL = /^[\x21-\x7e]{1,128}$/
/** Half of an id is random, the other half derives from it; together they stay below 2^53. */
const HALF = 2 ** 26

/** The sender's name for its stream of batches; undefined when it requests no ids. */
export function channelOf({ request, query }: Context): string | undefined {
  const channel = header(request, 'x-splunk-request-channel') ?? query.get('channel') ?? undefined
  if (channel === undefined || CHANNEL.test(channel)) return channel
  throw new HecRefusal({ text: 'Invalid data channel', code: 11 })
}

/** The acknowledgement id of a durable batch. */
export function giveAckId(context: Context, channel: string): number {
  const chance = randomInt(HALF)
  return chance * HALF + proofOf(context, channel, chance)
}

/** For each id, whether it was issued to this sender for this channel. */
export function acknowledged(context: Context, body: Buffer): Record<string, boolean> {
  const channel = channelOf(context)
  if (channel === undefined) throw new HecRefusal({ text: 'Data channel is missing', code: 10 })
  return Object.fromEntries(idsIn(body).map((id) => [id, isIssued(context, channel, id)]))
}

function isIssued(context: Context, channel: string, id: number): boolean {
  return id >= 0 && Number.isSafeInteger(id) && proofOf(context, channel, Math.floor(id / HALF)) === id % HALF
}

/** Keyed with the credential, whichever header carries it: every caller has it, and a replica needs no other secret. */
function proofOf(context: Context, channel: string, chance: number): number {
  const key = presented(context, HEC_SCHEMES)
  return createHmac('sha256', key).update(`${chance}/${channel}`).digest().readUInt32LE(0) % HALF
}

function idsIn(body: Buffer): readonly number[] {
  const ackRequest = maybeJson(body.toString())
  const ids: unknown = isMembers(ackRequest) ? ackRequest.acks : null
  const isList = Array.isArray(ids) && ids.length <= IDS_MAX && ids.every((id) => typeof id === 'number')
  if (isList) return ids
  throw new AppError('bad_body', `the body is {"acks": [...]} with at most ${IDS_MAX} numbers`)
}
