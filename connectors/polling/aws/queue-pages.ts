/**
 * CloudTrail's files, as a queue of SQS names them. A message is deleted when all events of its objects were accepted;
 * otherwise it is returned to the queue at once, and comes again.
 */
import { AppError } from '../../../platform/errors.ts'
import { readAnswer } from '../ask.ts'
import { newestOf, type PolledPage } from '../events.ts'
import type { Places } from '../places.ts'
import type { Session } from '../session.ts'
import { at } from '../table.ts'
import { objectsIn, type StoredObject } from './notifications.ts'
import { recordsOf } from './stored-records.ts'

const MESSAGES = 10
/** Seconds for which a message is hidden from other receivers: the same as the lease of a connector. */
const HIDDEN_SECONDS = 300
const PAGE_EVENTS = 5000

type Message = { readonly id: string; readonly receipt: string; readonly body: string }

/**
 * Receives until the queue is empty, or `receivesMax` times. The error of one message is thrown after the other
 * messages were read.
 */
export async function* queuePages(session: Session, places: Places, receivesMax: number): AsyncGenerator<PolledPage> {
  const faults: AppError[] = []
  for (let n = 0; n < receivesMax; n++) {
    const messages = await received(session, places)
    if (messages.length === 0) break
    const open = new Map(messages.map((message) => [message.id, message]))
    try {
      for (const message of messages) {
        try {
          yield* pagesOf(session, places, message)
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'bad_body') throw error
          faults.push(error)
          continue
        }
        await remove(session, places, message)
        open.delete(message.id)
      }
    } finally {
      // Runs also when the caller stops reading pages. A message with a fault stays hidden, because the queue might
      // otherwise return nothing else.
      if (faults.length === 0) await giveBack(session, places, [...open.values()])
    }
  }
  const [fault] = faults
  if (fault) throw new AppError('unavailable', fault.message)
}

async function* pagesOf(session: Session, places: Places, { body }: Message): AsyncGenerator<PolledPage> {
  for (const object of objectsIn(body)) {
    const records = recordsOf(await objectBytes(session, places, object), object.key)
    for (let from = 0; from < records.length; from += PAGE_EVENTS) {
      const events = records.slice(from, from + PAGE_EVENTS)
      yield { events, newestMs: newestOf({ time: ['eventTime'] }, events) }
    }
  }
}

async function objectBytes(session: Session, places: Places, object: StoredObject): Promise<Buffer> {
  const { bucket, key, region } = object
  const base = places.s3_url || `https://s3.${region ?? places.region}.amazonaws.com`
  const path = [bucket, ...key.split('/')].map(encodeURIComponent).join('/')
  try {
    const answer = await session.ask({ method: 'GET', url: `${base}/${path}`, headers: { 'x-svc-service': 's3' } })
    return answer.body
  } catch (error) {
    // A missing or unreadable object concerns only its message.
    const isOfObject = error instanceof AppError && ['bad_request', 'bad_credential', 'too_large'].includes(error.code)
    if (isOfObject) throw new AppError('bad_body', `s3://${bucket}/${key}: ${error.message}`, { cause: error })
    throw error
  }
}

async function received(session: Session, places: Places): Promise<Message[]> {
  const members = { MaxNumberOfMessages: MESSAGES, VisibilityTimeout: HIDDEN_SECONDS, WaitTimeSeconds: 1 }
  const found = at(await sqs(session, places, 'ReceiveMessage', members), 'Messages')
  if (found === undefined || found === null) return []
  if (!Array.isArray(found)) throw new AppError('unavailable', 'the answer of the queue has no list of messages')
  return found.map((one) => {
    const [id, receipt, body] = [at(one, 'MessageId'), at(one, 'ReceiptHandle'), at(one, 'Body')]
    if (typeof id !== 'string' || typeof receipt !== 'string' || typeof body !== 'string')
      throw new AppError('unavailable', 'a message of the queue has no MessageId, ReceiptHandle or Body')
    return { id, receipt, body }
  })
}

async function remove(session: Session, places: Places, { receipt }: Message): Promise<void> {
  await sqs(session, places, 'DeleteMessage', { ReceiptHandle: receipt })
}

/** The messages come again by themselves when they are no longer hidden, so nothing is lost if this call fails. */
async function giveBack(session: Session, places: Places, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return
  const Entries = messages.map(({ receipt }, n) => ({ Id: `${n}`, ReceiptHandle: receipt, VisibilityTimeout: 0 }))
  await sqs(session, places, 'ChangeMessageVisibilityBatch', { Entries }).catch(() => undefined)
}

/** The JSON protocol of SQS. */
async function sqs(session: Session, places: Places, action: string, members: object): Promise<unknown> {
  const queue = URL.parse(places.queue_url ?? '')
  if (queue === null) throw new AppError('bad_request', 'connector_config.queue_url is the address of a queue')
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` }
  const body = JSON.stringify({ QueueUrl: queue.href, ...members })
  return readAnswer((await session.ask({ method: 'POST', url: `${queue.origin}/`, headers, body })).body)
}
