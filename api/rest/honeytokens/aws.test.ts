/** Tests requests of AWS clients to a decoy that was laid out as their profile, and the answers that they get. */
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, openTestApi, type TestApi } from '../../test-api.ts'

let server: TestPostgres
let api: TestApi
let token: string
let decoy: { id: string; key: string; profile: string }
let port = 0

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server, { deps: { sso: { publicUrl: 'https://soc.example' } as never } })
  token = await makeAdmin(api, await makeTenant(api, 'acme'))
  const body = { name: 'ci', token_type: 'aws_key' }
  const { body: made } = await api.ask('POST', 'honeytokens', { token, body })
  decoy = { id: made.id, key: made.decoy.access_key_id, profile: made.decoy.profile }
  port = await api.api.listen(0, '127.0.0.1')
})
afterAll(async () => {
  await api?.close()
  await server?.close()
})

const FORM = 'application/x-www-form-urlencoded; charset=utf-8'
const SIGNATURE = 'a'.repeat(64)
const scopeOf = (service: string, key = decoy.key) => `${key}/20261128/eu-west-1/${service}/aws4_request`
const signed = (service: string, key?: string) => ({
  authorization: `AWS4-HMAC-SHA256 Credential=${scopeOf(service, key)}, SignedHeaders=host;x-amz-date, Signature=${SIGNATURE}`,
  'x-amz-date': '20261128T101010Z',
})
type Sent = { method: string; path?: string; headers: Record<string, string>; payload?: string }
const trackOf = (id = decoy.id) => `/api/v1/honeytokens/track/${id}`
const send = ({ method, path = '/', headers, payload }: Sent, at = trackOf()) =>
  api.api.app.inject({
    ...{ method: method as 'GET', url: `${at}${path}`, headers, remoteAddress: '198.51.100.7' },
    ...(payload === undefined ? {} : { payload }),
  })
const touchesOf = async (id: string) =>
  (await api.ask('GET', `honeytokens/${id}/events?limit=500`, { token })).body.items as Record<string, unknown>[]
/** The newest touch, once there are as many. */
const nextTouch = (id: string, count: number) =>
  vi.waitFor(async () => {
    const touches = await touchesOf(id)
    expect(touches).toHaveLength(count)
    return touches[0] as Record<string, unknown>
  }, 10_000)

const query = (service: string, action: string, version: string): Sent => ({
  method: 'POST',
  headers: { ...signed(service), 'content-type': FORM },
  payload: `Action=${action}&Version=${version}`,
})
const json = (service: string, target: string, version: string): Sent => ({
  method: 'POST',
  headers: { ...signed(service), 'content-type': `application/x-amz-json-${version}`, 'x-amz-target': target },
  payload: '{}',
})
const s3 = (method: string, path: string, headers: Record<string, string> = {}, payload?: string): Sent => ({
  ...{ method, path, headers: { ...signed('s3'), 'x-amz-content-sha256': SIGNATURE, ...headers } },
  ...(payload === undefined ? {} : { payload }),
})

