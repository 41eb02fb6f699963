import { sourceTests } from '../../mapping/source-tests.ts'
import { recordOf } from '../syslog/fixture-line.ts'
import { webProxy } from './mapping.ts'

const line = (message: string) => recordOf(`<134>Mar  4 10:11:12 proxy1 ${message}`)

sourceTests(webProxy, [
  {
    name: 'a request through Squid',
    record: line(
      '1709547072.123    382 192.0.2.13 TCP_MISS/200 4646 GET http://web.example/b.txt alice HIER_DIRECT/198.51.100.7 text/plain',
    ),
    becomes: {
      class_uid: 4002,
      activity_name: 'Get',
      time: 1_709_547_072_123,
      action: 'Allowed',
      status: 'Success',
      src_endpoint: { ip: '192.0.2.13' },
      dst_endpoint: { hostname: 'web.example' },
      actor: { user: { name: 'alice' } },
      http_request: {
        http_method: 'GET',
        url: { url_string: 'http://web.example/b.txt', hostname: 'web.example', path: '/b.txt' },
      },
      metadata: { product: { name: 'Squid' } },
      http_response: { code: 200, content_type: 'text/plain' },
      traffic: { bytes_in: 4646 },
    },
  },
  {
    name: "a request that Cisco's appliance denies, its verdict behind the line",
    record: line(
      '1709547072.123 331 192.0.2.12 TCP_DENIED/403 3197 POST http://web.example/5.jpg tom DIRECT/www.example image/jpeg DEFAULT_CASE_331-Auth <nc,9.2,-,"-",-> "x" "Mozilla/5.0 (X11; U; Linux)" - -',
    ),
    becomes: {
      action: 'Denied',
      status: 'Failure',
      firewall_rule: { name: 'DEFAULT_CASE_331-Auth' },
      metadata: { product: { name: 'Secure Web Appliance', vendor_name: 'Cisco' } },
      http_request: { user_agent: 'Mozilla/5.0 (X11; U; Linux)' },
    },
  },
  {
    name: 'a download that Web Gateway blocks',
    record: line(
      'mwg: status="403/80" srcip="192.0.2.1" user="-" dhost="files.example" urlp="80" mtd="GET" mt="application/pdf" mlwr="Exploit.vx" ua="Chrome87" rule="Block If Virus Was Found" url="http://files.example/a.pdf" destip="198.51.100.16"',
    ),
    becomes: {
      class_uid: 4002,
      action: 'Denied',
      dst_endpoint: { ip: '198.51.100.16', hostname: 'files.example', port: 80 },
      status_detail: 'Exploit.vx',
      firewall_rule: { name: 'Block If Virus Was Found' },
    },
  },
  {
    name: 'a server that refuses what the proxy let through',
    record: line(
      '1709547072.123    382 192.0.2.13 TCP_MISS/403 646 GET http://web.example/b.txt alice HIER_DIRECT/198.51.100.7 text/plain',
    ),
    becomes: { action: 'Allowed', status: 'Failure', http_response: { code: 403 } },
  },
  {
    name: 'a request that a policy blocks, whatever its answer came from',
    record: line(
      '1709547072.123 331 192.0.2.12 NONE/403 3197 GET http://web.example/5.jpg tom NONE/- image/jpeg BLOCK_WEBCAT_331-Auth <nc,9.2,-,"-",-> "x" "Mozilla/5.0 (X11; U; Linux)" - -',
    ),
    becomes: { action: 'Denied', status: 'Failure' },
  },
])
