import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { paloalto } from './mapping.ts'

const line = (csv: string) => recordOf(`<14>Mar  4 10:11:12 fw1 ${csv}`)
const FLOW =
  '2562,2024/03/04 10:11:12,10.0.0.7,192.0.2.10,,,allow-web,corp\\bob,,ssl,vsys1,trust,untrust,eth1,eth2,fwd,,36459,1,39681,443,0,0,0x0,tcp'

sourceTests(paloalto, [
  {
    name: 'a user is mapped to an address',
    record: line(
      '1,2024/03/04 10:11:12,0001,USERID,login,2562,2024/03/04 10:11:12,vsys1,192.0.2.10,corp\\bob,,0,1,10800,0,0,vpn-client,globalprotect,7,0x0',
    ),
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Success',
      user: { name: 'bob', domain: 'corp' },
      src_endpoint: { ip: '192.0.2.10' },
    },
  },
  {
    name: 'the end of a session',
    record: line(
      `1,2024/03/04 10:11:12,007,TRAFFIC,end,${FLOW},allow,300,100,200,9,2024/03/04 10:11:00,12,any,0,77,0x0`,
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Close',
      action: 'Allowed',
      time: Date.UTC(2024, 2, 4, 10, 11, 12),
      duration: 12_000,
      src_endpoint: { ip: '10.0.0.7', port: 39_681, zone: 'trust' },
      dst_endpoint: { ip: '192.0.2.10', port: 443 },
      traffic: { bytes: 300, bytes_out: 100, bytes_in: 200 },
      actor: { user: { name: 'bob', domain: 'corp' } },
      firewall_rule: { name: 'allow-web' },
    },
  },
  {
    name: 'a threat',
    record: line(
      `1,2024/03/04 10:11:12,007,THREAT,vulnerability,${FLOW},reset-both,"a,b.exe",Log4j(91991),any,critical,client-to-server,78,0x0`,
    ),
    becomes: {
      class_uid: 2004,
      severity: 'Critical',
      action: 'Denied',
      finding_info: { title: 'Log4j(91991)', analytic: { uid: '91991' } },
      evidences: [{ src_endpoint: { ip: '10.0.0.7' }, file: { name: 'a,b.exe' } }],
    },
  },
  {
    name: 'a threat in a request',
    record: line(
      `1,2024/03/04 10:11:12,007,THREAT,vulnerability,${FLOW},reset-both,example.org/a?b=1,Log4j(91991),any,critical,client-to-server,78,0x0`,
    ),
    becomes: { class_uid: 2004, evidences: [{ url: { url_string: 'example.org/a?b=1' } }] },
  },
  {
    name: 'a file, by whatever protocol',
    record: line(
      `1,2024/03/04 10:11:12,007,THREAT,file,${FLOW},alert,setup.exe,Microsoft PE File(52060),any,low,server-to-client,80,0x0`,
    ),
    becomes: {
      class_uid: 4010,
      activity_name: 'Download',
      file: { name: 'setup.exe' },
      status_detail: 'Microsoft PE File(52060)',
    },
  },
  ...(
    [
      ['continue', 'Allowed', 'Success'],
      ['override', 'Allowed', 'Success'],
      ['block-continue', 'Denied', 'Failure'],
    ] as const
  ).map(([answer, action, status]) => ({
    name: `a URL whose user is asked first: ${answer}`,
    record: line(
      `1,2024/03/04 10:11:12,007,THREAT,url,${FLOW},${answer},example.org/a,(9999),news,informational,client-to-server,79,0x0`,
    ),
    becomes: { class_uid: 4002, action, status },
  })),
  {
    name: 'a URL',
    record: line(
      `1,2024/03/04 10:11:12,007,THREAT,url,${FLOW},alert,example.org/a,(9999),news,informational,client-to-server,79,0x0`,
    ),
    becomes: {
      class_uid: 4002,
      http_request: { url: { url_string: 'example.org/a', hostname: 'example.org', path: '/a' } },
    },
  },
  {
    name: 'a change of configuration',
    record: line(
      '1,2024/03/04 10:11:12,007,CONFIG,0,2562,2024/03/04 10:11:12,10.0.0.9,,set,admin,Web,Succeeded, config x,,,80,0x0',
    ),
    becomes: { class_uid: 3004, activity_name: 'Update', actor: { user: { name: 'admin' } }, status: 'Success' },
  },
  {
    name: 'a time with its zone, from PAN-OS 10 on',
    record: line(
      `1,2024/03/04 02:11:12,007,TRAFFIC,end,${FLOW},allow,300,100,200,9,2024/03/04 10:11:00,12,any,0,77,0x0${','.repeat(62)}2024-03-04T02:11:12.345-08:00`,
    ),
    becomes: { time: Date.UTC(2024, 2, 4, 10, 11, 12, 345), timezone_offset: -480 },
  },
  {
    name: 'GlobalProtect: a password that is wrong',
    record: line(
      '1,2024/03/04 10:11:12,007,GLOBALPROTECT,0,2561,2024/03/04 10:11:12,vsys1,gateway-auth,login,LDAP,,corp\\eve,US,LAPTOP-1,192.0.2.10,,,,,,5.2.6,Windows,"Windows 10 , 64-bit",1,,Authentication failed,,failure,,0,,0,GW1,79,0x0,2024-03-04T10:11:13.000+00:00',
    ),
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Failure',
      user: { name: 'eve', domain: 'corp' },
      src_endpoint: { ip: '192.0.2.10', hostname: 'LAPTOP-1' },
      time: Date.UTC(2024, 2, 4, 10, 11, 13),
    },
  },
  {
    name: 'GlobalProtect of PAN-OS 9: a password that is wrong',
    record: line(
      '1,2024/03/04 10:11:12,007,SYSTEM,globalprotect,2561,2024/03/04 10:11:12,,globalprotectgateway-auth-fail,GW1,0,0,general,informational,"GlobalProtect gateway user authentication failed. Login from: 192.0.2.10, User name: corp\\eve, Client OS version: Windows 10 , 64-bit, Reason: Invalid username or password, Auth type: profile.",80,0x0',
    ),
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      status_detail: 'Invalid username or password',
      user: { name: 'eve', domain: 'corp' },
      src_endpoint: { ip: '192.0.2.10' },
    },
  },
  {
    name: 'an administrator logs in',
    record: line(
      '1,2024/03/04 10:11:12,007,SYSTEM,general,2561,2024/03/04 10:11:12,,general,,0,0,general,informational,"User eve logged in via Web from 192.0.2.10 using https",81,0x0',
    ),
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Success',
      user: { name: 'eve' },
      src_endpoint: { ip: '192.0.2.10' },
    },
  },
  {
    name: 'an authentication policy',
    record: line(
      '1,2024/03/04 10:11:12,007,AUTHENTICATION,auth,2561,2024/03/04 10:11:12,vsys1,192.0.2.10,corp\\eve,corp\\eve,mfa-portal,pol,1,0,duo,log,prof,User is denied,,factor-fail,1,82,0x0',
    ),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'eve' }, src_endpoint: { ip: '192.0.2.10' } },
  },
])
