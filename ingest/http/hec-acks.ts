/**
 * Acknowledgement ids of the HTTP Event Collector: POST /services/collector/ack asks what became of them. A batch is
 * answered when it is durable, so an id that was given out is acknowledged, and nothing is remembered: the id itself
 * shows, on any replica, that this credential got it for this channel. Nobody else learns anything from one.
 *
 * bound   `IDS_MAX` ids in one question
 */
import { createHmac, randomInt } from 'node:crypto'
import { AppError } from '../../platform/errors.ts'
import { isMembers } from '../../platform/members.ts'
import { presented } from './authenticate.ts'
import { type Context, header } from './context.ts'
import { maybeJson } from './maybe-json.ts'

/**
 * Schemes of `Authorization`; a credential may come as X-Inbox-Token too. Collectors take the token as a password as
 * well.
 */
export const HEC_SCHEMES = ['splunk', 'bearer', 'basic'] as const

/** A line of Splunk's table of answers; `status` where it is another than our own for the same refusal. */
export type HecError = { readonly text: string; readonly code: number; readonly status?: number }

/** Refused with a code of the collector's own error table. */
export class HecRefusal extends AppError {
  readonly hec: HecError

  constructor(hec: HecError) {
    super('bad_request', hec.text)
    this.hec = hec
  }
}

const IDS_MAX = 10_000
/** A GUID by Splunk's word; some senders make other texts. */
const CHANNEL = /^[\x21-\x7e]{1,128}$/
/** Half of an id is chance, half of it is made from that; together it stays below 2^53. */
const HALF = 2 ** 26

/** The name that a sender gives its stream of batches; undefined when it asks for no ids. */
export function channelOf({ request, query }: Context): string | undefined {
  const channel = header(request, 'x-splunk-request-channel') ?? query.get('channel') ?? undefined
  if (channel === undefined || CHANNEL.test(channel)) return channel
  throw new HecRefusal({ text: 'Invalid data channel', code: 11 })
}

/** A number for a batch that is durable. */
export function giveAckId(context: Context, channel: string): number {
  const chance = randomInt(HALF)
  return chance * HALF + proofOf(context, channel, chance)
}

/** Answers by id whether it was given to this sender for this channel. */
export function acknowledged(context: Context, body: Buffer): Record<string, boolean> {
  const channel = channelOf(context)
  if (channel === undefined) throw new HecRefusal({ text: 'Data channel is missing', code: 10 })
  return Object.fromEntries(idsIn(body).map((id) => [id, isGiven(context, channel, id)]))
}

function isGiven(context: Context, channel: string, id: number): boolean {
  return id >= 0 && Number.isSafeInteger(id) && proofOf(context, channel, Math.floor(id / HALF)) === id % HALF
}

/** The credential is the key, in whichever header it comes: every caller has it, and a replica needs nothing else. */
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
