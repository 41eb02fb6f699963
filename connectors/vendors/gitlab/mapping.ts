/** GitLab: audit events, the log of its web requests, and webhooks. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { AUDIT, client, entityVerb, FORWARDED, person, product, verb } from '../../families/saas/rows.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  integer,
  is,
  lookup,
  lookupIn,
  type Rows,
  type SourceTable,
  text,
  time,
  urlPath,
  urlQuery,
} from '../../mapping/table.ts'

const AUTHOR: Rows = {
  ...person('actor.user', {
    name: ['author_name', 'detail.author_name'],
    uid: 'author_id',
    email: 'detail.author_email',
  }),
  ...client(['ip_address', 'detail.ip_address']),
}

/** For a refused sign-in the API names the method that was used. */
function settle(record: Members): void {
  const details = isMembers(record.details) ? record.details : {}
  if (record.parsed !== undefined) return
  const failed = details.failed_login !== undefined
  const entered = details.with !== undefined && details.target_type === 'User'
  record.parsed = failed || entered ? { audited: failed ? 'login_failed_with_api' : 'authenticated_with_api' } : {}
}

export const GITLAB: SourceTable = {
  id: 'gitlab/1',
  shapes: [
    // A web request whose method is missing is recognised by its path. The API and the streams write `details`; the
    // application log has its members beside the others.
    {
      name: 'api',
      is: (record) => isMembers(record.details) && record.entity_type !== undefined,
      names: {
        ...{
          kind: ['method'],
          audited: ['parsed.audited', 'event_type', 'event_name', 'details.event_name', 'details.custom_message'],
        },
        ...{
          target_details: ['target_details', 'details.target_details'],
          target_type: ['target_type', 'details.target_type'],
        },
        ...{ target_id: ['target_id', 'details.target_id'], author_name: ['author_name', 'details.author_name'] },
        ...{ ip_address: ['ip_address', 'details.ip_address'], entity_path: ['entity_path', 'details.entity_path'] },
      },
      settle,
    },
    { name: 'request', is: (record) => Array.isArray(record.params), names: { kind: ['method', 'path'] } },
    {
      name: 'json',
      is: () => true,
      names: { kind: ['method'], audited: ['event_type', 'event_name', 'detail.event_name', 'detail.custom_message'] },
    },
  ],
  select: ['object_kind', 'controller', 'kind', 'audited'],
  rows: {
    time: time('created_at', 'time', 'timestamp', 'detail.created_at', 'p_event_time'),
    ...AUDIT,
    ...product('GitLab', 'GitLab'),
    'metadata.event_code': text('event_type', 'event_name', 'detail.event_name', 'object_kind', 'action'),
    'metadata.correlation_uid': text('correlation_id'),
  },
  logSource: { product: 'gitlab' },
  recognises: (record) =>
    (isMembers(record.details) &&
      record.author_id !== undefined &&
      record.entity_type !== undefined &&
      record.entity_id !== undefined) ||
    (isMembers(record.detail) && ('custom_message' in record.detail || 'author_name' in record.detail)) ||
    (typeof record.entity_path === 'string' && record.author_id !== undefined) ||
    (typeof record.path === 'string' && Array.isArray(record.params)),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'requests',
      logSource: { service: 'production' },
      profiles: [
        {
          name: 'request',
          when: { kind: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', '/*'] },
          class: 'http_activity',
          activity: lookup('method', HTTP_METHODS, 'Other', 'Unknown'),
          rows: {
            ...person('actor.user', { name: 'username', uid: 'user_id' }),
            ...client('remote_ip', 'ua'),
            'http_request.http_method': 'method',
            'http_request.url.path': urlPath('path'),
            'http_request.url.query_string': urlQuery('path'),
            'http_response.code': integer('status'),
            'dst_endpoint.svc_name': always('GitLab'),
          },
        },
      ],
    },
    {
      name: 'webhook',
      logSource: { service: 'webhook' },
      profiles: [
        {
          name: 'repository event',
          when: {
            object_kind: [
              'push',
              'tag_push',
              'merge_request',
              'issue',
              'note',
              'pipeline',
              'build',
              'deployment',
              'release',
              'wiki_page',
            ],
          },
          class: 'web_resources_activity',
          activity: verb(['object_attributes.action', 'object_kind']),
          rows: {
            ...person('actor.user', {
              name: ['user_username', 'user.username', 'user_name'],
              uid: ['user_id', 'user.id'],
              email: ['user_email', 'user.email'],
            }),
            'web_resources[0].name': ['project.path_with_namespace', 'repository.name'],
            'web_resources[0].uid': ['project_id', 'project.id'],
            'web_resources[0].url_string': ['object_attributes.url', 'project.web_url'],
            'web_resources[0].desc': ['object_attributes.title', 'object_attributes.note', 'ref'],
          },
        },
      ],
    },
    {
      name: 'audit',
      logSource: { service: 'audit' },
      profiles: [
        {
          name: 'logon',
          when: { audited: ['login_failed_with_*', 'authenticated_with_*', 'Failed to login*', 'Signed in with*'] },
          class: 'authentication',
          activity: 'Logon',
          logSource: { categories: ['authentication'] },
          rows: {
            ...AUTHOR,
            // A failed sign-in has no author, and its target is the attempted name.
            ...person('user', {
              name: ['target_details', 'detail.target_details', 'author_name', 'detail.author_name'],
            }),
            'service.name': always('GitLab'),
            status_id: lookupIn('audited', /^(login_failed|failed|authenticated|signed)/i, {
              login_failed: 'Failure',
              failed: 'Failure',
              authenticated: 'Success',
              signed: 'Success',
            }),
            message: 'detail.custom_message',
          },
        },
        {
          name: 'audit event',
          when: {},
          class: 'entity_management',
          activity: entityVerb(['event_type', 'event_name', 'detail.event_name', 'detail.custom_message', 'path']),
          rows: {
            ...AUTHOR,
            'entity.name': [
              'entity_path',
              'target_details',
              'detail.target_details',
              'detail.entity_path',
              'detail.custom_message',
              'path',
            ],
            'entity.uid': ['target_id', 'detail.target_id', 'entity_id'],
            'entity.type': ['target_type', 'detail.target_type', 'entity_type'],
            'entity.type_id': is('Other'),
            message: 'detail.custom_message',
          },
        },
      ],
    },
  ],
}

export const gitlab = compileSource(GITLAB)
