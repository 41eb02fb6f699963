/**
 * Which objects a message of a queue tells of: as S3 notifies, as EventBridge does, as CloudTrail does by itself, and each of
 * them inside of what SNS delivers.
 */
import { AppError } from '../../../platform/errors.ts'
import { isMembers } from '../../../platform/members.ts'
import { at } from '../table.ts'

export type StoredObject = {
  readonly bucket: string
  readonly key: string
  /** Null: the one of the connector. */
  readonly region: string | null
}

/** None for a test message, and for what tells of an object that is no log, such as a digest. Throws `bad_body`. */
export function objectsIn(body: string): StoredObject[] {
  const message = parsed(body)
  if (message.Type === 'Notification' && typeof message.Message === 'string') return objectsIn(message.Message)
  if (message.Event === 's3:TestEvent') return []
  const objects = listed(message)
  if (objects === null) throw new AppError('bad_body', 'a message of the queue tells of no object of S3')
  return objects.filter(({ key }) => !key.includes('/CloudTrail-Digest/') && !key.endsWith('/'))
}

function parsed(body: string): Record<string, unknown> {
  try {
    const message = JSON.parse(body) as unknown
    if (isMembers(message)) return message
  } catch {
    // Told below, as every other message that is none.
  }
  throw new AppError('bad_body', 'a message of the queue is no JSON object')
}

function listed(message: Record<string, unknown>): StoredObject[] | null {
  if (Array.isArray(message.Records)) return message.Records.flatMap(fromS3)
  if (typeof message.s3Bucket === 'string' && Array.isArray(message.s3ObjectKey)) {
    const bucket = message.s3Bucket
    return message.s3ObjectKey.map((key) => ({ bucket, key: String(key), region: null }))
  }
  const [bucket, key] = [at(message, 'detail.bucket.name'), at(message, 'detail.object.key')]
  if (typeof bucket !== 'string' || typeof key !== 'string') return null
  return [{ bucket, key, region: regionOf(message.region) }]
}

/** S3 writes a key as a form would. */
function fromS3(record: unknown): StoredObject[] {
  const [name, bucket, key] = [at(record, 'eventName'), at(record, 's3.bucket.name'), at(record, 's3.object.key')]
  if (typeof name === 'string' && !name.startsWith('ObjectCreated')) return []
  if (typeof bucket !== 'string' || typeof key !== 'string')
    throw new AppError('bad_body', 'a message of the queue tells of an object without bucket or key')
  return [{ bucket, key: formDecoded(key), region: regionOf(at(record, 'awsRegion')) }]
}

function formDecoded(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '))
  } catch (cause) {
    throw new AppError('bad_body', 'a message of the queue tells of a key that is not encoded as S3 does', { cause })
  }
}

/** It becomes part of a host name, which the credential is sent to. */
function regionOf(value: unknown): string | null {
  return typeof value === 'string' && /^[a-z]{2}(-[a-z]+)+-\d$/.test(value) ? value : null
}
