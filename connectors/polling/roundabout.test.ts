/** Sources that are not a single list of pages: queues, blobs, ids, and several lists. */
import { generateKeyPairSync } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { connectorType } from '../vendor-apis.ts'
import type { PollRequest, PollResponse } from './ask.ts'
import { pollPages } from './poll.ts'

const SINCE_MS = Date.UTC(2026, 0, 31, 8)
const UNTIL_MS = SINCE_MS + 3_600_000
type Answer = Partial<PollResponse> & { readonly json?: unknown }

/** Polls, and stops after `stopAfter` pages, like a process that is killed then. */
async function polled(
  type: string,
  config: Record<string, string>,
  secrets: Record<string, string>,
  source: (request: PollRequest, n: number) => Answer,
  stopAfter = Number.POSITIVE_INFINITY,
) {
  const table = connectorType(type)?.poll
  if (table === undefined) throw new Error(`no ${type}`)
  const requests: PollRequest[] = []
  const events: unknown[] = []
  const ask = async (request: PollRequest): Promise<PollResponse> => {
    requests.push(request)
    const { json, ...rest } = source(request, requests.length - 1)
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(json ?? {})), ...rest }
  }
  const input = { table, secrets, settings: config, sinceMs: SINCE_MS, untilMs: UNTIL_MS, ask, nowMs: () => UNTIL_MS }
  let failure: AppError | null = null
  let pages = 0
  try {
    for await (const page of pollPages(input)) {
      if (++pages > stopAfter) break
      events.push(...page.events)
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    failure = error
  }
  return { requests, events, failure }
}

