import { expect, test } from 'vitest'
import { openBody } from '../../formats/body.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { zeek } from './mapping.ts'

const ID = { 'id.orig_h': '10.0.0.7', 'id.orig_p': 51000, 'id.resp_h': '192.0.2.10', 'id.resp_p': 443 }
const HEAD = { ts: 1_700_000_000.25, uid: 'CAbc1' }

sourceTests(zeek, [
  {
    name: 'RADIUS: the access server asks for the client behind it',
    record: {
      _path: 'radius',
      ts: 1704164645.5,
      uid: 'C1',
      'id.orig_h': '10.0.0.1',
      'id.orig_p': 53031,
      'id.resp_h': '10.0.0.2',
      'id.resp_p': 1812,
      username: 'ann',
      mac: '00:14:22:e9:54:5e',
      framed_addr: '10.9.0.7',
      result: 'failed',
    },
    becomes: {
      class_uid: 3002,
      status: 'Failure',
      user: { name: 'ann' },
      src_endpoint: { ip: '10.9.0.7', mac: '00:14:22:e9:54:5e', proxy_endpoint: { ip: '10.0.0.1', port: 53_031 } },
      dst_endpoint: { ip: '10.0.0.2', port: 1812 },
    },
  },
  {
    name: 'a connection from inside to outside',
    record: {
      _path: 'conn',
      ...HEAD,
      ...ID,
      proto: 'tcp',
      service: 'ssl',
      duration: 1.5,
      orig_bytes: 700,
      resp_bytes: 9000,
      conn_state: 'SF',
      local_orig: true,
      local_resp: false,
      history: 'ShADadFf',
    },
    becomes: {
      class_uid: 4001,
      activity_name: 'Close',
      time: 1_700_000_000_250,
      duration: 1500,
      status: 'Success',
      src_endpoint: { ip: '10.0.0.7', port: 51000 },
      dst_endpoint: { ip: '192.0.2.10', port: 443 },
      connection_info: { direction: 'Outbound', protocol_name: 'tcp', uid: 'CAbc1' },
      traffic: { bytes_out: 700, bytes_in: 9000 },
    },
  },
  {
    name: 'a DNS answer',
    record: {
      ...HEAD,
      ...ID,
      proto: 'udp',
      trans_id: 7,
      query: 'example.org',
      qtype_name: 'A',
      rcode: 3,
      rcode_name: 'NXDOMAIN',
      answers: ['192.0.2.1', '192.0.2.2'],
      rejected: false,
    },
    becomes: {
      class_uid: 4003,
      query: { hostname: 'example.org', type: 'A', packet_uid: 7 },
      rcode: 'NXDomain',
      answers: [{ rdata: '192.0.2.1' }, { rdata: '192.0.2.2' }],
      status: 'Failure',
    },
  },
  {
    name: 'a request without an answer',
    record: { _path: 'http', ...HEAD, ...ID, trans_depth: 1, method: 'PROPFIND', host: 'files.example', uri: '/a?b=1' },
    becomes: {
      class_uid: 4002,
      activity_id: 99,
      activity_name: 'PROPFIND',
      http_request: {
        url: { url_string: 'http://files.example/a?b=1', path: '/a', query_string: 'b=1', hostname: 'files.example' },
      },
    },
  },
  {
    name: 'a Kerberos ticket',
    record: {
      _path: 'kerberos',
      ...HEAD,
      ...ID,
      request_type: 'TGS',
      client: 'bob/CORP',
      service: 'cifs/fs',
      success: false,
      error_msg: 'KDC_ERR',
    },
    becomes: {
      class_uid: 3002,
      activity_name: 'Service Ticket Request',
      user: { name: 'bob', domain: 'CORP' },
      service: { name: 'cifs/fs' },
      status: 'Failure',
    },
  },
  {
    name: 'a notice',
    record: {
      _path: 'notice',
      ...HEAD,
      ...ID,
      note: 'SSH::Password_Guessing',
      msg: '10.0.0.7 guesses',
      src: '10.0.0.7',
    },
    becomes: {
      class_uid: 2004,
      finding_info: { title: 'SSH::Password_Guessing', desc: '10.0.0.7 guesses' },
      evidences: [{ src_endpoint: { ip: '10.0.0.7' } }],
    },
  },
  {
    name: 'a mail',
    record: {
      _path: 'smtp',
      ...HEAD,
      ...ID,
      trans_depth: 1,
      helo: 'mx',
      mailfrom: '<eve@example.org>',
      rcptto: ['bob@example.com'],
      subject: 'hi',
    },
    becomes: { class_uid: 4009, email: { from: 'eve@example.org', to: ['bob@example.com'], subject: 'hi' } },
  },
  {
    name: 'a file as Zeek wrote it up to 5: who gets it has asked for it',
    record: {
      _path: 'files',
      ts: 1_700_000_000.25,
      fuid: 'F1',
      tx_hosts: ['192.0.2.10'],
      rx_hosts: ['10.0.0.7'],
      source: 'HTTP',
      is_orig: false,
      seen_bytes: 5,
    },
    becomes: { activity_name: 'Download', src_endpoint: { ip: '10.0.0.7' }, dst_endpoint: { ip: '192.0.2.10' } },
  },
  ...(
    [
      ['http', { method: 'GET', host: 'a.example', uri: '/', status_code: 404 }, 'Failure'],
      ['http', { method: 'GET', host: 'a.example', uri: '/', status_code: 200 }, 'Success'],
      ['ftp', { user: 'bob', command: 'STOR', arg: '/a', reply_code: 550, reply_msg: 'denied' }, 'Failure'],
      ['smtp', { mailfrom: 'a@b.example', rcptto: ['c@d.example'], last_reply: '554 refused' }, 'Failure'],
    ] as const
  ).map(([_path, fields, status]) => ({
    name: `what ${_path} was answered: ${status}`,
    record: { _path, ...HEAD, ...ID, ...fields },
    becomes: { status },
  })),
  {
    name: 'a warning that somebody sent by syslog',
    record: { _path: 'syslog', ...HEAD, ...ID, proto: 'udp', facility: 'DAEMON', severity: 'WARNING', message: 'm' },
    becomes: { class_uid: 4001, severity: 'Low', message: 'm' },
  },
  {
    name: 'an address that was asked for twice',
    record: {
      _path: 'dhcp',
      ts: 1_700_000_000.25,
      uids: ['C1'],
      mac: '00:14:22:e9:54:5e',
      assigned_addr: '10.0.0.7',
      server_addr: '10.0.0.1',
      msg_types: ['DISCOVER', 'DISCOVER', 'OFFER', 'REQUEST', 'ACK'],
    },
    becomes: { class_uid: 4004, activity_name: 'Ack' },
  },
  {
    name: 'a file on a share, with underscores for dots',
    record: {
      '@stream': 'smb_files',
      '@proc': 'zeek',
      ...HEAD,
      id_orig_h: '10.0.0.7',
      id_orig_p: 5,
      id_resp_h: '10.0.0.8',
      id_resp_p: 445,
      action: 'SMB::FILE_OPEN',
      name: 'svc\\a.exe',
      path: '\\\\fs\\ADMIN$',
      times_created: 1_600_000_000,
    },
    becomes: {
      class_uid: 4006,
      activity_name: 'File Open',
      share: '\\\\fs\\ADMIN$',
      file: { path: 'svc\\a.exe', name: 'a.exe', created_time: 1_600_000_000_000 },
      src_endpoint: { ip: '10.0.0.7' },
    },
  },
  {
    name: 'a file, nested',
    record: {
      _path: 'files',
      ...HEAD,
      fuid: 'F1',
      id: { orig_h: '10.0.0.7', resp_h: '192.0.2.10' },
      source: 'HTTP',
      is_orig: false,
      sha1: 'a'.repeat(40),
      md5: 'b'.repeat(32),
      filename: '\\Exchange\\mailbox.PAB',
      seen_bytes: 9,
    },
    becomes: {
      class_uid: 4010,
      activity_name: 'Download',
      file: {
        name: 'mailbox.PAB',
        path: '\\Exchange\\mailbox.PAB',
        hashes: [{ algorithm: 'SHA-1', value: 'a'.repeat(40) }, { algorithm: 'MD5' }],
      },
      src_endpoint: { ip: '10.0.0.7' },
    },
  },
])

