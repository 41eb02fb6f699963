/** Requests to S3 buckets and through load balancers of AWS, as their text logs and data lakes name them. */
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  basename,
  capture,
  concat,
  first,
  integer,
  ip,
  is,
  lookup,
  lookupIn,
  millis,
  type RecordShape,
  type Rows,
  type SourceTable,
  text,
  time,
  urlHost,
  urlPath,
  urlQuery,
} from '../../mapping/table.ts'
import { PLAIN_LOG, plain, product } from './common.ts'

/** 4xx and 5xx are failures. */
export const byStatus = (...fields: readonly string[]) =>
  lookupIn(
    fields,
    /^(\d)\d\d$/,
    { 1: 'Success', 2: 'Success', 3: 'Success', 4: 'Failure', 5: 'Failure' },
    'Other',
    'Unknown',
  )

const S3_COLUMNS = (
  'bucket_owner bucket time remote_ip requester request_id operation key request_uri http_status error_code bytes_sent ' +
  'object_size total_time turn_around_time referer user_agent version_id host_id signature_version cipher_suite ' +
  'authentication_type host_header tls_version access_point_arn acl_required'
).split(' ')

/** Data lakes write the names of the columns without separators. */
const s3Shape: RecordShape = {
  name: 'columns',
  is: () => true,
  names: {
    ...Object.fromEntries(S3_COLUMNS.map((name) => [name, [name, name.replaceAll('_', '')]])),
    tls_version: ['tls_version', 'tlsversion', 'tlsVersion'],
  },
}

const S3_ROWS: Rows = {
  ...product('S3'),
  'metadata.product.feature.name': is('Server Access Logs'),
  ...PLAIN_LOG,
  'cloud.provider': always('AWS'),
  'cloud.account.uid': 'bucket_owner',
  time: time('time', 'p_event_time'),
  status_id: byStatus('http_status'),
  status_code: 'http_status',
  status_detail: 'error_code',
  'metadata.event_code': 'operation',
  'metadata.original_event_uid': 'request_id',
  'api.operation': 'operation',
  'api.service.name': is('s3.amazonaws.com'),
  'api.request.uid': 'request_id',
  'api.response.error': 'error_code',
  'actor.user.name': first(
    capture('requester', /:assumed-role\/[^/]{1,64}\/(.{1,64})$/),
    capture('requester', /:user\/(.{1,512})$/),
    text('requester'),
  ),
  'actor.user.uid': 'requester',
  'src_endpoint.ip': ip('remote_ip'),
  'dst_endpoint.name': 'bucket',
  'dst_endpoint.hostname': 'host_header',
  'http_request.uid': 'request_id',
  'http_request.http_method': first(
    capture('request_uri', /^([A-Z]{3,10}) /),
    capture('operation', /^[A-Z]{3,9}\.([A-Z]{3,8})/),
  ),
  'http_request.url.path': first(
    capture('request_uri', /^[A-Z]{3,10} (\S{1,8192})/, 'urlPath'),
    concat({ words: '/' }, 'key'),
    concat({ words: '/' }, 'bucket'),
  ),
  'http_request.url.query_string': capture('request_uri', /^[A-Z]{3,10} (\S{1,8192})/, 'urlQuery'),
  'http_request.url.hostname': urlHost('host_header'),
  'http_request.user_agent': 'user_agent',
  'http_request.referrer': 'referer',
  'http_response.code': integer('http_status'),
  'http_response.length': integer('bytes_sent'),
  'http_response.latency': integer('total_time'),
  'file.path': 'key',
  'file.name': basename('key'),
  'file.type_id': is('Unknown'),
  'file.size': integer('object_size'),
  'file.version': 'version_id',
  'tls.version': 'tls_version',
  'tls.cipher': 'cipher_suite',
}

/** The caller, under each name that the logs use. */
const CALLERS = ['remote_ip', 'remoteip', 'requester', 'bucket_owner', 'bucketowner']

export const S3_ACCESS: SourceTable = {
  id: 'aws-s3-access/1',
  shapes: [s3Shape],
  select: ['operation'],
  recognises: (record) => 'bucket' in record && CALLERS.some((name) => name in record),
  logSource: { product: 'aws', service: 's3', categories: ['webserver'] },
  rows: S3_ROWS,
  chapters: [
    {
      name: 'requests',
      aliases: {
        'c-ip': 'remote_ip',
        'cs-user-agent': 'user_agent',
        'sc-status': 'http_status',
        'cs-uri': 'request_uri',
      },
      profiles: [
        {
          name: 'request',
          when: {},
          class: 'http_activity',
          activity: lookupIn('operation', /^[A-Z]{3,9}\.([A-Z]{3,8})/, HTTP_METHODS, 'Other', 'Unknown'),
        },
      ],
    },
  ],
}

