import { describe } from 'vitest'
import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { epo } from './epo.ts'
import { networkSecurityPlatform } from './nsp.ts'

const sensor = (pairs: string) => recordOf(`<134>Mar  4 10:11:12 host1 app: ${pairs}`)
const agent = (document: string) =>
  recordOf(`<29>1 2024-03-04T10:11:12.0Z epo1 EPOEvents - EventFwd [agentInfo@3401 tenantId="1"] \uFEFF${document}`)
const MACHINE =
  '<MachineInfo><MachineName>PC1</MachineName><AgentGUID>g1</AgentGUID><IPAddress>192.0.2.7</IPAddress><OSName>Windows 10</OSName></MachineInfo>'

describe('ePolicy Orchestrator', () => {
  sourceTests(epo, [
    {
      name: 'a file is cleaned away',
      record: agent(
        `<?xml version="1.0"?><EPOevent>${MACHINE}<Event><EventID>1278</EventID><CommonFields><ThreatCategory>av.detect</ThreatCategory><ThreatName>EICAR &amp; co</ThreatName><ThreatType>test</ThreatType><DetectedUTC>2024-03-04T10:00:00Z</DetectedUTC><ThreatActionTaken>IDS_ALERT_ACT_TAK_DEL</ThreatActionTaken><TargetUserName>PC1\\eve</TargetUserName><TargetFileName>C:\\x\\eicar.com</TargetFileName></CommonFields><CustomFields target="E"><TargetHash>e7e5fa40569514ec442bbdf755d89c2f</TargetHash></CustomFields></Event></EPOevent>`,
      ),
      becomes: {
        class_uid: 2004,
        time: Date.UTC(2024, 2, 4, 10),
        action: 'Denied',
        disposition: 'Deleted',
        finding_info: { title: 'EICAR & co' },
        device: { hostname: 'PC1', ip: '192.0.2.7' },
        evidences: [{ file: { path: 'C:\\x\\eicar.com', name: 'eicar.com' }, user: { name: 'eve', domain: 'PC1' } }],
      },
    },
    {
      name: 'an update',
      record: agent(
        `<?xml version="1.0"?><UpdateEvents>${MACHINE}<UpdateEvent><EventID>2422</EventID></UpdateEvent></UpdateEvents>`,
      ),
      becomes: { class_uid: 0, metadata: { event_code: '2422' }, device: { hostname: 'PC1' } },
    },
  ])
})

describe('Network Security Platform', () => {
  sourceTests(networkSecurityPlatform, [
    {
      name: 'an alert',
      record: sensor(
        'alertid="68" alert_type="Signature" attack_count="2" attackid="0x40" attack_name="Worm" severity="High" attack_time="2024-03-04 10:08:26 UTC" category="Exploit" dest_ip="198.51.100.1" dest_port="80" device_name="ips1" src_ip="192.0.2.7" src_port="5" result="Attack Blocked" alert_uuid="u1"',
      ),
      becomes: {
        class_uid: 2004,
        severity: 'High',
        action: 'Denied',
        disposition: 'Blocked',
        count: 2,
        finding_info: { title: 'Worm', uid: 'u1' },
        time: Date.UTC(2024, 2, 4, 10, 8, 26),
      },
    },
    {
      name: 'a packet',
      record: sensor(
        'acl_action="DENY" policy="p1" rule_id="1" direction="Inbound" dest_ip="198.51.100.1" dest_port="514" interface="1-2" acl_protocol="udp" sensor_name="ips1" src_ip="192.0.2.7" src_port="3"',
      ),
      becomes: { class_uid: 4001, activity_name: 'Refuse', action: 'Denied' },
    },
    {
      name: 'an attack that would have been blocked',
      record: sensor(
        'alertid="68" alert_type="Signature" attackid="0x40" attack_name="Worm" severity="High" attack_time="2024-03-04 10:08:26 UTC" category="Exploit" result="Blocking Simulated (Attack Blocked)" alert_uuid="u1"',
      ),
      becomes: { class_uid: 2004, action: 'Observed', disposition: 'Detected' },
    },
    {
      name: 'a fault that is over, when it was',
      record: sensor(
        'dvc="Manager" description="No connection." fault_name="Connectivity" fault_time="2024-03-04 10:08:26 UTC" fault_type="cleared" severity="Critical"',
      ),
      becomes: { class_uid: 0, status_detail: 'cleared', time: Date.UTC(2024, 2, 4, 10, 8, 26) },
    },
    {
      name: 'an audited change',
      record: sensor(
        'audit_action="User deleted" audit_result="failed" audit_time="2024-03-04 10:08:26 UTC" user="ann" category="Users" audit_domain="Corp"',
      ),
      becomes: {
        class_uid: 6003,
        status: 'Failure',
        actor: { user: { name: 'ann' } },
        api: { operation: 'User deleted' },
      },
    },
  ])
})
