/** Events of each form as devices write them, for `decode`. Each has a number in it, so that no two are the same. */
const CALL =
  'arch=c000003e syscall=59 success=yes exit=0 a0=558e251634a0 a1=558e25162a50 a2=558e25160800 a3=8 items=2 ppid=29002 pid=1631 auid=1000 uid=1000 gid=1000 euid=1000 suid=1000 tty=pts0 ses=104 comm="arp" exe="/usr/sbin/arp" key=(null)'

export const DECODE_LINES: Readonly<Record<string, (n: number) => string>> = {
  json: (n) =>
    JSON.stringify({
      EventID: 1,
      Channel: 'Microsoft-Windows-Sysmon/Operational',
      Computer: 'win-dc.example.local',
      UtcTime: '2026-01-14 23:41:39.938',
      ProcessId: 6000 + n,
      Image: 'C:\\Windows\\System32\\certutil.exe',
      CommandLine: '"C:\\Windows\\system32\\certutil.exe" -p word .\\cert.pfx',
      User: 'EXAMPLE\\Administrator',
      IntegrityLevel: 'High',
      Hashes:
        'MD5=06210E84C1FA61B0A320559DD458625C,SHA256=2818289572EA6B60681D2724737C3E5C87B3731054F47E9D8E4253D8528D88B7',
      ParentImage: 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
      ParentCommandLine: 'powershell',
    }),
  rfc3164: (n) =>
    `<86>Mar  4 10:11:12 web-${n % 9} sshd[${n}]: Accepted publickey for alice from 10.0.0.${n % 250} port ${n} ssh2: RSA SHA256:kXq3`,
  rfc5424: (n) =>
    `<165>1 2026-03-04T10:11:12.003Z web-1 app ${n} ID47 [origin@32473 ip="10.0.0.${n % 250}" class="a b"] user alice opened the session ${n} from the console`,
  kv: (n) =>
    `<134>Mar  4 10:11:12 fw date=2026-03-04 time=10:11:12 devname="fw-1" logid="0000000013" type="traffic" subtype="forward" level="notice" srcip=10.0.0.${n % 250} srcport=${n} srcintf="port1" dstip=192.0.2.7 dstport=443 action="accept" policyid=1 service="HTTPS" duration=120 sentbyte=${n} rcvdbyte=1780 appcat="unscanned"`,
  cef: (n) =>
    `<134>Mar  4 10:11:12 fw CEF:0|Vendor|Product|1.0|100|Connection blocked|7|src=10.0.0.${n % 250} dst=192.0.2.7 spt=${n} dpt=443 proto=TCP act=deny suser=alice msg=a connection was blocked cs1Label=Rule cs1=block all`,
  leef: (n) =>
    `<134>Mar  4 10:11:12 fw LEEF:2.0|Vendor|Product|1.0|block|^|src=10.0.0.${n % 250}^dst=192.0.2.7^srcPort=${n}^dstPort=443^proto=TCP^usrName=alice^cat=firewall^sev=7`,
  auditd: (n) => `type=SYSCALL msg=audit(1604994496.155:${n}): ${CALL}`,
  'windows-xml': (n) =>
    `<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System><Provider Name='Microsoft-Windows-Sysmon' Guid='{5770385F-C22A-43E0-BF4C-06F5698FFBD9}'/><EventID>1</EventID><TimeCreated SystemTime='2026-01-14T23:41:40.145Z'/><EventRecordID>${n}</EventRecordID><Computer>dc</Computer></System><EventData><Data Name='Image'>C:\\Windows\\System32\\certutil.exe</Data><Data Name='CommandLine'>certutil.exe -p word &amp; x</Data><Data Name='User'>EXAMPLE\\Administrator</Data><Data Name='ParentImage'>C:\\Windows\\System32\\cmd.exe</Data></EventData></Event>`,
  'access-log': (n) =>
    `10.0.0.${n % 250} - alice [10/Oct/2026:13:55:36 -0700] "GET /index.html?n=${n} HTTP/1.1" 200 ${n} "https://example.org/start" "Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101"`,
  vpcflow: (n) =>
    `2 123456789010 eni-1235b8ca123456789 172.31.16.139 10.0.0.${n % 250} ${n} 22 6 20 4249 1418530010 1418530070 ACCEPT OK`,
}
