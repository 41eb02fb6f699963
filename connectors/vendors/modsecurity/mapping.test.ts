import { sourceTests } from '../../mapping/source-tests.ts'
import { modsecurity } from './mapping.ts'

const THIRD = {
  transaction: {
    client_ip: '198.51.100.9',
    client_port: 4242,
    host_ip: '192.0.2.1',
    host_port: 443,
    time_stamp: 'Wed Mar  4 10:11:12 2026',
    unique_id: 'u1',
    request: {
      method: 'GET',
      http_version: 1.1,
      uri: '/?q=1',
      headers: { Host: 'www.example.com', 'User-Agent': 'curl/8' },
    },
    response: { http_code: 403 },
    messages: [
      {
        message: 'SQL Injection Attack',
        details: { ruleId: '942100', severity: '2', tags: ['attack-sqli'], data: 'Matched' },
      },
      { message: 'Inbound Anomaly Score Exceeded', details: { ruleId: '949110', severity: '2' } },
    ],
  },
}

sourceTests(modsecurity, [
  {
    name: 'a rule of version 3',
    record: THIRD,
    becomes: {
      class_uid: 2004,
      severity: 'Critical',
      time: Date.UTC(2026, 2, 4, 10, 11, 12),
      finding_info: { title: 'SQL Injection Attack', uid: '942100', types: ['attack-sqli'] },
      evidences: [{ src_endpoint: { ip: '198.51.100.9', port: 4242 }, url: { path: '/', query_string: 'q=1' } }],
      disposition: 'Blocked',
    },
  },
  {
    name: 'a request of version 3 that no rule is about',
    record: { transaction: { ...THIRD.transaction, response: { http_code: 200 }, messages: [] } },
    becomes: {
      class_uid: 4002,
      activity_name: 'Get',
      src_endpoint: { ip: '198.51.100.9' },
      http_request: { url: { path: '/' }, user_agent: 'curl/8' },
      http_response: { code: 200 },
    },
  },
  {
    name: 'a rule of version 2',
    record: {
      transaction: {
        time: '04/Mar/2026:10:11:12 +0000',
        transaction_id: 'u2',
        remote_address: '198.51.100.9',
        remote_port: 4242,
        local_address: '192.0.2.1',
        local_port: 80,
      },
      request: { request_line: 'POST /login HTTP/1.1', headers: { Host: 'www.example.com' } },
      response: { status: 406 },
      audit_data: {
        messages: [
          'Access denied with code 406 (phase 2). Pattern match [file "x"] [line "1"] [id "941100"] [msg "XSS Attack"] [severity "CRITICAL"] [tag "attack-xss"]',
        ],
        action: { intercepted: true, phase: 2 },
      },
    },
    becomes: {
      class_uid: 2004,
      finding_info: { title: 'XSS Attack', uid: '941100' },
      time: Date.UTC(2026, 2, 4, 10, 11, 12),
    },
  },
])
