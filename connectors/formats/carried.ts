/**
 * Records inside messages of other services: the carried record becomes the record, and the message's other members
 * stand under the name of the service. Carriers may nest: EventBridge to a topic, the topic to a queue.
 *
 *     sns          a notification, as a queue or an HTTP endpoint gets it, or as Lambda does (`Sns`): `Message`
 *     sqs          a message of a queue, as Lambda (`body`) or ReceiveMessage (`Body`) gives it
 *     eventbridge  an event of a bus: `detail`
 *     elastic      a hit of Elasticsearch or OpenSearch: `_source`
 *     cloudwatch   a log event, of CloudWatch Logs: `message`
 *
 * A combination of members that no other record has identifies a carrier, in any order. A text of unknown form stays as
 * it is: then the message itself is the event. Forms: the developer guides of Amazon SNS
 * ("HTTP/HTTPS notification JSON format"), AWS Lambda ("Using Lambda with Amazon SQS", "... Amazon SNS") and Amazon
 * EventBridge ("Event structure").
 */
import { isMembers, type Members } from '../../platform/members.ts'
import { readByLook } from './any-text.ts'
import { type DecodeContext, type Fields, isFault } from './decoder.ts'
import { isTooDeep } from './depth.ts'
import { addWrapper, WRAPPERS } from './fields.ts'
import { jsonRecord } from './json.ts'
import { relayedRecord } from './relayed.ts'
import { isVendorList, VENDOR_LISTS } from './vendor-lists.ts'

type Layer = {
  readonly name: 'sns' | 'sqs' | 'eventbridge' | 'elastic' | 'cloudwatch'
  readonly carried: unknown
  /** The carrier without the carried record. */
  readonly around: Fields
  /** Returns the same carrier with the carried value replaced by another of the same kind, text or object. */
  with(carried: unknown): Fields
}

/**
 * Maximum number of carriers around one another.
 * @bound nested envelopes (SNS, SQS, EventBridge, CloudWatch) -> the inner envelope stays
 */
export const LAYERS_MAX = 4

/**
 * The carried record, unpacked from all its carriers; any other record stays as it is, and so does one with more
 * carriers than `LAYERS_MAX`.
 */
export function carriedRecord(record: Fields, context: DecodeContext): Fields {
  const outermost = layerOf(record)
  if (outermost !== null) return isTooDeep(record) ? record : innermost(record, outermost, context)
  const relayed = relayedRecord(record, context)
  if (relayed === null || isTooDeep(record)) return record
  // The line of a container or a shipper may itself be a carrier.
  const inside = layerOf(relayed)
  return inside === null || isTooDeep(relayed) ? relayed : innermost(relayed, inside, context)
}

function innermost(record: Fields, outermost: Layer, context: DecodeContext): Fields {
  let at = record
  const layers: Layer[] = []
  while (layers.length < LAYERS_MAX) {
    const layer = layers.length === 0 ? outermost : layerOf(at)
    const inner = layer && read(layer.carried, context)
    if (!inner) break
    layers.push(layer)
    at = onlyOne(inner)
  }
  for (const { name, around } of layers) {
    for (const outer of Object.keys(around))
      if (WRAPPERS.has(outer) && isMembers(around[outer])) lift(at, around, outer)
    addWrapper(at, name, around)
  }
  return at
}

/** Moves a collector's wrapper from the carrier to the carried record. */
function lift(record: Fields, around: Fields, wrapper: string): void {
  addWrapper(record, wrapper, around[wrapper] as Fields)
  delete around[wrapper]
}

function read(carried: unknown, context: DecodeContext): Fields | null {
  if (isMembers(carried)) return carried
  if (typeof carried !== 'string') return null
  const inner = carried.startsWith('{') ? jsonRecord(carried, context) : readByLook(carried, context)
  return typeof inner === 'string' || isFault(inner) || isTooDeep(inner) ? null : inner
}

/** The single entry of a list; ingest splits longer lists. */
function onlyOne(record: Fields): Fields {
  const list = listIn(record)
  return list?.length === 1 ? (list[0] as Fields) : record
}

/** The events of a vendor's envelope that arrived as one record; null for any other record. */
function listIn(record: Fields): readonly Members[] | null {
  const names = Object.keys(record)
  const name = names.find((one) => VENDOR_LISTS.has(one))
  if (name === undefined) return null
  const { kind } = record
  const others = names.filter((one) => one !== name)
  const list = record[name]
  if (!Array.isArray(list) || list.length === 0 || !list.every(isMembers)) return null
  return isVendorList(name, others, typeof kind === 'string' ? kind : undefined) ? list : null
}

/** The carrier of a record. It is called for every record of every source, so it must be fast. */
export function layerOf(record: Fields): Layer | null {
  if (typeof record.timestamp === 'number' && isLogEvent(record)) return memberLayer('cloudwatch', record, 'message')
  return messageLayer(record)
}

function messageLayer(record: Fields): Layer | null {
  if (typeof record.TopicArn === 'string') return notification(record, (of) => of)
  const { Sns: inner } = record
  if (isMembers(inner)) return notification(inner, (Sns) => ({ ...record, Sns }))
  if (typeof record.receiptHandle === 'string') return memberLayer('sqs', record, 'body')
  if (typeof record.ReceiptHandle === 'string') return memberLayer('sqs', record, 'Body')
  if (typeof record._index === 'string' && isMembers(record._source)) return memberLayer('elastic', record, '_source')
  const isEvent = typeof record['detail-type'] === 'string' && isMembers(record.detail)
  return isEvent ? memberLayer('eventbridge', record, 'detail') : null
}

function notification(sns: Fields, whole: (sns: Fields) => Fields): Layer | null {
  if (sns.Type !== 'Notification' || typeof sns.Message !== 'string') return null
  const { around, carried, with: within } = memberLayer('sns', sns, 'Message')
  return { name: 'sns', carried, around: whole(around), with: (other) => whole(within(other)) }
}

function memberLayer(name: Layer['name'], record: Fields, member: string): Layer {
  const { [member]: carried, ...around } = record
  return { name, carried, around, with: (other) => ({ ...record, [member]: other }) }
}

/** CloudWatch's event ids are numbers of 56 digits. */
const EVENT_ID = /^\d{50,60}$/
const LOG_EVENT: ReadonlySet<string> = new Set([
  ...['id', 'timestamp', 'message', 'ingestionTime', 'extractedFields'],
  ...['owner', 'logGroup', 'logStream', 'logStreamName', 'subscriptionFilters'],
])

function isLogEvent(record: Fields): boolean {
  if (typeof record.message !== 'string' || typeof record.id !== 'string' || !EVENT_ID.test(record.id)) return false
  return Object.keys(record).every((name) => LOG_EVENT.has(name))
}
