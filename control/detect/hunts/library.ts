/**
 * The built-in hunts. Each describes a hypothesis and how it would show in events; a hit needs a person's judgement and
 * is no alert. SQL contains the time span as `{from:DateTime64(3)}` and `{to:DateTime64(3)}`.
 */
import type { BuiltinHunt } from './hunt.ts'

const DAILY = 1440
const WEEKLY = 7 * DAILY
const DAY_HOURS = 24
const WEEK_HOURS = 168

const SPAN = 'time >= {from:DateTime64(3)} AND time < {to:DateTime64(3)}'

export const BUILTIN_HUNTS: readonly BuiltinHunt[] = [
  {
    id: 'shell-from-office-or-browser',
    title: 'Shells started by office programs and browsers',
    hypothesis:
      'A document or a page ran code: an office program, a reader or a browser starts a shell or a script host, which people hardly ever make it do.',
    techniques: ['T1204.002', 'T1059'],
    language: 'lucene',
    query:
      'class_uid:1007 AND parent_name:(winword.exe OR excel.exe OR powerpnt.exe OR outlook.exe OR acrord32.exe OR chrome.exe OR msedge.exe OR firefox.exe) AND process_name:(cmd.exe OR powershell.exe OR pwsh.exe OR wscript.exe OR cscript.exe OR mshta.exe OR rundll32.exe OR bash OR sh)',
    windowHours: DAY_HOURS,
    everyMinutes: DAILY,
  },
  {
    id: 'encoded-powershell',
    title: 'PowerShell with an encoded command',
    hypothesis: 'Somebody hides what PowerShell is told to do by passing it as base64.',
    techniques: ['T1059.001', 'T1027'],
    language: 'lucene',
    query:
      'process_name:(powershell.exe OR pwsh.exe) AND cmd_line:("-enc " OR "-encodedcommand" OR "-ec " OR "frombase64string")',
    windowHours: DAY_HOURS,
    everyMinutes: DAILY,
  },
  {
    id: 'programs-from-temporary-folders',
    title: 'Programs run from folders that anybody may write to',
    hypothesis: 'Something that was dropped is run from where it landed, before it is installed anywhere.',
    techniques: ['T1204', 'T1036.005'],
    language: 'lucene',
    query:
      'class_uid:1007 AND (file_path:("\\appdata\\local\\temp\\\\" OR "\\users\\public\\\\" OR "\\windows\\temp\\\\") OR file_path:("/tmp/" OR "/dev/shm/" OR "/var/tmp/"))',
    windowHours: DAY_HOURS,
    everyMinutes: DAILY,
  },
  {
    id: 'many-failed-then-one-success',
    title: 'Many failed logons and then one that works, from one address',
    hypothesis: 'Passwords were guessed from an address until one fitted.',
    techniques: ['T1110'],
    language: 'sql',
    query: `SELECT src_ip, countIf(status_id = 2) AS failed, uniqIf(target_user, status_id = 2) AS accounts_failed,
  groupUniqArrayIf(10)(target_user, status_id = 1) AS accounts_open, min(time) AS first, max(time) AS last
FROM events WHERE ${SPAN} AND class_uid = 3002 AND src_ip != toIPv6('::')
GROUP BY src_ip HAVING failed >= 20 AND countIf(status_id = 1) > 0 AND maxIf(time, status_id = 1) > minIf(time, status_id = 2)
ORDER BY failed DESC LIMIT 200`,
    windowHours: DAY_HOURS,
    everyMinutes: DAILY,
  },
  {
    id: 'one-password-many-accounts',
    title: 'One address that fails to log on to many accounts',
    hypothesis: 'A few common passwords are tried on every account, slowly enough that none is locked.',
    techniques: ['T1110.003'],
    language: 'sql',
    query: `SELECT src_ip, uniq(target_user) AS accounts, count() AS failed, min(time) AS first, max(time) AS last
FROM events WHERE ${SPAN} AND class_uid = 3002 AND status_id = 2 AND src_ip != toIPv6('::') AND target_user != ''
GROUP BY src_ip HAVING accounts >= 10 ORDER BY accounts DESC LIMIT 200`,
    windowHours: DAY_HOURS,
    everyMinutes: DAILY,
  },
  {
    id: 'rare-programs',
    title: 'Programs that one host ran once',
    hypothesis: 'A tool of an intruder is seen on one host and a few times, where programs of the company are on many.',
    techniques: ['T1588.002', 'T1059'],
    language: 'sql',
    query: `SELECT process_name, any(file_path) AS path, any(host) AS on_host, count() AS runs, min(time) AS first
FROM events WHERE ${SPAN} AND class_uid = 1007 AND process_name != ''
GROUP BY process_name HAVING uniq(host) = 1 AND runs <= 2 ORDER BY first DESC LIMIT 500`,
    windowHours: WEEK_HOURS,
    everyMinutes: WEEKLY,
  },
  {
    id: 'long-command-lines',
    title: 'The longest command lines',
    hypothesis: 'A payload is carried in the command line itself, which makes it far longer than what people write.',
    techniques: ['T1059', 'T1027'],
    language: 'sql',
    query: `SELECT time, host, user, process_name, length(cmd_line) AS characters, substring(cmd_line, 1, 400) AS beginning,
  event_uid
FROM events WHERE ${SPAN} AND class_uid = 1007 AND length(cmd_line) > 1000 ORDER BY characters DESC LIMIT 200`,
    windowHours: DAY_HOURS,
    everyMinutes: DAILY,
  },
  {
    id: 'steady-connections',
    title: 'Connections that come back at a steady pace',
    hypothesis: 'Something on a host calls home: to one address, hour after hour, at intervals that hardly vary.',
    techniques: ['T1071', 'T1571'],
    language: 'sql',
    query: `SELECT src_ip, dst_ip, dst_port, count() AS connections, round(avg(gap)) AS seconds, round(stddevPop(gap), 1) AS jitter
FROM (
  SELECT src_ip, dst_ip, dst_port,
    arrayJoin(arrayPopFront(arrayDifference(arraySort(groupArray(20000)(toUnixTimestamp(time)))))) AS gap
  FROM events WHERE ${SPAN} AND class_uid IN (4001, 4002) AND dst_ip != toIPv6('::')
  GROUP BY src_ip, dst_ip, dst_port HAVING count() BETWEEN 12 AND 20000)
GROUP BY src_ip, dst_ip, dst_port HAVING seconds >= 20 AND jitter < seconds / 10 ORDER BY connections DESC LIMIT 200`,
    windowHours: DAY_HOURS,
    everyMinutes: DAILY,
  },
  {
    id: 'much-sent-out',
    title: 'Destinations that were asked for by one host alone, most of all',
    hypothesis:
      'Data leaves over names that nobody else asks for: many different names below one domain, from one host.',
    techniques: ['T1048', 'T1071.004'],
    language: 'sql',
    query: `SELECT src_ip, host, arrayStringConcat(arraySlice(splitByChar('.', domain), -2), '.') AS parent, uniq(domain) AS names,
  count() AS queries, max(length(domain)) AS longest
FROM events WHERE ${SPAN} AND class_uid = 4003 AND domain != ''
GROUP BY src_ip, host, parent HAVING names >= 100 ORDER BY names DESC LIMIT 200`,
    windowHours: DAY_HOURS,
    everyMinutes: DAILY,
  },
  {
    id: 'new-persistence',
    title: 'New services, tasks and run keys',
    hypothesis: 'Somebody makes sure to come back after the next start.',
    techniques: ['T1053.005', 'T1543.003', 'T1547.001'],
    language: 'lucene',
    query:
      'reg_path:("\\currentversion\\run" OR "\\currentversion\\runonce") OR event_code:(4697 OR 4698 OR 7045) OR cmd_line:("schtasks /create" OR "sc create" OR "systemctl enable" OR "crontab -")',
    windowHours: DAY_HOURS,
    everyMinutes: DAILY,
  },
  {
    id: 'logs-cleared',
    title: 'Logs that were cleared or switched off',
    hypothesis: 'Somebody takes away what shows what they did.',
    techniques: ['T1070.001', 'T1562.002'],
    language: 'lucene',
    query:
      'event_code:(1102 OR 104) OR cmd_line:("wevtutil cl" OR "clear-eventlog" OR "auditpol /clear" OR "history -c" OR "systemctl stop rsyslog" OR "systemctl stop auditd")',
    windowHours: WEEK_HOURS,
    everyMinutes: DAILY,
  },
  {
    id: 'credential-stores-read',
    title: 'Stores of credentials that were read or copied',
    hypothesis: 'Somebody takes passwords from where the system keeps them.',
    techniques: ['T1003'],
    language: 'lucene',
    query:
      'cmd_line:("comsvcs.dll" OR "procdump" OR "ntds.dit" OR "hklm\\sam" OR "hklm\\security" OR "/etc/shadow" OR "sekurlsa" OR "mimikatz") OR file_path:("\\ntds.dit" OR "/etc/shadow")',
    windowHours: WEEK_HOURS,
    everyMinutes: DAILY,
  },
  {
    id: 'remote-tools',
    title: 'Remote control programs',
    hypothesis: 'An intruder uses a lawful remote control program, which no scanner takes for a threat.',
    techniques: ['T1219'],
    language: 'lucene',
    query:
      'process_name:(anydesk.exe OR teamviewer.exe OR screenconnect*.exe OR rustdesk.exe OR atera*.exe OR splashtop*.exe OR ngrok* OR tailscaled OR cloudflared*) OR domain:(*.anydesk.com OR *.teamviewer.com OR *.screenconnect.com OR *.ngrok.io OR *.trycloudflare.com)',
    windowHours: WEEK_HOURS,
    everyMinutes: DAILY,
  },
  {
    id: 'logons-at-night-and-weekend',
    title: 'Accounts that log on at weekends only',
    hypothesis: 'An account is used when its owner is not there to notice.',
    techniques: ['T1078'],
    language: 'sql',
    query: `SELECT target_user AS account, countIf(toDayOfWeek(time) >= 6) AS at_weekends, countIf(toDayOfWeek(time) < 6) AS on_weekdays,
  groupUniqArray(10)(host) AS hosts, max(time) AS last
FROM events WHERE ${SPAN} AND class_uid = 3002 AND status_id = 1 AND target_user != ''
GROUP BY account HAVING at_weekends >= 3 AND on_weekdays = 0 ORDER BY at_weekends DESC LIMIT 200`,
    windowHours: 4 * WEEK_HOURS,
    everyMinutes: WEEKLY,
  },
]
