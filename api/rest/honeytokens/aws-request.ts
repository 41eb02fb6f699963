/**
 * Recognises requests that clients of AWS send: signed in a header (Signature Version 4, 4A and 2), in the query of a
 * presigned URL or in the fields of a form, and by their content types where nothing is signed. Sources: the AWS General
 * Reference on signing requests, and the protocols of Smithy (`awsQuery`, `ec2Query`, `awsJson1_0`, `awsJson1_1`,
 * `restXml`, `restJson1`, `rpcv2Cbor`).
 */
import type { IncomingHttpHeaders } from 'node:http'

/** The protocol in which the called service writes its errors. */
export type AwsProtocol = 's3' | 'ec2' | 'query' | 'json' | 'cbor' | 'rest-xml' | 'rest-json'

export type AwsRequest = {
  readonly protocol: AwsProtocol
  /** False where the client has no credential to sign with. */
  readonly isSigned: boolean
  readonly accessKeyId: string | null
  readonly service: string | null
  readonly region: string | null
  readonly operation: string | null
  /** Version of the API that a form names, like 2011-06-15. */
  readonly version: string | null
  /** `1.0` and `1.1` of the JSON protocols differ in the content type alone. */
  readonly jsonVersion: '1.0' | '1.1'
}

export type HttpParts = {
  readonly method: string
  /** The URL with its query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** The part of the body that is read, as Latin-1. */
  readonly body: string
}

type Credential = Pick<AwsRequest, 'accessKeyId' | 'service' | 'region'>

const NAME = /^[A-Za-z0-9._:-]{1,100}$/
const KEY_ID = /^[A-Z0-9]{16,128}$/
const SIGNED_HEADER = /^AWS4-(?:HMAC-SHA256|ECDSA-P256-SHA256)\b.*?\bCredential=([^,\s]{1,300})/
const SIGNED_HEADER_V2 = /^AWS ([A-Z0-9]{16,128}):/
const XML_SERVICES: ReadonlySet<string> = new Set(['route53', 'cloudfront', 's3-control'])
const S3_SERVICES: ReadonlySet<string> = new Set(['s3', 's3express', 's3-object-lambda', 's3-outposts'])
/** These services name the operation in a form, possibly in a part of the body that is not read. */
const QUERY_SERVICES: ReadonlySet<string> = new Set([
  ...['sts', 'iam', 'sns', 'autoscaling', 'cloudformation', 'elasticache', 'elasticbeanstalk', 'elasticloadbalancing'],
  ...['email', 'monitoring', 'neptune', 'rds', 'redshift', 'sdb'],
])

