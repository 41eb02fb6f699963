import { sourceTests } from '../../mapping/source-tests.ts'
import { recordOf } from '../syslog/fixture-line.ts'
import { secureWebGateways } from './mapping.ts'

const line = (message: string) => recordOf(`<134>Mar  4 10:11:12 proxy1 ${message}`)

sourceTests(secureWebGateways, [
  {
    name: 'a request through ProxySG',
    record: recordOf(
      '<134>1 2024-03-04T10:11:12Z proxy1 bluecoat - splunk_format - c-ip=192.0.2.6 cs-bytes=62 cs-categories="News;Sports" cs-host=web.example cs-method=GET cs-uri-path=/a cs-uri-port=8000 cs-uri-scheme=http cs-User-Agent="ocspd/1.0.3" cs-username=alice s-action=TCP_HIT s-ip=198.51.100.9 s-supplier-ip=198.51.100.6 sc-bytes=94 sc-filter-result=OBSERVED sc-status=200 x-bluecoat-transaction-uuid=35d2 c-url="http://web.example:8000/a"',
    ),
    becomes: {
      class_uid: 4002,
      action: 'Allowed',
      metadata: { product: { name: 'ProxySG', vendor_name: 'Broadcom' } },
      src_endpoint: { ip: '192.0.2.6' },
      proxy_endpoint: { ip: '198.51.100.9' },
      http_request: {
        user_agent: 'ocspd/1.0.3',
        url: { url_string: 'http://web.example:8000/a', categories: ['News', 'Sports'], path: '/a' },
      },
      traffic: { bytes_in: 94, bytes_out: 62 },
    },
  },
  {
    name: 'a request that Forcepoint blocks, by a user whose name holds pairs',
    record: line(
      'vendor=Forcepoint product=Security product_version=8.5.0 action=blocked severity=7 category=755 user=LDAP://dc1 OU=Users,DC=corp/Doe\\, Jane src_host=192.0.2.4 src_port=61435 dst_host=web.example dst_ip=198.51.100.19 dst_port=443 bytes_out=4074 bytes_in=12328 http_response=403 http_method=POST http_content_type=image/gif http_user_agent=Mozilla/5.0 (Windows NT 10.0) reason=- disposition=1025 policy=role-8**Default role=4 duration=63 url=http://web.example/c.jpg',
    ),
    becomes: {
      action: 'Denied',
      metadata: { product: { name: 'Web Security', vendor_name: 'Forcepoint' } },
      actor: { user: { name: 'LDAP://dc1 OU=Users,DC=corp/Doe\\, Jane' } },
      src_endpoint: { ip: '192.0.2.4', port: 61_435 },
      firewall_rule: { name: 'role-8**Default' },
      status: 'Failure',
    },
  },
  {
    name: 'a request through Sophos Web Appliance, whose verdict is a number that nobody explains',
    record: line(
      'h=192.0.2.13 u="CORP\\alice" s=200 X=- t=1709547072 act=1 cat="0x220000002a" threat="-" ctype="text/html" in=1255 out=26198 meth=GET ref="-" ua="Mozilla/5.0" req="GET http://web.example/ HTTP/1.1" dom="web.example" labs_cat="0x2f" target_ip="198.51.100.94"',
    ),
    becomes: {
      time: 1_709_547_072_000,
      action_id: 99,
      action: '1',
      traffic: { bytes_in: 26_198, bytes_out: 1255 },
      http_request: { url: { url_string: 'http://web.example/' } },
      dst_endpoint: { ip: '198.51.100.94', hostname: 'web.example' },
    },
  },
  {
    name: 'a request through Zscaler, its values with spaces between tabs',
    record: recordOf(
      '<134>2024-03-04 10:11:12\treason=Allowed\tevent_id=674\taction=Allowed\tresponsesize=65\trequestsize=598\turlcategory=Health\tserverip=198.51.100.70\trequestmethod=CONNECT\trefererURL=None\tuseragent=Windows 10 Enterprise ZTunnel/1.0\tproduct=NSS\tClientIP=192.0.2.38\tstatus=200\tuser=a@corp.example\turl=web.example:443\tvendor=Zscaler\thostname=web.example\tthreatname=None',
    ),
    becomes: {
      class_uid: 4002,
      activity_name: 'Connect',
      action: 'Allowed',
      time: Date.UTC(2024, 2, 4, 10, 11, 12),
      metadata: { product: { name: 'Internet Access', vendor_name: 'Zscaler' } },
      actor: { user: { name: 'a@corp.example' } },
      http_request: { user_agent: 'Windows 10 Enterprise ZTunnel/1.0', url: { url_string: 'web.example:443' } },
    },
  },
])
