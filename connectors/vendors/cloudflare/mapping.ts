/** Cloudflare's Logpush: requests, firewall events, audit. Source of the names: the Logpush data sets. */

import type { Members } from '../../../platform/members.ts'
import { AUDIT, client, entityVerb, FORWARDED, person, product, succeeded } from '../../families/saas/rows.ts'
import { HTTP_METHODS } from '../../mapping/http-methods.ts'
import { compileSource } from '../../mapping/source.ts'
import {
  always,
  concat,
  first,
  integer,
  ip,
  is,
  lookup,
  type Rows,
  type SourceTable,
  text,
  time,
  urlPath,
  urlQuery,
} from '../../mapping/table.ts'

/** A challenge that was passed or not required. */
const PASSED_CHALLENGES = Object.fromEntries(
  [
    ...['challengesolved', 'challengebypassed', 'jschallengesolved', 'jschallengebypassed'],
    ...['managedchallengenoninteractivesolved', 'managedchallengeinteractivesolved', 'managedchallengebypassed'],
  ].map((word) => [word, 'Allowed']),
)
const ACTIONS = {
  block: 'Denied',
  challenge: 'Denied',
  jschallenge: 'Denied',
  managedchallenge: 'Denied',
  drop: 'Denied',
  connectionclose: 'Denied',
  forceconnectionclose: 'Denied',
  allow: 'Allowed',
  bypass: 'Allowed',
  skip: 'Allowed',
  log: 'Observed',
  simulate: 'Observed',
  ...PASSED_CHALLENGES,
}
const DISPOSITIONS = {
  block: 'Blocked',
  challenge: 'Challenge',
  jschallenge: 'Challenge',
  managedchallenge: 'Challenge',
  drop: 'Dropped',
  connectionclose: 'Dropped',
  forceconnectionclose: 'Dropped',
  allow: 'Allowed',
  bypass: 'Allowed',
  skip: 'Allowed',
  log: 'Logged',
  simulate: 'Logged',
  ...PASSED_CHALLENGES,
}

const REQUEST: Rows = {
  ...client('ClientIP', 'ClientRequestUserAgent'),
  'src_endpoint.port': integer('ClientSrcPort'),
  'src_endpoint.autonomous_system.number': integer('ClientASN'),
  'src_endpoint.autonomous_system.name': 'ClientASNDescription',
  'src_endpoint.location.country': 'ClientCountry',
  'src_endpoint.type_id': lookup(
    'ClientDeviceType',
    { desktop: 'Desktop', mobile: 'Mobile', tablet: 'Tablet' },
    'Other',
  ),
  'dst_endpoint.hostname': ['ClientRequestHost', 'EdgeRequestHost'],
  'dst_endpoint.ip': ip('OriginIP'),
  'dst_endpoint.zone': 'EdgeColoCode',
  'dst_endpoint.uid': 'ZoneID',
  'http_request.http_method': 'ClientRequestMethod',
  'http_request.version': 'ClientRequestProtocol',
  'http_request.referrer': 'ClientRequestReferer',
  'http_request.uid': 'RayID',
  'http_request.url.url_string': first(
    concat('ClientRequestScheme', { words: '://' }, 'ClientRequestHost', 'ClientRequestURI'),
    concat('ClientRequestScheme', { words: '://' }, 'ClientRequestHost', 'ClientRequestPath'),
    concat('ClientRequestHost', 'ClientRequestURI'),
    concat('ClientRequestHost', 'ClientRequestPath'),
    text('ClientRequestHost'),
  ),
  'http_request.url.hostname': 'ClientRequestHost',
  'http_request.url.path': urlPath('ClientRequestPath', 'ClientRequestURI'),
  'http_request.url.query_string': first(
    urlQuery('ClientRequestQuery'),
    text('ClientRequestQuery'),
    urlQuery('ClientRequestURI'),
  ),
  'http_request.url.scheme': 'ClientRequestScheme',
  'http_response.code': integer('EdgeResponseStatus'),
  'http_response.content_type': 'EdgeResponseContentType',
}

const AUDITED: Rows = {
  time: time('When', 'p_event_time'),
  ...person('actor.user', { name: 'ActorEmail', uid: 'ActorID', email: 'ActorEmail' }),
  ...client('ActorIP'),
  'metadata.event_code': 'ActionType',
  'metadata.original_event_uid': 'ID',
  status_id: succeeded('ActionResult'),
}

/** An event of the firewall that names no kind. */
function settle(record: Members): void {
  if (record.Kind === undefined && record.Datetime !== undefined && record.Action !== undefined)
    record.Kind = 'firewall'
}

