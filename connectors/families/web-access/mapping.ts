/** Requests as web servers log them: Apache and nginx, Tomcat in Jira and Confluence, Bitbucket, IIS. */
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  account,
  accountDomain,
  capture,
  concat,
  first,
  hostname,
  integer,
  ip,
  is,
  list,
  lookup,
  type Profile,
  type Rows,
  type SourceTable,
  text,
  time,
  urlHost,
  urlPath,
  urlQuery,
} from '../../mapping/table.ts'
import { FTP_PROFILES } from './ftp.ts'
import { isWebAccess, WEB_SHAPES } from './shapes.ts'

const METHODS = lookup('method', HTTP_METHODS, 'Other')

const HEADER: Rows = {
  time: time('at', 'time'),
  severity_id: lookup('status', { 401: 'Low', 403: 'Low', 500: 'Low', 503: 'Low' }, 'Informational', 'Informational'),
  'metadata.product.name': lookup('server', {
    iis: 'IIS',
    bitbucket: 'Bitbucket',
    nginx: 'nginx',
    traefik: 'Traefik',
    caddy: 'Caddy',
    envoy: 'Envoy',
    web: 'Web server',
  }),
  'metadata.log_name': is('access'),
  'metadata.original_time': ['at', 'time'],
  'device.hostname': ['host', 'syslog.hostname'],
  'device.type_id': is('Server'),
}

/** Bytes of another protocol are not a URL: servers write them as `\\x16\\x03`. */
const READABLE = /^((?:[^\\]|\\[^x])+)$/

const REQUEST: Rows = {
  'src_endpoint.ip': ip('remote_host', 'remote_ip'),
  'src_endpoint.port': integer('remote_port'),
  'src_endpoint.hostname': 'remote_name',
  'dst_endpoint.ip': ip('local_host'),
  'dst_endpoint.port': integer('local_port'),
  'dst_endpoint.hostname': hostname('virtual_host'),
  'actor.user.name': account('remote_user'),
  'actor.user.domain': accountDomain('remote_user'),
  'actor.session.uid': 'session_id',
  'http_request.http_method': 'method',
  'http_request.url.url_string': first(
    capture('path', /^(https?:\/\/\S+)/),
    concat('url_scheme', { words: '://' }, 'virtual_host', 'path'),
    concat('virtual_host', 'path'),
    'path',
    capture('request', READABLE),
  ),
  'http_request.url.scheme': first(capture('path', /^(https?):\/\//), 'url_scheme'),
  'http_request.url.path': first(urlPath('path'), capture('request', READABLE)),
  'http_request.url.query_string': first(text('query'), urlQuery('path')),
  'http_request.url.hostname': urlHost('virtual_host'),
  'http_request.user_agent': 'user_agent',
  'http_request.referrer': 'referer',
  // Bitbucket writes the scheme in this field.
  'http_request.version': capture('protocol', /^(HTTP\/.{1,8})$/),
  'http_request.uid': 'request_id',
  'http_request.length': integer('bytes_in'),
  'http_request.x_forwarded_for': list('forwarded', /[, ]+/, 'ip'),
  duration: integer('duration_ms'),
}
const RESPONSE: Rows = {
  'http_response.code': integer('status'),
  'http_response.length': integer('bytes'),
  status_code: text('status'),
  status_id: first(lookup('failed', { yes: 'Failure', no: 'Success' })),
  status_detail: 'substatus',
}

const WEB = { categories: ['webserver'] }
const ALIASES = {
  'cs-method': ['method'],
  'cs-uri-stem': ['path'],
  'cs-uri-query': ['query', 'path'],
  'cs-uri': ['path'],
  'c-uri': ['path'],
  'c-uri-query': ['query', 'path'],
  'sc-status': ['status'],
  'cs-user-agent': ['user_agent'],
  'c-useragent': ['user_agent'],
  'cs-referer': ['referer'],
  'cs-username': ['remote_user'],
  'cs-host': ['virtual_host'],
  'c-ip': ['remote_host'],
  'cs-cookie': ['cookie'],
  src_ip: ['remote_host'],
}

const audit: Profile = {
  name: 'audit',
  when: { kind: 'audit' },
  class: 'entity_management',
  activity: lookup(
    'event',
    {
      RestrictedRefAddedEvent: 'Create',
      RestrictedRefRemovedEvent: 'Delete',
      ProjectCreatedEvent: 'Create',
      RepositoryCreatedEvent: 'Create',
    },
    'Other',
  ),
  logSource: { product: 'bitbucket', service: 'audit' },
  rows: {
    'entity.name': ['entity', 'event'],
    'entity.type': 'event',
    comment: 'details',
    'actor.user.name': 'remote_user',
    'actor.session.uid': 'session_id',
    'src_endpoint.ip': ip('remote_host'),
    'metadata.event_code': 'event',
  },
}

export const WEB_ACCESS: SourceTable = {
  id: 'web-access/1',
  shapes: WEB_SHAPES,
  select: ['kind'],
  rows: HEADER,
  chapters: [
    {
      name: 'access',
      logSource: WEB,
      aliases: ALIASES,
      profiles: [
        audit,
        ...FTP_PROFILES,
        {
          name: 'request',
          when: { kind: 'answered' },
          class: 'http_activity',
          activity: METHODS,
          rows: { ...REQUEST, ...RESPONSE },
        },
        { name: 'unanswered', when: {}, class: 'http_activity', activity: METHODS, rows: REQUEST },
      ],
    },
  ],
  renderings: ['request', 'date', 'time'],
  recognises: isWebAccess,
}
export const webAccess = compileSource(WEB_ACCESS)