describe('CloudTrail over a queue', () => {
  const KEYS = { access_key_id: 'AKIDEXAMPLE', secret_access_key: 'secret' }
  const SETTINGS = { queue_url: 'https://sqs.eu-central-1.amazonaws.com/1/trail', region: 'eu-central-1' }
  const file = (...ids: number[]) =>
    gzipSync(JSON.stringify({ Records: ids.map((id) => ({ eventID: id, eventTime: '2026-01-31T08:10:00Z' })) }))
  const notice = (...keys: string[]) =>
    JSON.stringify({
      Records: keys.map((key) => ({
        ...{ eventName: 'ObjectCreated:Put', awsRegion: 'eu-west-1' },
        s3: { bucket: { name: 'logs' }, object: { key } },
      })),
    })

  /** A queue with these messages, and the objects that the messages name. */
  function aws(messages: readonly string[], objects: Record<string, Buffer | number>) {
    const hidden = new Set<number>()
    const deleted = new Set<number>()
    const returnedReceipts: number[] = []
    const answer = (request: PollRequest): Answer => {
      const action = String(request.headers['x-amz-target'] ?? '').split('.')[1]
      const body = JSON.parse(request.body ?? '{}')
      if (action === 'ReceiveMessage') {
        const seen = messages.flatMap((text, n) => (hidden.has(n) || deleted.has(n) ? [] : [{ text, n }])).slice(0, 10)
        for (const { n } of seen) hidden.add(n)
        return {
          json: { Messages: seen.map(({ text, n }) => ({ MessageId: `${n}`, ReceiptHandle: `${n}`, Body: text })) },
        }
      }
      if (action === 'DeleteMessage') {
        deleted.add(Number(body.ReceiptHandle))
        return { json: {} }
      }
      if (action === 'ChangeMessageVisibilityBatch') {
        for (const { ReceiptHandle } of body.Entries) {
          returnedReceipts.push(Number(ReceiptHandle))
          hidden.delete(Number(ReceiptHandle))
        }
        return { json: {} }
      }
      const found = objects[decodeURIComponent(new URL(request.url).pathname.replace('/logs/', ''))]
      return typeof found === 'number' ? { status: found } : found === undefined ? { status: 404 } : { body: found }
    }
    return { answer, deleted, returnedReceipts }
  }

  test('reads the files that each message names, and deletes the message after they were stored', async () => {
    const sns = JSON.stringify({ Type: 'Notification', Message: notice('c.json.gz') })
    const trail = JSON.stringify({
      s3Bucket: 'logs',
      s3ObjectKey: ['d e.json.gz', 'AWSLogs/CloudTrail-Digest/x.json.gz'],
    })
    const queue = aws([notice('a.json.gz', 'b%2Bb.json.gz'), sns, trail, JSON.stringify({ Event: 's3:TestEvent' })], {
      'a.json.gz': file(1, 2),
      'b+b.json.gz': file(3),
      'c.json.gz': file(4),
      'd e.json.gz': Buffer.from('{"Records":[{"eventID":5}]}'),
    })
    const { events, failure, requests } = await polled('aws-cloudtrail', SETTINGS, KEYS, queue.answer)
    expect(failure).toBeNull()
    expect(events.map((event) => (event as { eventID: number }).eventID)).toEqual([1, 2, 3, 4, 5])
    expect([...queue.deleted]).toEqual([0, 1, 2, 3])
    const ofS3 = requests.find(({ url }) => url.endsWith('a.json.gz'))
    expect(ofS3?.url).toBe('https://s3.eu-west-1.amazonaws.com/logs/a.json.gz')
    expect(ofS3?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20260131\/eu-central-1\/s3\//,
    )
  })

  test('a process that dies before a page is stored deletes no message, and returns the others to the queue', async () => {
    const queue = aws([notice('a'), notice('b'), notice('c')], { a: file(1), b: file(2), c: file(3) })
    const { events } = await polled('aws-cloudtrail', SETTINGS, KEYS, queue.answer, 1)
    expect(events).toHaveLength(1)
    // Requesting the second page confirmed the first.
    expect([[...queue.deleted], queue.returnedReceipts]).toEqual([[0], [1, 2]])
    const again = await polled('aws-cloudtrail', SETTINGS, KEYS, queue.answer)
    expect(again.events).toHaveLength(2)
    expect(queue.deleted.size).toBe(3)
  })

  test('a message with a fault is reported and waits, and the others are processed', async () => {
    const queue = aws([notice('gone'), 'no JSON', notice('a'), notice('broken'), notice('secret')], {
      a: file(1),
      broken: Buffer.from([0x1f, 0x8b, 1]),
      secret: 403,
    })
    const { events, failure } = await polled('aws-cloudtrail', SETTINGS, KEYS, queue.answer)
    expect(events).toHaveLength(1)
    expect([...queue.deleted]).toEqual([2])
    expect([failure?.code, failure?.message]).toEqual(['unavailable', expect.stringContaining('s3://logs/gone')])
  })

  test.each([
    ['UnrecognizedClientException', 'bad_credential'],
    ['ThrottlingException', 'rate_limited'],
    ['QueueDoesNotExist', 'bad_request'],
  ])('%s, which AWS says with 400, is %s', async (name, code) => {
    const { failure } = await polled('aws-cloudtrail', SETTINGS, KEYS, () => ({
      ...{ status: 400, json: { __type: `com.amazonaws#${name}`, message: 'no' } },
    }))
    expect(failure?.code).toBe(code)
  })

  test('a role is assumed first, with its external id, and its keys sign', async () => {
    const lent =
      '<Credentials><AccessKeyId>LENT</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken></Credentials>'
    const config = { ...SETTINGS, role_arn: 'arn:aws:iam::1:role/svc', external_id: 'x-1' }
    const { requests } = await polled('aws-cloudtrail', config, KEYS, (_, n) =>
      n === 0 ? { body: Buffer.from(lent) } : { json: {} },
    )
    expect(requests[0]?.url).toBe('https://sts.eu-central-1.amazonaws.com/')
    expect(requests[0]?.body).toContain('ExternalId=x-1')
    expect(requests[1]?.headers).toMatchObject({ 'x-amz-security-token': 't' })
    expect(requests[1]?.headers.authorization).toContain('Credential=LENT/')
  })
})

describe('CrowdStrike', () => {
  const KEYS = { client_id: 'c', client_secret: 's' }

  test('requests ids, and then the alerts with those ids', async () => {
    const ids = Array.from({ length: 1200 }, (_, n) => `id-${n}`)
    const { requests, events, failure } = await polled('crowdstrike', {}, KEYS, ({ url, body }) => {
      if (url.endsWith('/oauth2/token')) return { status: 201, json: { access_token: 'T' } }
      if (url.includes('/queries/')) {
        const offset = Number(new URL(url).searchParams.get('offset'))
        return { json: { resources: ids.slice(offset, offset + 1000) } }
      }
      const { composite_ids } = JSON.parse(body ?? '{}') as { composite_ids: string[] }
      return { json: { resources: composite_ids.map((id) => ({ id, updated_timestamp: '2026-01-31T08:01:00Z' })) } }
    })
    expect(failure).toBeNull()
    expect(events.map((event) => (event as { id: string }).id)).toEqual(ids)
    expect(decodeURIComponent(requests[1]?.url ?? '')).toContain("updated_timestamp:>='2026-01-31T08:00:00.000Z'")
    expect(requests.slice(1).every(({ headers }) => headers.authorization === 'Bearer T')).toBe(true)
  })
})