/** Null for a request without any mark of an AWS client. */
export function awsRequestOf({ method, url, headers, body }: HttpParts): AwsRequest | null {
  const type = (headers['content-type'] ?? '').toLowerCase()
  const isForm = type.startsWith('application/x-www-form-urlencoded')
  const query = paramsOf(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
  const form = isForm ? paramsOf(body) : new Map<string, string>()
  const credential =
    credentialOfHeader(headers.authorization ?? '') ??
    credentialOfParams(query) ??
    credentialOfParams(form) ??
    credentialOfUpload(type, body)
  const target = textOf(headers['x-amz-target'])
  const action = form.get('action') ?? query.get('action') ?? null
  const isJson = type.startsWith('application/x-amz-json') || target !== null
  const isCbor = type.startsWith('application/cbor') || headers['smithy-protocol'] !== undefined
  const isMarked = Object.keys(headers).some((name) => name.startsWith('x-amz-') || name.startsWith('amz-sdk-'))
  const isStorage = (method === 'PUT' || method === 'DELETE') && !isForm
  if (credential === null && !isJson && !isCbor && !isMarked && !(isForm && action !== null) && !isStorage) return null
  const service = credential?.service ?? null
  const version = form.get('version') ?? query.get('version') ?? null
  return {
    protocol: protocolOf({ service, isJson, isCbor, isQuery: action !== null, version }),
    isSigned: credential !== null,
    accessKeyId: credential?.accessKeyId ?? null,
    service: service ?? serviceOfTarget(target),
    region: credential?.region ?? null,
    operation: nameOr(action ?? target?.split('.').at(-1) ?? operationOfPath(isCbor, url)),
    version: version !== null && /^\d{4}-\d{2}-\d{2}$/.test(version) ? version : null,
    jsonVersion: type.startsWith('application/x-amz-json-1.0') ? '1.0' : '1.1',
  }
}

function protocolOf(of: {
  readonly service: string | null
  readonly isJson: boolean
  readonly isCbor: boolean
  readonly isQuery: boolean
  readonly version: string | null
}): AwsProtocol {
  if (of.isCbor) return 'cbor'
  if (of.isJson) return 'json'
  if (of.service === 'ec2' || (of.isQuery && of.version === '2016-11-15')) return 'ec2'
  if (of.isQuery || (of.service !== null && QUERY_SERVICES.has(of.service))) return 'query'
  if (of.service === null || S3_SERVICES.has(of.service)) return 's3'
  return XML_SERVICES.has(of.service) ? 'rest-xml' : 'rest-json'
}

function credentialOfHeader(header: string): Credential | null {
  const scope = SIGNED_HEADER.exec(header)?.[1]
  if (scope !== undefined) return credentialOfScope(scope, header.startsWith('AWS4-ECDSA'))
  const key = SIGNED_HEADER_V2.exec(header)?.[1]
  return key === undefined ? null : { accessKeyId: key, service: 's3', region: null }
}

/** Reads the credential of a presigned URL, a form, or a browser's S3 upload form. Names are in lower case. */
function credentialOfParams(params: ReadonlyMap<string, string>): Credential | null {
  const scope = params.get('x-amz-credential')
  if (scope !== undefined) {
    return credentialOfScope(scope, params.get('x-amz-algorithm')?.startsWith('AWS4-ECDSA') === true)
  }
  const key = params.get('awsaccesskeyid')
  if (key === undefined) return null
  return { accessKeyId: keyOr(key), service: params.has('action') ? null : 's3', region: null }
}

/** `KEY/DATE/REGION/SERVICE/aws4_request`; a signature over several regions names none. */
function credentialOfScope(scope: string, isOfRegions: boolean): Credential {
  const parts = scope.split('/')
  const [region, service] = isOfRegions ? [null, parts[2]] : [parts[2], parts[3]]
  return { accessKeyId: keyOr(parts[0]), region: nameOr(region), service: nameOr(service) }
}

function credentialOfUpload(type: string, body: string): Credential | null {
  if (!type.startsWith('multipart/form-data')) return null
  const found = /name="?(?:x-amz-credential|AWSAccessKeyId)"?\r?\n(?:[^\r\n]+\r?\n)*\r?\n([^\r\n]{1,300})/i.exec(body)
  return found?.[1] === undefined ? null : credentialOfScope(found[1], false)
}

/** Names in lower case: which of several spellings a client has does not matter. */
function paramsOf(text: string): Map<string, string> {
  return new Map([...new URLSearchParams(text)].map(([name, value]) => [name.toLowerCase(), value]))
}

/** `secretsmanager.GetSecretValue`, `TrentService.Decrypt`, `DynamoDB_20120810.ListTables`. */
function serviceOfTarget(target: string | null): string | null {
  return nameOr(target?.split('.')[0]?.split('_')[0])
}

function operationOfPath(isCbor: boolean, url: string): string | null {
  return isCbor ? (/\/operation\/([A-Za-z0-9]+)/.exec(url)?.[1] ?? null) : null
}

function textOf(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function nameOr(text: string | null | undefined): string | null {
  return text !== null && text !== undefined && NAME.test(text) ? text : null
}

function keyOr(text: string | undefined): string | null {
  return text !== undefined && KEY_ID.test(text) ? text : null
}
