/** Synology DSM: `Connection User [ada] from [198.51.100.4] signed in to [DSM] successfully via [password].` Texts: its Log Center. */
import { logon, on, syslogDevice } from '../../families/syslog/device.ts'
import { phraseReader } from '../../mapping/phrases.ts'
import { fileAt, ip, is, lookup, text } from '../../mapping/table.ts'

const SENTENCES = phraseReader({
  login: [
    'User [{user*}] from [{src_ip}] signed in to [{service*}] successfully via [{method*}].',
    'User [{user*}] from [{src_ip}] logged in successfully via [{service*}].',
    'User [{user*}] logged in from [{src_ip}] via [{service*}].',
  ],
  refused: [
    'User [{user*}] from [{src_ip}] failed to sign in to [{service*}] via [{method*}] due to authorization failure.',
    'User [{user*}] from [{src_ip}] failed to log in via [{service*}] due to authorization failure.',
    'User [{user*}] from [{src_ip}] failed to log in via [{service*}] {reason*}',
  ],
  logout: [
    'User [{user*}] from [{src_ip}] signed out of [{service*}]...',
    'User [{user*}] from [{src_ip}] logged out via [{service*}]...',
  ],
  blocked: ['Host [{src_ip}] was blocked via [{service*}].', 'IP address [{src_ip}] was blocked via [{service*}].'],
})
const FILE =
  /^Event: (\w{1,32}), Path: (.{1,1024}?), File\/Folder: (?:File|Folder|NA), Size: (.{1,32}?), User: (.{1,256}?), IP: ([\da-fA-F.:]{2,45})$/
const HEAD =
  /^(?:Connection|System|FileStation|SMB|WinFileService|AFP|FTP|WebDAV|Backup|Auth)?:? ?(?=User \[|Host \[|IP address \[|Event: \w)/

export const synology = syslogDevice({
  id: 'synology/1',
  vendor: 'Synology',
  product: 'DSM',
  begins: HEAD,
  is: (_, message) => readSynology(message) !== null,
  read: readSynology,
  profiles: [
    logon('login', 'Logon', is('Success')),
    logon('refused', 'Logon', is('Failure'), { severity_id: is('Medium') }),
    logon('logout', 'Logoff', is('Success')),
    on('blocked', {
      class: 'network_activity',
      activity: 'Refuse',
      rows: {
        'src_endpoint.ip': ip('parsed.src_ip'),
        app_name: 'parsed.service',
        'connection_info.direction_id': is('Inbound'),
        status_id: is('Failure'),
        severity_id: is('Medium'),
      },
    }),
    on('file', {
      class: 'file_activity',
      activity: lookup(
        'parsed.event',
        {
          read: 'Read',
          write: 'Update',
          upload: 'Create',
          mkdir: 'Create',
          delete: 'Delete',
          rename: 'Rename',
          move: 'Rename',
          download: 'Read',
        },
        'Other',
      ),
      rows: {
        ...fileAt('file', 'parsed.path'),
        'actor.user.name': 'parsed.user',
        'metadata.log_name': text('syslog.app_name'),
      },
    }),
  ],
  rest: 'the station about itself',
})

function readSynology(message: string) {
  const words = message.replace(HEAD, '')
  const [, event, path, , user, address] = FILE.exec(words) ?? []
  if (event !== undefined) return { kind: 'file', event, path: path ?? '', user: user ?? '', src_ip: address ?? '' }
  return SENTENCES(words)
}
