/**
 * The objects that a message of a queue names: in the formats of S3, of EventBridge and of CloudTrail's own
 * notifications, each also inside a delivery of SNS.
 */
import { AppError } from '../../../platform/errors.ts'
import { isMembers } from '../../../platform/members.ts'
import { at } from '../table.ts'

export type StoredObject = {
  readonly bucket: string
  readonly key: string
  /** Null for the connector's region. */
  readonly region: string | null
}

/**
 * Empty for a test message, and for a message about an object that is not a log, such as a digest. Throws `bad_body`.
 */
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
    // Falls through to the error below, which covers every invalid message.
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

/** S3 writes a key in the encoding of a web form. */
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

/** The region becomes part of the name of the host to which the credential is sent, so it is checked. */
function regionOf(value: unknown): string | null {
  return typeof value === 'string' && /^[a-z]{2}(-[a-z]+)+-\d$/.test(value) ? value : null
}
