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
  lookupIn,
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

/** Adds the kind to records that have none. */
function settle(record: Members): void {
  if (record.Kind === undefined) record.Kind = kindOf(record)
}

/**
 * Data sets without a kind: a sign-in to an application behind Access, a name that Gateway resolved, an event of the
 * firewall.
 */
function kindOf(record: Readonly<Members>): string | undefined {
  if (record.AppDomain !== undefined && record.Allowed !== undefined) return 'access'
  if (record.QueryName !== undefined && record.ResolverDecision !== undefined) return 'gateway_dns'
  const isFirewall = record.Datetime !== undefined && record.Action !== undefined && record.RayID !== undefined
  return isFirewall ? 'firewall' : undefined
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
    (typeof record.QueryName === 'string' && record.ResolverDecision !== undefined) ||
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
      name: 'zero trust',
      profiles: [
        {
          name: 'access',
          when: { Kind: ['access'] },
          class: 'authentication',
          activity: lookup('Action', { logout: 'Logoff' }, 'Logon', 'Logon'),
          logSource: { service: 'access', categories: ['authentication'] },
          rows: {
            time: time('CreatedAt', 'Datetime', 'p_event_time'),
            ...person('user', { name: 'Email', uid: 'UserUID', email: 'Email' }),
            ...client('IPAddress'),
            'service.name': ['AppDomain', 'AppUUID'],
            'src_endpoint.location.country': 'Country',
            auth_protocol: 'Connection',
            severity_id: lookup('Allowed', { false: 'Medium' }, 'Informational', 'Informational'),
            status_id: lookup('Allowed', { true: 'Success', false: 'Failure' }, undefined, 'Unknown'),
            'metadata.event_code': 'Action',
            'metadata.correlation_uid': 'RayID',
          },
        },
        {
          name: 'gateway dns',
          when: { Kind: ['gateway_dns'] },
          class: 'dns_activity',
          activity: 'Query',
          logSource: { service: 'gateway', categories: ['dns'] },
          rows: {
            time: time('Datetime', 'p_event_time'),
            'query.hostname': 'QueryName',
            'query.type': 'QueryTypeName',
            'src_endpoint.ip': ip('SrcIP'),
            'src_endpoint.port': integer('SrcPort'),
            'dst_endpoint.ip': ip('DstIP'),
            'dst_endpoint.port': integer('DstPort'),
            'device.hostname': 'DeviceName',
            'device.type_id': is('Unknown'),
            ...person('actor.user', { name: 'Email', uid: 'UserID', email: 'Email' }),
            action_id: lookupIn('ResolverDecision', /^(blocked|allowed|override)/i, {
              ...{ blocked: 'Denied', allowed: 'Allowed', override: 'Modified' },
            }),
            disposition_id: lookupIn('ResolverDecision', /^(blocked|allowed)/i, {
              ...{ blocked: 'Blocked', allowed: 'Allowed' },
            }),
            'metadata.event_code': 'ResolverDecision',
            'policy.name': 'PolicyName',
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
