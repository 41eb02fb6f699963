import { expect, test } from 'vitest'
import { sourceTests } from '../../mapping/source-tests.ts'
import { cloudflare } from './mapping.ts'

test('the score of a person is no risk', () => {
  expect(cloudflare.toOcsf({ RayID: 'r', ClientRequestHost: 'a.example', BotScore: 99 })).not.toHaveProperty(
    'risk_score',
  )
})

sourceTests(cloudflare, [
  {
    name: 'a request that is blocked',
    record: {
      Kind: 'firewall',
      Action: 'block',
      ClientIP: '192.0.2.7',
      ClientRequestMethod: 'POST',
      ClientRequestHost: 'example.org',
      ClientRequestPath: '/u',
      ClientRequestUserAgent: 'Mozilla/5.0',
      Datetime: '2024-01-02T03:04:05.678Z',
      EdgeResponseStatus: 403,
      RayID: 'r',
      RuleID: 'x',
    },
    becomes: {
      class_uid: 4002,
      activity_id: 6,
      time: 1704164645678,
      severity_id: 3,
      action_id: 2,
      disposition_id: 2,
      src_endpoint: { ip: '192.0.2.7' },
      http_request: { http_method: 'POST', url: { hostname: 'example.org', path: '/u', url_string: 'example.org/u' } },
      http_response: { code: 403 },
      firewall_rule: { uid: 'x' },
    },
  },
  {
    name: 'a request of a person, whose score is high',
    record: {
      BotScore: 99,
      ClientIP: '192.0.2.7',
      ClientRequestMethod: 'GET',
      ClientRequestHost: 'example.org',
      ClientRequestPath: '/u',
      ClientRequestScheme: 'https',
      ClientRequestURI: '/u?q=1',
      ClientRequestBytes: 2407,
      EdgeResponseBytes: 17826,
      EdgeResponseStatus: 200,
      EdgeStartTimestamp: '2024-01-02T03:04:05Z',
      EdgePathingOp: 'chl',
      EdgePathingSrc: 'macro',
      RayID: 'r',
    },
    becomes: {
      class_uid: 4002,
      activity_name: 'Get',
      http_request: { url: { url_string: 'https://example.org/u?q=1' } },
      action: 'Denied',
      disposition: 'Challenge',
      status_detail: 'macro',
      traffic: { bytes_out: 2407, bytes_in: 17_826 },
    },
  },
  ...['WAFAction', 'SecurityAction'].map((field) => ({
    name: `a request that a rule stops, by ${field}`,
    record: {
      ClientIP: '192.0.2.7',
      ClientDeviceType: 'desktop',
      ClientRequestMethod: 'GET',
      ClientRequestHost: 'example.org',
      EdgeStartTimestamp: '2024-01-02T03:04:05Z',
      EdgePathingOp: 'wl',
      EdgePathingSrc: 'macro',
      EdgePathingStatus: 'nr',
      [field]: 'drop',
      RayID: 'r',
    },
    becomes: { action: 'Denied', disposition: 'Dropped', src_endpoint: { type: 'Desktop', type_id: 2 } },
  })),
  {
    name: 'a challenge that is met',
    record: {
      Kind: 'firewall',
      Action: 'managedChallengeInteractiveSolved',
      ClientIP: '192.0.2.7',
      ClientRequestMethod: 'GET',
      ClientRequestHost: 'example.org',
      Datetime: '2024-01-02T03:04:05Z',
      RayID: 'r',
    },
    becomes: { action: 'Allowed', disposition: 'Allowed' },
  },
  {
    name: 'somebody signs in to the console',
    record: {
      ActionType: 'login',
      ActionResult: true,
      ActorEmail: 'ann@example.org',
      ActorIP: '192.0.2.7',
      When: '2024-01-02T03:04:05Z',
      ID: 'i',
      ResourceType: 'account',
    },
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Success',
      user: { name: 'ann@example.org' },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
])
