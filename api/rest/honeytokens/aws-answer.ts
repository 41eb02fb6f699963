/**
 * Answers a request of an AWS client as AWS does for an unknown key: each protocol has its own status and format. The
 * answer depends on the request alone, so it is the same for a decoy and for any other key.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { AwsRequest } from './aws-request.ts'

export type AwsAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const INVALID_TOKEN = 'The security token included in the request is invalid.'
const NO_TOKEN = 'Request is missing Authentication Token'

export function awsAnswerTo(request: AwsRequest): AwsAnswer {
  const id = randomUUID()
  switch (request.protocol) {
    case 's3':
      return s3Answer(request)
    case 'ec2':
      return xml(401, id, ec2Body(id))
    case 'query':
    case 'rest-xml':
      return xml(403, id, queryBody(request, id))
    case 'json':
      return jsonAnswer(request, id)
    case 'rest-json':
      return restJsonAnswer(request, id)
    case 'cbor':
      return cborAnswer(request, id)
  }
}

function s3Answer({ isSigned, accessKeyId }: AwsRequest): AwsAnswer {
  const id = randomBytes(8).toString('hex').toUpperCase()
  const host = randomBytes(56).toString('base64')
  const key = accessKeyId === null ? '' : `<AWSAccessKeyId>${accessKeyId}</AWSAccessKeyId>`
  const what = isSigned
    ? `<Code>InvalidAccessKeyId</Code><Message>The AWS Access Key Id you provided does not exist in our records.</Message>${key}`
    : '<Code>AccessDenied</Code><Message>Access Denied</Message>'
  const body = `${XML_HEAD}<Error>${what}<RequestId>${id}</RequestId><HostId>${host}</HostId></Error>`
  const headers = { 'x-amz-request-id': id, 'x-amz-id-2': host, 'content-type': 'application/xml', server: 'AmazonS3' }
  return { status: 403, headers, body: Buffer.from(body) }
}

const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

function ec2Body(id: string): string {
  const error =
    '<Error><Code>AuthFailure</Code><Message>AWS was not able to validate the provided access credentials</Message></Error>'
  return `${XML_HEAD}<Response><Errors>${error}</Errors><RequestID>${id}</RequestID></Response>`
}

function queryBody({ isSigned, service, version }: AwsRequest, id: string): string {
  const code = isSigned ? 'InvalidClientTokenId' : 'MissingAuthenticationToken'
  const fault = isSigned ? INVALID_TOKEN : NO_TOKEN
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${fault}</Message></Error>`
  return `<ErrorResponse xmlns="${namespaceOf(service, version)}">${error}<RequestId>${id}</RequestId></ErrorResponse>\n`
}

const SECURE_NAMESPACES: ReadonlySet<string> = new Set(['sts', 'iam'])

function namespaceOf(service: string | null, version: string | null): string {
  const name = service ?? 'sts'
  return `${SECURE_NAMESPACES.has(name) ? 'https' : 'http'}://${name}.amazonaws.com/doc/${version ?? '2011-06-15'}/`
}

function xml(status: number, id: string, body: string): AwsAnswer {
  return { status, headers: { 'x-amzn-requestid': id, 'content-type': 'text/xml' }, body: Buffer.from(body) }
}

function faultOf({ isSigned }: AwsRequest): { readonly type: string; readonly message: string } {
  if (!isSigned) return { type: 'MissingAuthenticationTokenException', message: NO_TOKEN }
  return { type: 'UnrecognizedClientException', message: INVALID_TOKEN }
}

function jsonAnswer(request: AwsRequest, id: string): AwsAnswer {
  const { type, message } = faultOf(request)
  const headers = { 'x-amzn-requestid': id, 'content-type': `application/x-amz-json-${request.jsonVersion}` }
  return { status: 400, headers, body: Buffer.from(JSON.stringify({ __type: type, message })) }
}

function restJsonAnswer(request: AwsRequest, id: string): AwsAnswer {
  const { type, message } = faultOf(request)
  const headers = { 'x-amzn-requestid': id, 'x-amzn-errortype': type, 'content-type': 'application/json' }
  return { status: 403, headers, body: Buffer.from(JSON.stringify({ message })) }
}

function cborAnswer(request: AwsRequest, id: string): AwsAnswer {
  const { type, message } = faultOf(request)
  const texts = ['__type', type, 'message', message].map(cborText)
  const headers = {
    ...{ 'x-amzn-requestid': id, 'x-amzn-query-error': `${type};Sender` },
    ...{ 'smithy-protocol': 'rpc-v2-cbor', 'content-type': 'application/cbor' },
  }
  return { status: 400, headers, body: Buffer.concat([Buffer.of(0xa2), ...texts]) }
}

/** RFC 8949, major type 3: texts of less than 256 bytes. */
function cborText(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([bytes.length < 24 ? Buffer.of(0x60 | bytes.length) : Buffer.of(0x78, bytes.length), bytes])
}