export const CLOUDFLARE: SourceTable = {
  id: 'cloudflare/1',
  shapes: [{ name: 'json', is: () => true, settle }],
  select: ['Kind', 'ActionType'],
  rows: { ...AUDIT, ...product('Cloudflare', 'Cloudflare') },
  logSource: { product: 'cloudflare' },
  recognises: (record) =>
    typeof record.RayID === 'string' ||
    typeof record.ClientRequestHost === 'string' ||
    typeof record.BotScore === 'number' ||
    (typeof record.ActionType === 'string' && typeof record.ActorEmail === 'string'),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'firewall',
      logSource: { service: 'firewall', categories: ['firewall'] },
      profiles: [
        {
          name: 'firewall event',
          when: { Kind: ['firewall'] },
          class: 'http_activity',
          activity: lookup('ClientRequestMethod', HTTP_METHODS, 'Other'),
          rows: {
            ...REQUEST,
            time: time('Datetime', 'p_event_time'),
            severity_id: lookup(
              'Action',
              { block: 'Medium', drop: 'Medium', challenge: 'Low', managedchallenge: 'Low', jschallenge: 'Low' },
              'Informational',
            ),
            action_id: lookup('Action', ACTIONS, 'Other'),
            disposition_id: lookup('Action', DISPOSITIONS, 'Other'),
            status_id: lookup('Action', { block: 'Failure', drop: 'Failure' }, 'Unknown', 'Unknown'),
            'firewall_rule.uid': 'RuleID',
            'firewall_rule.type': 'Source',
            'metadata.event_code': 'Action',
            'metadata.correlation_uid': 'OriginatorRayID',
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
          when: { ActionType: ['login', 'logout'] },
          class: 'authentication',
          activity: lookup('ActionType', { login: 'Logon', logout: 'Logoff' }),
          logSource: { categories: ['authentication'] },
          rows: {
            ...AUDITED,
            ...person('user', { name: 'ActorEmail', uid: 'ActorID', email: 'ActorEmail' }),
            'service.name': always('Cloudflare'),
          },
        },
        {
          name: 'audit',
          when: { ActionType: ['a*', 'c*', 'd*', 'e*', 'l*', 'm*', 'p*', 'r*', 's*', 't*', 'u*', 'v*'] },
          class: 'entity_management',
          activity: entityVerb('ActionType'),
          rows: {
            ...AUDITED,
            'entity.uid': 'ResourceID',
            'entity.name': ['ResourceType', 'ActionType'],
            'entity.type': 'ResourceType',
            'entity.type_id': is('Other'),
          },
        },
      ],
    },
    {
      name: 'requests',
      logSource: { service: 'http', categories: ['webserver'] },
      profiles: [
        {
          name: 'request',
          when: {},
          class: 'http_activity',
          activity: lookup('ClientRequestMethod', HTTP_METHODS, 'Other', 'Unknown'),
          rows: {
            ...REQUEST,
            time: time('EdgeStartTimestamp', 'EdgeEndTimestamp', 'p_event_time'),
            end_time: time('EdgeEndTimestamp'),
            // In OCSF, bytes in are those that return to the source.
            'traffic.bytes_in': integer('EdgeResponseBytes'),
            'traffic.bytes_out': integer('ClientRequestBytes'),
            'tls.version': 'ClientSSLProtocol',
            'tls.cipher': 'ClientSSLCipher',
            // The edge's action on the request, and its reason. Requests that a rule stopped have the path of allowed
            // ones.
            action_id: first(
              lookup('SecurityAction', ACTIONS),
              lookup('WAFAction', ACTIONS),
              lookup('EdgePathingOp', { wl: 'Allowed', ban: 'Denied', chl: 'Denied' }, 'Other'),
            ),
            disposition_id: first(
              lookup('SecurityAction', DISPOSITIONS),
              lookup('WAFAction', DISPOSITIONS),
              lookup('EdgePathingOp', { wl: 'Allowed', ban: 'Blocked', chl: 'Challenge' }, 'Other'),
            ),
            status_code: 'EdgePathingStatus',
            status_detail: 'EdgePathingSrc',
            'firewall_rule.uid': ['SecurityRuleID', 'WAFRuleID'],
            'firewall_rule.desc': ['SecurityRuleDescription', 'WAFRuleMessage'],
            'metadata.correlation_uid': text('ParentRayID'),
          },
        },
      ],
    },
  ],
}

export const cloudflare = compileSource(CLOUDFLARE)