test('a log with its header maps to the same event as JSON, and its field names lead to the values', () => {
  const body = Buffer.from(
    '#separator \\x09\n#set_separator\t,\n#empty_field\t(empty)\n#unset_field\t-\n#path\tdce_rpc\n' +
      '#fields\tts\tuid\tid.orig_h\tid.orig_p\tid.resp_h\tid.resp_p\tendpoint\toperation\n' +
      '#types\ttime\tstring\taddr\tport\taddr\tport\tstring\tstring\n' +
      '1700000000.25\tCAbc1\t10.0.0.7\t51000\t192.0.2.10\t135\tsvcctl\tCreateServiceW\n',
  )
  const { decode } = openBody(body, 'lines', 'text', { receivedMs: 0 })
  const record = decode(body.lastIndexOf('1700000000.25'), body.length - 1)
  if (typeof record === 'string') throw new Error(record)
  expect(zeek.toOcsf(record)).toMatchObject({
    class_uid: 4001,
    message: 'svcctl::CreateServiceW',
    time: 1_700_000_000_250,
  })
  expect(zeek.logSourceOf(record)).toEqual({ product: 'zeek', service: 'dce_rpc', categories: [] })
  const view = zeek.viewOf(record)
  expect(view.paths('id.orig_h')[0]).toEqual({ path: ['id.orig_h'] })
  expect(view.paths('operation')).toEqual([{ path: ['operation'] }])
})

test.each(['conn', 'http', 'x509', 'smtp'])('%s without fields is still an event', (log) => {
  expect(zeek.toOcsf({ _path: log, _write_ts: '2024-01-01T00:00:00Z' })).toMatchObject({ time: 1_704_067_200_000 })
})

test('an address, and a client’s placeholder, are not host names', () => {
  const helloOf = (helo: string) => zeek.toOcsf({ _path: 'smtp', ...HEAD, ...ID, helo })
  expect(helloOf('mx.example')).toMatchObject({ src_endpoint: { hostname: 'mx.example' } })
  expect(helloOf('10.0.0.7')?.src_endpoint).not.toHaveProperty('hostname')
  const ntlm = zeek.toOcsf({ _path: 'ntlm', ...HEAD, ...ID, username: 'bob', hostname: 'NULL' })
  expect(ntlm?.src_endpoint).not.toHaveProperty('hostname')
})