type Wanted = { status: number; type: string; has: RegExp; service?: string; operation?: string; resource?: string }
const XML_CODE = (code: string) => new RegExp(`<Code>${code}</Code>`)
const CASES: readonly [string, () => Sent, Wanted][] = [
  [
    'STS',
    () => query('sts', 'GetCallerIdentity', '2011-06-15'),
    {
      ...{ status: 403, type: 'text/xml', service: 'sts', operation: 'GetCallerIdentity' },
      has: /^<ErrorResponse xmlns="https:\/\/sts.amazonaws.com\/doc\/2011-06-15\/"><Error><Type>Sender<\/Type><Code>InvalidClientTokenId</,
    },
  ],
  [
    'IAM',
    () => query('iam', 'ListUsers', '2010-05-08'),
    { status: 403, type: 'text/xml', has: XML_CODE('InvalidClientTokenId'), operation: 'ListUsers' },
  ],
  [
    'SNS',
    () => query('sns', 'ListTopics', '2010-03-31'),
    { status: 403, type: 'text/xml', has: /sns.amazonaws.com\/doc\/2010-03-31/, service: 'sns' },
  ],
  [
    'EC2',
    () => query('ec2', 'DescribeInstances', '2016-11-15'),
    {
      ...{ status: 401, type: 'text/xml', service: 'ec2', operation: 'DescribeInstances' },
      has: /<Response><Errors><Error><Code>AuthFailure<.*<RequestID>/,
    },
  ],
  [
    'Secrets Manager',
    () => json('secretsmanager', 'secretsmanager.ListSecrets', '1.1'),
    {
      ...{ status: 400, type: 'application/x-amz-json-1.1', service: 'secretsmanager', operation: 'ListSecrets' },
      has: /"__type":"UnrecognizedClientException"/,
    },
  ],
  [
    'KMS',
    () => json('kms', 'TrentService.Decrypt', '1.1'),
    { status: 400, type: 'application/x-amz-json-1.1', has: /Unrecognized/, service: 'kms', operation: 'Decrypt' },
  ],
  [
    'DynamoDB',
    () => json('dynamodb', 'DynamoDB_20120810.ListTables', '1.0'),
    { status: 400, type: 'application/x-amz-json-1.0', has: /UnrecognizedClient/, operation: 'ListTables' },
  ],
  [
    'Lambda',
    () => ({ method: 'GET', path: '/2015-03-31/functions/', headers: signed('lambda') }),
    { status: 403, type: 'application/json', has: /^\{"message":"The security token/, service: 'lambda' },
  ],
  [
    'Route 53',
    () => ({ method: 'GET', path: '/2013-04-01/hostedzone', headers: signed('route53') }),
    { status: 403, type: 'text/xml', has: XML_CODE('InvalidClientTokenId'), service: 'route53' },
  ],
  [
    'a service of Smithy in CBOR',
    () => ({
      ...{ method: 'POST', path: '/service/GraniteServiceVersion20100801/operation/ListMetrics' },
      headers: { ...signed('monitoring'), 'content-type': 'application/cbor', 'smithy-protocol': 'rpc-v2-cbor' },
      payload: '\xa0',
    }),
    { status: 400, type: 'application/cbor', has: /__type.+UnrecognizedClientException/, operation: 'ListMetrics' },
  ],
  [
    'S3, all buckets',
    () => s3('GET', '/'),
    { status: 403, type: 'application/xml', has: XML_CODE('InvalidAccessKeyId'), service: 's3' },
  ],
  [
    'S3 that puts an object',
    () => s3('PUT', '/payroll/2026/a b%2Bc.bin', { 'content-type': 'binary/octet-stream' }, 'x'.repeat(300_000)),
    { status: 403, type: 'application/xml', has: /InvalidAccessKeyId/, resource: 'payroll/2026/a b+c.bin' },
  ],
  [
    'S3 that puts an object of no type',
    () => s3('PUT', '/payroll/x', { 'transfer-encoding': 'chunked' }, 'x'),
    { status: 403, type: 'application/xml', has: /InvalidAccessKeyId/ },
  ],
  [
    'S3 that deletes an object',
    () => s3('DELETE', '/payroll/x'),
    { status: 403, type: 'application/xml', has: /InvalidAccessKeyId/, resource: 'payroll/x' },
  ],
  [
    'S3 that deletes several objects',
    () => s3('POST', '/payroll?delete', { 'content-type': 'application/xml' }, '<Delete/>'),
    { status: 403, type: 'application/xml', has: /InvalidAccessKeyId/ },
  ],
  [
    'S3 that begins an upload in parts',
    () => s3('POST', '/payroll/x?uploads', {}, ''),
    { status: 403, type: 'application/xml', has: /InvalidAccessKeyId/ },
  ],
  [
    'S3 with a bucket in its host',
    () => s3('GET', '/x', { host: 'payroll.soc.example' }),
    { status: 403, type: 'application/xml', has: /InvalidAccessKeyId/ },
  ],
  [
    'S3 with a key that no store keeps',
    () => s3('GET', '/payroll/%00'),
    { status: 403, type: 'application/xml', has: /InvalidAccessKeyId/ },
  ],
  [
    'S3 signed by version 2',
    () => ({ method: 'GET', path: '/payroll', headers: { authorization: `AWS ${decoy.key}:c2lnbmF0dXJl` } }),
    { status: 403, type: 'application/xml', has: /InvalidAccessKeyId/ },
  ],
  [
    'a presigned URL',
    () => ({
      ...{ method: 'GET', headers: {} },
      path: `/payroll/x?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(scopeOf('s3'))}&X-Amz-Date=20261128T101010Z&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=${SIGNATURE}`,
    }),
    { status: 403, type: 'application/xml', has: /InvalidAccessKeyId/, service: 's3' },
  ],
  [
    'a presigned URL of version 2',
    () => ({ method: 'PUT', headers: {}, path: `/payroll/x?AWSAccessKeyId=${decoy.key}&Signature=abc%3D&Expires=1` }),
    { status: 403, type: 'application/xml', has: /InvalidAccessKeyId/ },
  ],
  [
    'a presigned question who one is, as clusters sign in with',
    () => ({
      ...{ method: 'GET', headers: {} },
      path: `/?Action=GetCallerIdentity&Version=2011-06-15&X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(scopeOf('sts'))}&X-Amz-Signature=${SIGNATURE}`,
    }),
    { status: 403, type: 'text/xml', has: XML_CODE('InvalidClientTokenId'), operation: 'GetCallerIdentity' },
  ],
  [
    'a form of a browser that uploads',
    () => ({
      ...{ method: 'POST', path: '/payroll', headers: { 'content-type': 'multipart/form-data; boundary=b' } },
      payload: `--b\r\nContent-Disposition: form-data; name="x-amz-credential"\r\n\r\n${scopeOf('s3')}\r\n--b--\r\n`,
    }),
    { status: 403, type: 'application/xml', has: /InvalidAccessKeyId/ },
  ],
]

describe('an AWS client with the profile of a decoy', () => {
  let count = 0
  test.each(CASES)('%s', async (_, sentBy, wanted) => {
    const sent = sentBy()
    const answer = await send(sent)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([wanted.status, wanted.type])
    expect(answer.rawPayload.toString('latin1').replaceAll('\n', '')).toMatch(wanted.has)
    count++
    const touch = await nextTouch(decoy.id, count)
    expect(touch).toMatchObject({ method: sent.method, classification: 'cloud_client', source_ip: '198.51.100.7' })
    const { service, operation, resource } = wanted
    const details = { aws_service: service, aws_operation: operation, resource, access_key_id: decoy.key }
    const known = Object.entries(details).filter(([, value]) => value !== undefined)
    expect(touch.details).toMatchObject(Object.fromEntries(known))
    expect(JSON.stringify(touch.headers)).not.toContain(SIGNATURE.slice(0, 20).repeat(4))
  })

  test('gets no body for HEAD, and is recorded', async () => {
    const answer = await send(s3('HEAD', '/payroll/x'))
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([403, 0])
    count++
    expect(await nextTouch(decoy.id, count)).toMatchObject({ method: 'HEAD', details: { resource: 'payroll/x' } })
  })

  test('is identified by its key when it leaves out the endpoint path', async () => {
    const wheres = ['/', '/payroll/x', '/api/v1/nothing', '/alerts?list-type=2']
    for (const [n, path] of wheres.entries()) {
      const answer = await send({ ...s3(n % 2 === 0 ? 'PUT' : 'GET', path) }, '')
      expect([path, answer.statusCode, answer.body]).toEqual([path, 403, expect.stringContaining('InvalidAccessKeyId')])
      count++
      await nextTouch(decoy.id, count)
    }
    const post = await send(query('sts', 'GetCallerIdentity', '2011-06-15'), '')
    expect([post.statusCode, post.body]).toEqual([403, expect.stringContaining('InvalidClientTokenId')])
    count++
    await nextTouch(decoy.id, count)
  })

  test('raises one alert, which names the call', async () => {
    const touches = await touchesOf(decoy.id)
    const raised = touches.filter(({ alert_sent }) => alert_sent)
    expect(raised).toHaveLength(1)
    const { body: alert } = await api.ask('GET', `alerts/${raised[0]?.alert_id}`, { token })
    expect(alert).toMatchObject({ severity: 'critical', category: 'deception', affected_ips: ['198.51.100.7'] })
    expect(alert.description).toContain('POST (sts GetCallerIdentity, eu-west-1) from 198.51.100.7')
    const { body: one } = await api.ask('GET', `honeytokens/${decoy.id}`, { token })
    expect(one).toMatchObject({ status: 'triggered', touch_count: count })
  })

  test('uses path-style buckets, so that the endpoint sees them', () => {
    expect(decoy.profile).toContain('\ns3 =\n  addressing_style = path\n')
  })
})

test('an AWS client cannot tell which decoys exist', async () => {
  const own = /<RequestId>.*?<\/RequestId>|<HostId>.*?<\/HostId>|<RequestID>.*?<\/RequestID>/g
  for (const sent of [
    query('ec2', 'DescribeRegions', '2016-11-15'),
    s3('PUT', '/a/b'),
    json('kms', 'T.Decrypt', '1.1'),
  ]) {
    const all = await Promise.all(
      [decoy.id, crypto.randomUUID(), 'nothing'].map(async (id) => {
        const { statusCode, body, headers } = await send(sent, trackOf(id))
        return JSON.stringify([statusCode, body.replaceAll(own, ''), Object.keys(headers).sort()])
      }),
    )
    expect(new Set(all).size).toBe(1)
    expect(all[0]).not.toMatch(/content-security-policy|x-content-type-options|strict-transport/)
  }
})

test('a client without credentials is asked for them', async () => {
  const unsigned = async (sent: Sent) => (await send(sent, trackOf(crypto.randomUUID()))).body
  const sts = {
    method: 'POST',
    headers: { 'content-type': FORM },
    payload: 'Action=GetCallerIdentity&Version=2011-06-15',
  }
  expect(await unsigned(sts)).toMatch(/MissingAuthenticationToken/)
  expect(await unsigned({ method: 'PUT', path: '/a/b', headers: {}, payload: 'x' })).toMatch(/AccessDenied/)
})

test('an endless upload is closed, and counts as a touch', async () => {
  const made = (await api.ask('POST', 'honeytokens', { token, body: { name: 'big', token_type: 'aws_key' } })).body
  const socket = net.connect(port, '127.0.0.1')
  const head = [
    `PUT ${trackOf(made.id)}/payroll/dump HTTP/1.1`,
    ...['host: soc.example', 'transfer-encoding: chunked', 'content-type: application/octet-stream'],
    ...Object.entries(signed('s3', made.decoy.access_key_id)).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.on('error', () => undefined) // it goes on sending until it is closed
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'x'), Buffer.from('\r\n')])
  const sendMore = () => {
    while (socket.writable && socket.write(chunk));
  }
  socket.on('drain', sendMore)
  sendMore()
  await new Promise((resolve) => socket.on('close', resolve))
  expect(await nextTouch(made.id, 1)).toMatchObject({ method: 'PUT', details: { resource: 'payroll/dump' } })
})
