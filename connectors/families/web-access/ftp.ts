/**
 * Commands of FTP in the log format of web servers: IIS writes `RETR`, Globalscape EFT the number of the session and a
 * word, `[21]sent`. Names: "IIS FTP logging" of Microsoft, and the W3C log of EFT's administration guide.
 */
import type { Members } from '../../../platform/members.ts'
import { account, accountDomain, basename, first, integer, ip, is, lookup, type Profile } from '../../mapping/table.ts'

/** The act that a command stands for; HTTP has none of these words as a method. */
const ACTS: Readonly<Record<string, string>> = {
  ...{
    USER: 'user',
    PASS: 'pass',
    RETR: 'get',
    STOR: 'put',
    APPE: 'put',
    DELE: 'delete',
    RNFR: 'rename',
    RNTO: 'rename',
  },
  ...{ LIST: 'list', NLST: 'list', MLSD: 'list', CWD: 'other', MKD: 'other', RMD: 'delete', QUIT: 'quit' },
  ...{ CONTROLCHANNELOPENED: 'open', CONTROLCHANNELCLOSED: 'quit', DATACHANNELOPENED: 'other', AUTH: 'other' },
  ...{ PBSZ: 'other', PROT: 'other', TYPE: 'other', PASV: 'other', EPSV: 'other', PORT: 'other', SIZE: 'other' },
  ...{ SENT: 'get', CREATED: 'put', UPLOADED: 'put', DOWNLOADED: 'get', RENAMED: 'rename', DELETED: 'delete' },
}
const SESSION = /^\[\d{1,10}\]/

/** Marks the row of an FTP server as such; the name that somebody entered is no path. */
export function settleFtp(record: Members): void {
  const method = record['cs-method']
  if (typeof method !== 'string' || method.length > 64) return
  const word = method.replace(SESSION, '')
  const act = Object.hasOwn(ACTS, word.toUpperCase()) ? ACTS[word.toUpperCase()] : undefined
  if (act === undefined) return
  record.kind = `ftp/${act}`
  record.ftp_command = word.toUpperCase()
  if (act === 'user') record.ftp_user = record['cs-uri-stem']
  if (act === 'get' || act === 'put' || act === 'delete' || act === 'rename')
    record.ftp_path = named(record['x-fullpath']) ?? record['cs-uri-stem']
}

const named = (value: unknown) => (typeof value === 'string' && value !== '' && value !== '-' ? value : undefined)

const ENDS = {
  'src_endpoint.ip': ip('remote_host'),
  'src_endpoint.port': integer('c-port'),
  'dst_endpoint.ip': ip('local_host'),
  'dst_endpoint.port': integer('local_port'),
  'metadata.product.name': lookup('server', {}, 'FTP server', 'FTP server'),
}
const RESULT = lookup('failed', { yes: 'Failure', no: 'Success' })

const on = (act: string, activity: string): Profile => ({
  name: `ftp ${act}`,
  when: { kind: `ftp/${act}` },
  class: 'ftp_activity',
  activity,
  rows: {
    ...ENDS,
    command: 'ftp_command',
    'actor.user.name': first(account('remote_user'), account('ftp_user')),
    'actor.user.domain': accountDomain('remote_user'),
    'file.path': 'ftp_path',
    'file.name': basename('ftp_path'),
    'file.type_id': is('Unknown'),
    status_id: RESULT,
    status_code: 'status',
  },
})

/** The password decides about the logon; before it a server asks for one. */
export const FTP_PROFILES: readonly Profile[] = [
  {
    name: 'ftp password',
    when: { kind: 'ftp/pass' },
    class: 'authentication',
    activity: 'Logon',
    rows: {
      ...ENDS,
      'user.name': account('remote_user'),
      'user.domain': accountDomain('remote_user'),
      'service.name': is('ftp'),
      status_id: RESULT,
      status_code: 'status',
      severity_id: lookup('failed', { yes: 'Medium' }, 'Informational', 'Informational'),
    },
  },
  on('get', 'Get'),
  on('put', 'Put'),
  on('delete', 'Delete'),
  on('rename', 'Rename'),
  on('list', 'List'),
  { ...on('other', 'Other'), name: 'ftp command', when: { kind: ['ftp/other', 'ftp/user', 'ftp/open', 'ftp/quit'] } },
]
