/** Files on the wire and on shares, remote procedure calls. */
import {
  allHashes,
  basename,
  type Chapter,
  concat,
  first,
  integer,
  ip,
  is,
  lookup,
  millis,
  type Rows,
  text,
  time,
} from '../../mapping/table.ts'
import { CONNECTION, log, traffic } from './common.ts'

const SHARE_TYPES = { DISK: 'File', PIPE: 'Pipe', PRINT: 'Print' }

const FILE: Rows = {
  ...CONNECTION,
  'src_endpoint.ip': ip('id\\.orig_h', 'tx_hosts.0'),
  'dst_endpoint.ip': ip('id\\.resp_h', 'rx_hosts.0'),
  'connection_info.uid': ['uid', 'conn_uids.0'],
  'file.path': 'filename',
  'file.name': first(basename('filename'), 'extracted', 'fuid'),
  'file.uid': 'fuid',
  'file.type_id': is('Regular File'),
  'file.mime_type': 'mime_type',
  'file.size': integer('total_bytes', 'seen_bytes'),
  'file.hashes': allHashes('sha256', 'sha1', 'md5'),
  'traffic.bytes': integer('seen_bytes'),
  'traffic.bytes_missed': integer('missing_bytes'),
  app_protocol_name: 'source',
  // The class requires an actor; on the wire only the protocol is known.
  'actor.app_name': 'source',
  duration: millis('duration'),
  status_id: lookup('timedout', { true: 'Failure', false: 'Success' }),
}

export const FILES: Chapter = {
  name: 'files',
  profiles: [
    log('files', {
      class: 'network_file_activity',
      activity: lookup('is_orig', { true: 'Upload', false: 'Download' }),
      rows: FILE,
    }),
    // The record does not name the connection's originator: the receiver of the remote end's data requested the file.
    log('files/received', {
      class: 'network_file_activity',
      activity: 'Download',
      rows: { ...FILE, 'src_endpoint.ip': ip('rx_hosts.0'), 'dst_endpoint.ip': ip('tx_hosts.0') },
      logSource: { service: 'files' },
    }),
    log('files/unsent', {
      class: 'base_event',
      activity: 'Other',
      unclassified: 'a file of which the log does not say who sent it',
    }),
    log('smb_files', {
      class: 'smb_activity',
      activity: lookup('action', { 'SMB::FILE_OPEN': 'File Open', 'SMB::PIPE_OPEN': 'File Open' }, 'Other'),
      rows: {
        ...CONNECTION,
        command: 'action',
        share: 'path',
        'file.path': 'name',
        'file.name': basename('name'),
        'file.type_id': is('Unknown'),
        'file.uid': text('fuid'),
        'file.size': integer('size'),
        'file.modified_time': time('times\\.modified'),
        'file.accessed_time': time('times\\.accessed'),
        'file.created_time': time('times\\.created'),
      },
    }),
    log('smb_mapping', {
      class: 'smb_activity',
      activity: 'Other',
      rows: {
        ...CONNECTION,
        share: 'path',
        share_type_id: lookup('share_type', SHARE_TYPES, 'Other'),
        dialect: 'native_file_system',
        'dst_endpoint.svc_name': 'service',
      },
    }),
    traffic('dce_rpc', 'dce_rpc', {
      app_name: 'endpoint',
      message: first(concat('endpoint', { words: '::' }, 'operation'), 'operation'),
      'dst_endpoint.svc_name': 'named_pipe',
      duration: millis('rtt'),
    }),
  ],
}