describe('Microsoft 365', () => {
  const CONFIG = { tenant_id: 'dir', content_types: 'Audit.Exchange, Audit.General' }
  const KEYS = { client_id: 'c', client_secret: 's' }
  const BASE = 'https://manage.office.com'

  test('starts each subscription, and reads the blobs that it lists', async () => {
    const { requests, events, failure } = await polled('microsoft-365', CONFIG, KEYS, ({ url }) => {
      if (url.includes('oauth2')) return { json: { access_token: 'T' } }
      if (url.includes('/start')) return { status: 400, json: { error: { code: 'AF20024' } } }
      const type = new URL(url).searchParams.get('contentType')
      if (type !== null && !url.includes('page=2'))
        return {
          json: [{ contentUri: `${BASE}/blob/${type}-1`, contentCreated: '2026-01-31T08:05:00.000Z' }],
          headers: type === 'Audit.Exchange' ? { nextpageuri: `${BASE}/content?contentType=${type}&page=2` } : {},
        }
      if (type !== null) return { json: [{ contentUri: `${BASE}/blob/${type}-2`, contentCreated: 'x' }] }
      return { json: [{ Id: url.split('/').at(-1), CreationTime: '2026-01-31T08:04:00' }] }
    })
    expect(failure).toBeNull()
    expect(events.map((event) => (event as { Id: string }).Id)).toEqual([
      'Audit.Exchange-1',
      'Audit.Exchange-2',
      'Audit.General-1',
    ])
    expect(requests[0]?.url).toBe('https://login.microsoftonline.com/dir/oauth2/v2.0/token')
    const list = requests.find(({ url }) => url.includes('subscriptions/content'))
    expect(new URL(list?.url ?? '').searchParams.get('startTime')).toBe('2026-01-31T08:00:00')
  })

  test('a blob on another host is not requested, and another fault of a subscription ends the poll', async () => {
    const elsewhere = await polled('microsoft-365', CONFIG, KEYS, ({ url }) =>
      url.includes('oauth2') ? { json: { access_token: 'T' } } : { json: [{ contentUri: 'https://evil.example/x' }] },
    )
    expect(elsewhere.failure?.message).toContain('another host')
    const refused = await polled('microsoft-365', CONFIG, KEYS, ({ url }) =>
      url.includes('oauth2') ? { json: { access_token: 'T' } } : { status: 400, json: { error: { code: 'AF20023' } } },
    )
    expect(refused.failure?.code).toBe('bad_request')
    const none = await polled('microsoft-365', { ...CONFIG, content_types: ' , ' }, KEYS, () => ({
      json: { access_token: 'T' },
    }))
    expect(none.failure?.message).toContain('content_types')
  })
})

describe('Google Workspace', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = {
    ...{ client_email: 'svc@p.iam.gserviceaccount.com', private_key_id: 'k' },
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }

  test('signs in as an account for an administrator, and reads each application', async () => {
    let assertion = ''
    const { requests, events, failure } = await polled(
      'google-workspace',
      { subject: 'admin@acme.example', applications: 'login,drive' },
      { service_account_key: JSON.stringify(key) },
      ({ url, body }) => {
        if (url.endsWith('/token')) {
          assertion = new URLSearchParams(body).get('assertion') ?? ''
          return { json: { access_token: 'T' } }
        }
        const { pathname, searchParams } = new URL(url)
        const app = pathname.split('/').at(-1)
        const second = searchParams.get('pageToken') !== null
        const item = { id: { time: '2026-01-31T08:01:00Z', applicationName: `${app}${second ? 2 : 1}` } }
        return { json: { items: [item], ...(app === 'login' && !second ? { nextPageToken: 'p2' } : {}) } }
      },
    )
    expect(failure).toBeNull()
    const names = events.map((event) => (event as { id: { applicationName: string } }).id.applicationName)
    expect(names).toEqual(['login1', 'login2', 'drive1'])
    expect(decodeJwt(assertion)).toMatchObject({
      ...{ iss: key.client_email, sub: 'admin@acme.example', aud: 'https://oauth2.googleapis.com/token' },
      scope: 'https://www.googleapis.com/auth/admin.reports.audit.readonly',
    })
    expect(requests).toHaveLength(4)
  })

  test.each([
    ['a key that is none', 'x', 200, 'bad_request'],
    ['a key that was taken back', JSON.stringify(key), 400, 'bad_credential'],
  ])('%s is told', async (_, text, status, code) => {
    const { failure } = await polled(
      'google-workspace',
      { subject: 'a@b.example' },
      { service_account_key: text },
      () => ({
        ...{ status, json: { error: 'invalid_grant' } },
      }),
    )
    expect(failure?.code).toBe(code)
  })
})
