import { expect, test } from 'vitest'
import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { symantec } from './mapping.ts'

const recordFor = (words: string, program = 'SymantecDLPAlert: ') =>
  recordOf(`<134>Mar  4 10:11:12 host1 ${program}${words}`)
const sep = (words: string) => recordFor(words, 'SymantecServer: ')
const SHA256 = 'a'.repeat(64)

sourceTests(symantec, [
  {
    name: 'an incident',
    record: recordFor(
      'Application_Name=”N/A” Blocked=”Blocked” Destination_IP=”198.51.100.9 ” Endpoint_Username=”eve” File_Name=”plan.pdf” incident_id=”6937” Machine_IP=”192.0.2.7” Policy_Name=”cards 2” Policy_Rules=”rule 1” Protocol=”HTTPS” Severity=”1:High”',
    ),
    becomes: {
      class_uid: 2004,
      severity: 'High',
      disposition: 'Blocked',
      finding_info: { title: 'cards 2', uid: '6937' },
      evidences: [{ file: { name: 'plan.pdf' }, user: { name: 'eve' }, dst_endpoint: { ip: '198.51.100.9' } }],
    },
  },
  {
    name: 'an administrator signs in',
    record: recordFor(
      'Site: S1,Server: sepm1,Domain: Default,Admin: ann,Administrator log on succeeded',
      'SymantecServer: ',
    ),
    becomes: { class_uid: 3002, user: { name: 'ann' }, status: 'Success' },
  },
  {
    name: 'the server about a client',
    record: recordFor(
      'Site: S1,Server Name: sepm1,Domain Name: Default,The management server received the client log successfully,pc1,eve,corp',
      'SymantecServer: ',
    ),
    becomes: { class_uid: 0 },
  },
  {
    name: 'an administrator edits a policy, in the columns of 14.3',
    record: sep(
      'Site: S1,Server Name: sepm1,Domain Name: Default,Admin: ann,Event Description: Policy has been edited: Edited shared Firewall policy: strict,strict',
    ),
    becomes: {
      class_uid: 3004,
      activity_name: 'Update',
      actor: { user: { name: 'ann' } },
      entity: { name: 'strict', type: 'Policy' },
    },
  },
  {
    name: 'a virus is cleaned by deletion',
    record: sep(
      `Virus found,IP Address: 192.0.2.7,Computer name: pc7,Source: Auto-Protect scan,Risk name: EICAR Test String,Occurrences: 2,File path: C:\\Users\\eve\\a.txt,Description: deferred scan,Actual action: Cleaned by deletion,Requested action: Cleaned,Secondary action: Quarantined,Event time: 2024-03-04 09:28:39,Event Insert Time: 2024-03-04 09:30:43,End Time: 2024-03-04 09:28:40,Last update time: 2024-03-04 09:30:43,Domain Name: D1,Group Name: My Company\\Desks,Server Name: sepm1,User Name: eve,Source Computer Name: pc9,Source Computer IP: 192.0.2.9,Disposition: Bad,Download site: ,Web domain: ,Downloaded by: c:/windows/explorer.exe,Application hash: ${SHA256},Hash type: SHA2,Company name: Evil Ltd,"Application version: 1,2",Application type: 127,File size (bytes): 68,Category set: Malware,Category type: Virus,Certificate issuer: Evil Ltd,Certificate signer: Some CA,Certificate thumbprint: ,Signing timestamp: 0,Certificate serial number: 0A`,
    ),
    becomes: {
      class_uid: 2004,
      time: Date.UTC(2024, 2, 4, 9, 28, 39),
      end_time: Date.UTC(2024, 2, 4, 9, 28, 40),
      severity: 'High',
      count: 2,
      action: 'Denied',
      disposition: 'Deleted',
      status_detail: 'Cleaned by deletion',
      metadata: { processed_time: Date.UTC(2024, 2, 4, 9, 30, 43) },
      device: { hostname: 'pc7', ip: '192.0.2.7' },
      finding_info: { title: 'EICAR Test String', types: ['Virus'], analytic: { name: 'Auto-Protect scan' } },
      malware: [{ name: 'EICAR Test String' }],
      evidences: [
        {
          file: {
            path: 'C:\\Users\\eve\\a.txt',
            name: 'a.txt',
            size: 68,
            version: '1,2',
            hashes: [{ algorithm: 'SHA-256', value: SHA256 }],
            signature: { certificate: { subject: 'Evil Ltd', issuer: 'Some CA', serial_number: '0A' } },
          },
          actor: { app_name: 'explorer.exe' },
          src_endpoint: { ip: '192.0.2.9', hostname: 'pc9' },
          user: { name: 'eve' },
        },
      ],
    },
  },
  {
    name: 'a risk that nothing could be done about, its file without a label',
    record: sep(
      'Security risk found,IP Address: 192.0.2.7,Computer name: pc7,Source: Auto-Protect scan,Risk name: WS.Reputation.1,Occurrences: 1,"e:\\a,b.exe",,Actual action: All actions failed,Requested action: Process terminate pending restart,Secondary action: Left alone,Event time: 2024-03-04 09:12:25,Inserted: 2024-03-04 09:14:03,End: 2024-03-04 09:12:25,User: eve,Source computer: ,Source IP: ,Category type: Insight Network Threat',
    ),
    becomes: {
      class_uid: 2004,
      severity: 'Medium',
      action: 'Allowed',
      disposition: 'Uncorrected',
      metadata: { processed_time: Date.UTC(2024, 2, 4, 9, 14, 3) },
      evidences: [{ file: { path: 'e:\\a,b.exe', name: 'a,b.exe' }, user: { name: 'eve' } }],
    },
  },
  {
    name: 'a commercial application is left alone',
    record: sep(
      "Commercial application detected,Computer name: pc7,Detection type: Commercial,Risk Level: Low,Source: Heuristic Scan,Risk name: ,Occurrences: 1,c:\\rem.exe,'',Actual action: Left alone,Requested action: Left alone,Event time: 2024-03-04 09:01:33,User: none",
    ),
    becomes: {
      severity: 'Low',
      action: 'Observed',
      disposition: 'No Action',
      finding_info: { title: 'Commercial application detected' },
      evidences: [{ file: { name: 'rem.exe' } }],
    },
  },
  {
    name: 'a detection that an administrator allowed',
    record: sep(
      'SONAR detection now allowed,IP Address: 192.0.2.7,Computer name: pc7,Source: Auto-Protect scan,Risk name: WS.Reputation.1,Occurrences: 1,File path: c:\\v.exe,Description: ,Actual action: Action invalid,Event time: 2024-03-04 09:01:05',
    ),
    becomes: { severity: 'Informational', action: 'Allowed', disposition: 'Allowed' },
  },
  {
    name: 'a scan ends',
    record: sep(
      "Scan ID: 1448882755,Begin: 2024-03-04 08:47:09,End: 2024-03-04 08:58:44,Completed,Duration (seconds): 695,User1: SYSTEM,User2: SYSTEM,'Scan started on all drives.','Scan Complete: Risks: 1 Scanned: 1472',Command: Not a command scan (),Threats: 1,Infected: 1,Total files: 1472,Omitted: 3,Computer: pc7,IP Address: 192.0.2.7,Domain: Default,\"Group: My Company\\IT\\\",Server: sepm1",
    ),
    becomes: {
      class_uid: 6007,
      activity_name: 'Completed',
      time: Date.UTC(2024, 2, 4, 8, 58, 44),
      start_time: Date.UTC(2024, 2, 4, 8, 47, 9),
      duration: 695_000,
      num_detections: 1,
      num_files: 1472,
      scan: { uid: '1448882755', name: 'Scan started on all drives.' },
      device: { hostname: 'pc7', ip: '192.0.2.7' },
    },
  },
  {
    name: 'a program is kept from writing to the registry',
    record: sep(
      `pc7,192.0.2.7,Blocked,[AC15-1.1] no helpers - Caller MD5=${'d'.repeat(32)},Registry Write,Begin: 2024-03-04 09:22:22,End Time: 2024-03-04 09:22:22,Rule: No helpers,16464,C:/Windows/msiexec.exe,0,No Module Name,/REGISTRY/MACHINE/SOFTWARE/X,User Name: eve,Domain Name: CORP,Action Type: ,File size (bytes): 0,Device ID: `,
    ),
    becomes: {
      class_uid: 2004,
      time: Date.UTC(2024, 2, 4, 9, 22, 22),
      disposition: 'Blocked',
      finding_info: { title: 'No helpers', types: ['Registry Write'] },
      device: { hostname: 'pc7', ip: '192.0.2.7' },
      evidences: [
        {
          actor: {
            process: { pid: 16_464, name: 'msiexec.exe', file: { hashes: [{ algorithm: 'MD5' }] } },
            user: { name: 'eve', domain: 'CORP' },
          },
          reg_key: { path: '/REGISTRY/MACHINE/SOFTWARE/X' },
        },
      ],
    },
  },
  {
    name: 'the driver of application control is ready',
    record: sep(
      'pc7,192.0.2.7,Continue,Application and Device Control is ready,System,Begin: 2024-03-04 09:22:22,End Time: 2024-03-04 09:22:22,Rule: Built-in rule,0,SysPlant,0,SysPlant,None,User Name: None,Domain Name: CORP,Action Type: ,File size (bytes): 0,Device ID: ',
    ),
    becomes: { class_uid: 0, message: 'Application and Device Control is ready' },
  },
  {
    name: 'an attack that is seen and not blocked',
    record: sep(
      'pc7,Event Description: [SID: 29464] Audit: Scanner attack detected but not blocked. Application path: SYSTEM,Local Host IP: 192.0.2.7,Local Host MAC: 000000000000,Remote Host Name: ,Remote Host IP: 198.51.100.4,Remote Host MAC: 2C3AFDA79E71,Inbound,TCP,Intrusion ID: 0,Begin: 2024-03-04 09:05:50,End Time: 2024-03-04 09:05:50,Occurrences: 2,Application: C:/host.exe,Location: Office,User Name: eve,Domain Name: CORP,Local Port: 8080,Remote Port: 63462,CIDS Signature ID: 29464,CIDS Signature string: Audit: Scanner,CIDS Signature SubID: 75167,Intrusion URL: pc7.example/sdk,Intrusion Payload URL: ,SHA-256: ,MD-5: ',
    ),
    becomes: {
      class_uid: 2004,
      action: 'Observed',
      disposition: 'Detected',
      finding_info: { title: 'Audit: Scanner', uid: '29464' },
      evidences: [
        {
          src_endpoint: { ip: '198.51.100.4', port: 63_462, mac: '2C:3A:FD:A7:9E:71' },
          dst_endpoint: { ip: '192.0.2.7', port: 8080 },
          connection_info: { direction: 'Inbound', protocol_name: 'tcp' },
          actor: { app_name: 'host.exe', user: { name: 'eve' } },
          file: { path: 'C:/host.exe' },
        },
      ],
    },
  },
  {
    name: 'an attack that a client makes is blocked',
    record: sep(
      'pc7,Event Description: [SID: 20521] Web Attack: X attack blocked. Traffic has been blocked for this application: C:\\W3WP.EXE,Local Host IP: 192.0.2.7,Local Host MAC: 000000000000,Remote Host Name: web.example,Remote Host IP: 198.51.100.4,Remote Host MAC: 000000000000,Outbound,TCP,,Begin: 2024-03-04 09:05:50,End: 2024-03-04 09:05:50,Occurrences: 1,Application: C:/W3WP.EXE,User: eve,Domain: CORP,Local Port: 54301,Remote Port: 5112,CIDS Signature ID: 20521,CIDS Signature string: Web Attack: X,CIDS Signature SubID: 1',
    ),
    becomes: {
      disposition: 'Blocked',
      evidences: [{ src_endpoint: { ip: '192.0.2.7' }, dst_endpoint: { ip: '198.51.100.4', hostname: 'web.example' } }],
    },
  },
  {
    name: 'traffic is blocked',
    record: sep(
      `pc7,Local Host IP: 192.0.2.7,Local Port: 80,Local Host MAC: CCF9E4A91226,Remote Host IP: 198.51.100.4,Remote Host Name: ,Remote Port: 33424,Remote Host MAC: 2C3AFDA79E71,UDP,Inbound,Begin: 2024-03-04 09:25:21,End Time: 2024-03-04 09:25:28,Occurrences: 4,Application: C:/WINDOWS/NTOSKRNL.EXE,Rule: Block the rest,Location: Default,User Name: eve,Domain Name: CORP,Action: Blocked,SHA-256: ${SHA256},MD-5: `,
    ),
    becomes: {
      class_uid: 4001,
      activity_name: 'Refuse',
      disposition: 'Blocked',
      count: 4,
      time: Date.UTC(2024, 2, 4, 9, 25, 21),
      src_endpoint: { ip: '198.51.100.4', port: 33_424 },
      dst_endpoint: { ip: '192.0.2.7', port: 80, mac: 'CC:F9:E4:A9:12:26' },
      connection_info: { direction: 'Inbound', protocol_name: 'udp' },
      policy: { name: 'Block the rest' },
      actor: { app_name: 'NTOSKRNL.EXE', user: { name: 'eve', domain: 'CORP' } },
    },
  },
  {
    name: 'a packet goes out',
    record: sep(
      'pc7,Local Host: 192.0.2.7,Local Port: 138,Remote Host IP: 198.51.100.4,Remote Host Name: ,Remote Port: 138,Outbound,Application: C:/NTOSKRNL.EXE,Action: Allowed',
    ),
    becomes: { class_uid: 4001, activity_name: 'Traffic', action: 'Allowed', src_endpoint: { ip: '192.0.2.7' } },
  },
  {
    name: 'a client about its policy',
    record: sep(
      'pc7,Category: 0,Smc,"Event Description: Received a policy, serial number 1.",Event time: 2024-03-04 09:09:54,Group Name: Desks',
    ),
    becomes: {
      class_uid: 0,
      time: Date.UTC(2024, 2, 4, 9, 9, 54),
      message: 'Received a policy, serial number 1.',
      device: { hostname: 'pc7' },
    },
  },
])

test('a risk has the field names that Sigma’s antivirus rules use', () => {
  const record = sep(
    'Virus found,Computer name: pc7,Risk name: HTool/Mimi,Occurrences: 1,C:\\m.exe,,Actual action: Left alone',
  )
  expect(symantec.logSourceOf(record)?.categories).toContain('antivirus')
  const view = symantec.viewOf(record)
  expect(view.paths('Signature')).toContainEqual({ path: ['parsed', 'Risk name'] })
  expect(view.paths('Filename')).toContainEqual({ path: ['parsed', 'path'] })
})
