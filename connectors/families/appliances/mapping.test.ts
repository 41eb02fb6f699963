import { sourceTests } from '../../mapping/source-tests.ts'
import { recordOf } from '../syslog/fixture-line.ts'
import { appliances } from './mapping.ts'

const line = (words: string) => recordOf(`<134>Mar  4 10:11:12 dev1 ${words}`)
const made = (vendor: string, name: string) => ({ product: { vendor_name: vendor, name } })

sourceTests(appliances, [
  {
    name: 'A10: what an administrator did',
    record: line(
      'a10logd: [audit log]<134> Partition: shared,  [eve] web: [222:192.0.2.7:22222] RESP HTTP status 200 OK',
    ),
    becomes: {
      class_uid: 6003,
      actor: { user: { name: 'eve' } },
      src_endpoint: { ip: '192.0.2.7' },
      api: { operation: 'RESP HTTP status 200 OK' },
      metadata: made('A10 Networks', 'Thunder'),
    },
  },
  {
    name: 'ICX: a session ends',
    record: line(
      'Security: SSH terminated by eve from src IP 192.0.2.7 from src MAC 0053.0000.0007 from USER EXEC mode using RSA as Server Host Key.',
    ),
    becomes: { class_uid: 3002, activity_name: 'Logoff', user: { name: 'eve' }, src_endpoint: { ip: '192.0.2.7' } },
  },
  {
    name: 'Comware: a sign-in is checked and holds',
    record: line(
      '%%10SC/6/SC_AAA_SUCCESS(l): -AAAType=AUTHEN-AAAScheme= local-Service=login-UserName=eve@system; AAA is successful',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Success',
      user: { name: 'eve@system' },
      metadata: { event_code: 'SC_AAA_SUCCESS', log_name: 'SC' },
    },
  },
  {
    name: 'Comware: a sign-in that begins is none yet',
    record: line(
      '%%10SC/6/SC_AAA_LAUNCH(l): -AAAType=AUTHEN-AAAScheme= local-Service=login-UserName=eve; AAA launched',
    ),
    becomes: { class_uid: 0, metadata: { event_code: 'SC_AAA_LAUNCH' } },
  },
  {
    name: 'SteelHead: a connection ends',
    record: line('sport[7]: [splice/client.INFO] 185 {192.0.2.7:56822 198.51.100.1:443} fini client 198.51.100.1:443'),
    becomes: {
      class_uid: 4001,
      activity_name: 'Close',
      src_endpoint: { ip: '192.0.2.7', port: 56_822 },
      dst_endpoint: { ip: '198.51.100.1', port: 443 },
    },
  },
  {
    name: 'SD-WAN: somebody signs in at a router',
    record: line(
      'SYSMGR[9]: %Viptela-r1-sysmgrd-6-INFO-1400002: Notification: 3/4/2024 10:11:12 system-login-change severity-level:minor host-name:"r1" system-ip:192.0.2.3 user-name:"eve" user-id:2227',
    ),
    becomes: { class_uid: 3002, user: { name: 'eve' }, metadata: { event_code: '1400002' } },
  },
  {
    name: 'SSL Visibility: a session that was opened to be read',
    record: line(
      'ssldata[3]: [A:81000064] 1450195794 192.0.2.7:49307 -> 198.51.100.8:443 TLS1.2 TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA www.example rule:6 resign Success(0x0)',
    ),
    becomes: {
      class_uid: 4001,
      tls: { version: 'TLS1.2', sni: 'www.example', cipher: 'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA' },
      firewall_rule: { uid: '6' },
    },
  },
  {
    name: 'Layer7: a request',
    record: line(
      'SSG[4]: INFO com.l7tech.traffic: 2024-03-04T10:11:12.968Z; ; ; ; 403; 158; KAU4; GET; api.corp.example; /v2/a; https://b.corp.example/v2/a; 87; 403',
    ),
    becomes: {
      class_uid: 4002,
      activity_name: 'Get',
      status: 'Failure',
      dst_endpoint: { hostname: 'api.corp.example' },
      http_response: { code: 403 },
      time: Date.UTC(2024, 2, 4, 10, 11, 12, 968),
    },
  },
  {
    name: 'Solace: a client is refused',
    record: line(
      'event: SYSTEM: SYSTEM_CLIENT_CONNECT_FAIL: - - Message VPN (a) Sol Client username eve clientname eve@x connect failed from 192.0.2.7:33454 - Forbidden: Client Name Already In Use',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      user: { name: 'eve' },
      src_endpoint: { ip: '192.0.2.7', port: 33_454 },
      status_detail: 'Forbidden: Client Name Already In Use',
    },
  },
  {
    name: 'Prisma SD-WAN: an alarm has its severity',
    record: line(
      'alarm: ION_HOST="ion7" DEVICE_TIME="2024-03-04T10:11:12Z" STATUS="raised" CODE="NETWORK_VPNLINK_DOWN" Severity="major"',
    ),
    becomes: {
      class_uid: 0,
      severity: 'High',
      device: { hostname: 'ion7' },
      metadata: { event_code: 'NETWORK_VPNLINK_DOWN' },
    },
  },
  {
    name: 'Cohesity: a request to its API',
    record: line('api_audit[7]: {"username":"eve","domain":"LOCAL","method":"GET","urlPath":"/a","statusCode":403}'),
    becomes: {
      class_uid: 6003,
      status: 'Failure',
      api: { operation: 'GET /a' },
      actor: { user: { name: 'eve', domain: 'LOCAL' } },
      http_response: { code: 403 },
    },
  },
  {
    name: 'Cohesity: what somebody did to an entity',
    record: line(
      'cluster_audit: {"EntityType":"Access Token","EntityId":"t-1","EntityName":"t","User":"eve","Domain":"local","Action":"Create","Description":"eve made a token"}',
    ),
    becomes: {
      class_uid: 6003,
      resources: [{ name: 't', type: 'Access Token', uid: 't-1' }],
      status_detail: 'eve made a token',
    },
  },
  {
    name: 'ONTAP: a command',
    record: line(
      'n1: 00000030.00c8 11e5 Mar 04 2024 10:11:12 [kern_audit:info:3167] 8004b7:4005f7 :: c1:ssh :: 192.0.2.7:32879 :: c1:eve :: volume delete -volume v1 :: Error',
    ),
    becomes: {
      class_uid: 6003,
      status: 'Failure',
      api: { operation: 'volume delete -volume v1' },
      actor: { user: { name: 'eve' } },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'StorageGRID: a request to the grid management',
    record: line(
      'Audit: 2024-03-04T10:11:12.007373 [AUDT:[MRMD(CSTR):"POST"][MPAT(CSTR):"/api/v3/authorize"][MPQP(CSTR):""][MDNA(CSTR):"g"][MSIP(CSTR):"192.0.2.7"][MDIP(CSTR):"192.0.2.1"][MUUN(CSTR):"urn:eve"][MRSC(UI32):200][RSLT(FC32):SUCS][ATYP(FC32):MGAU]]',
    ),
    becomes: {
      class_uid: 6003,
      status: 'Success',
      api: { operation: '/api/v3/authorize' },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'Avamar: a change',
    record: line(
      ': <Code> 22555 <Type> AUDIT <Severity> PROCESS <Category> SECURITY <User> eve@corp.example <HwSource> a1 <Summary> Changed backup expiration. <requestor> <requestor domain="/" host="192.0.2.7" product="MCGUI"/>',
    ),
    becomes: {
      class_uid: 6003,
      api: { operation: 'Changed backup expiration.' },
      actor: { user: { name: 'eve@corp.example' } },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'Qumulo: a file is read',
    record: line('qumulo: 192.0.2.7,"eve",smb2,fs_read_data,ok,2,"/a/b.txt",""'),
    becomes: {
      class_uid: 6006,
      activity_name: 'Download',
      file: { path: '/a/b.txt', name: 'b.txt' },
      actor: { user: { name: 'eve' } },
    },
  },
  {
    name: 'iLO: somebody signs in',
    record: line('#ILO5: Browser login: Administrator - 192.0.2.7(pc7.corp.example)'),
    becomes: { class_uid: 3002, user: { name: 'Administrator' }, src_endpoint: { ip: '192.0.2.7' } },
  },
  {
    name: 'JetDirect: a setting',
    record: line(
      'printer: Device Administrator Password modified; time="2024-Mar-04 10:11 AM (UTC-00:00)" user="eve" source_IP="192.0.2.7" outcome=success interface=Wired',
    ),
    becomes: { class_uid: 6003, status: 'Success', api: { operation: 'Device Administrator Password modified' } },
  },
  {
    name: 'OpenManage: an address guesses passwords',
    record: line(
      'EEMI Audit event from device with { IP } 192.0.2.9 { HostName } ome1 { Severity } Warning { MessageID } MSG0001 { Message } Description: Login attempt alert for eve from 192.0.2.7 using REDFISH, IP will be blocked for 60 seconds.  { Recommended Action } Look.',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      user: { name: 'eve' },
      device: { hostname: 'ome1', ip: '192.0.2.9' },
      metadata: { event_code: 'MSG0001' },
    },
  },
  {
    name: 'Raritan: a password is wrong',
    record: line("[Login Failed]: Authentication failed for user 'eve' from host 'pc7'"),
    becomes: { class_uid: 3002, status: 'Failure', src_endpoint: { hostname: 'pc7' } },
  },
  {
    name: 'APC: a stranger at SNMP',
    record: line('Detected an unauthorized user attempting to access the SNMP interface from 192.0.2.7 0x0004'),
    becomes: { class_uid: 2004, evidences: [{ src_endpoint: { ip: '192.0.2.7' } }], finding_info: { uid: '0x0004' } },
  },
  {
    name: 'Epic: a record is looked at',
    record: recordOf(
      '<134>1 2024-03-04T10:11:12Z ehr1 Epic 7 - - <?xml version="1.0"?><EventLog><E1Mid>IC_SERVICE_AUDIT</E1Mid><EMPid>113^DOE, EVE^EDOE</EMPid><Action>Query</Action><Mnemonic Name="IP"> <Value>192.0.2.7</Value></Mnemonic></EventLog>',
    ),
    becomes: {
      class_uid: 6003,
      actor: { user: { name: 'EDOE', uid: '113' } },
      api: { operation: 'IC_SERVICE_AUDIT' },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'UniFi: a device about itself has its model',
    record: line('U7PG2,005300000007,v4.0.66.10832: logread[5495]: Logread connected to 192.0.2.1:514'),
    becomes: {
      class_uid: 0,
      device: { model: 'U7PG2', mac: '00:53:00:00:00:07' },
      metadata: made('Ubiquiti', 'UniFi'),
    },
  },
])