const ADDRESS = /^(\[[0-9a-f:.]{2,45}\]|[0-9.]{7,15}):\d{1,5}$/
const PORT = /:(\d{1,5})$/

const ELB_ROWS: Rows = {
  ...product('Elastic Load Balancing'),
  ...PLAIN_LOG,
  'cloud.provider': always('AWS'),
  'cloud.region': capture('target_group_arn', /^arn:aws[\w-]{0,10}:elasticloadbalancing:([\w-]{1,32}):/),
  'cloud.account.uid': capture('target_group_arn', /^arn:aws[\w-]{0,10}:elasticloadbalancing:[\w-]{1,32}:(\d{12})/),
  time: time('time', 'request_creation_time'),
  start_time: time('request_creation_time'),
  status_id: byStatus('elb_status_code', 'target_status_code'),
  status_code: 'elb_status_code',
  status_detail: 'error_reason',
  'metadata.event_code': ['actions_executed', 'type'],
  'metadata.correlation_uid': 'trace_id',
  'src_endpoint.ip': capture('client:port', ADDRESS, 'ip'),
  'src_endpoint.port': capture('client:port', PORT, 'integer'),
  'dst_endpoint.ip': capture(['target:port', 'backend:port', 'destination:port'], ADDRESS, 'ip'),
  'dst_endpoint.port': capture(['target:port', 'backend:port', 'destination:port'], PORT, 'integer'),
  'dst_endpoint.domain': 'domain_name',
  // For an application load balancer the log has the end of its ARN, `app/NAME/ID`.
  'load_balancer.name': first(capture('elb', /^[a-z]{2,10}\/([^/]{1,64})\/[^/]{1,64}$/), text('elb')),
  'load_balancer.uid': capture('elb', /^([a-z]{2,10}\/[^/]{1,64}\/[^/]{1,64})$/),
  'load_balancer.dst_endpoint.uid': 'target_group_arn',
  'load_balancer.code': integer('target_status_code', 'backend_status_code'),
  'load_balancer.classification': 'classification',
  'load_balancer.error_message': 'classification_reason',
  'tls.version': ['ssl_protocol', 'tls_protocol_version'],
  'tls.cipher': ['ssl_cipher', 'tls_cipher'],
  'tls.sni': 'domain_name',
  // The log counts from the balancer's side, OCSF from the client's.
  'traffic.bytes_in': integer('sent_bytes'),
  'traffic.bytes_out': integer('received_bytes'),
  // Requests have seconds; connections through a network load balancer have milliseconds.
  duration: first(millis('target_processing_time', 'backend_processing_time'), integer('connection_time')),
}

const HTTP_ROWS: Rows = {
  'http_request.http_method': 'method',
  'http_request.url.url_string': ['path', 'request'],
  'http_request.url.hostname': urlHost('path'),
  'http_request.url.path': urlPath('path'),
  'http_request.url.query_string': urlQuery('path'),
  'http_request.version': 'protocol',
  'http_request.user_agent': 'user_agent',
  'http_request.length': integer('received_bytes'),
  'http_response.code': integer('elb_status_code'),
  'http_response.length': integer('sent_bytes'),
}

const PORTS = ['client:port', 'target:port', 'backend:port', 'destination:port']

export const LOAD_BALANCER: SourceTable = {
  id: 'aws-elb/1',
  shapes: [plain],
  select: ['method'],
  recognises: (record) => 'elb' in record && PORTS.some((name) => name in record),
  logSource: { product: 'aws', service: 'elb', categories: ['webserver'] },
  rows: ELB_ROWS,
  chapters: [
    {
      name: 'requests',
      aliases: {
        'cs-method': 'method',
        'c-uri': 'path',
        'cs-uri-query': 'path',
        'cs-user-agent': 'user_agent',
        'c-useragent': 'user_agent',
        'sc-status': 'elb_status_code',
        'c-ip': 'client:port',
        'cs-host': 'domain_name',
      },
      profiles: [
        {
          name: 'request',
          when: { method: Object.keys(HTTP_METHODS) },
          class: 'http_activity',
          activity: lookup('method', HTTP_METHODS, 'Other', 'Unknown'),
          rows: HTTP_ROWS,
        },
        // Connections through TCP and TLS listeners have no requests.
        { name: 'connection', when: {}, class: 'network_activity', activity: 'Traffic' },
      ],
    },
  ],
}

export const s3Access = compileSource(S3_ACCESS)
export const loadBalancer = compileSource(LOAD_BALANCER)
