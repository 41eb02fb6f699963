import { sourceTests } from '../../mapping/source-tests.ts'
import { vulnerabilities } from './mapping.ts'

sourceTests(vulnerabilities, [
  {
    name: 'a detection of Qualys',
    record: {
      HOST_ID: 5,
      IP: '10.0.0.9',
      DNS: 'ws1.example.com',
      QID: 105943,
      SEVERITY: 5,
      STATUS: 'Active',
      TITLE: 'Zerologon',
      CVE_ID: 'CVE-2020-1472',
      LAST_FOUND_DATETIME: '2026-11-27T10:11:12Z',
    },
    becomes: {
      class_uid: 2002,
      severity: 'Critical',
      finding_info: { uid: '5-105943', title: 'Zerologon' },
      vulnerabilities: [{ cve: { uid: 'CVE-2020-1472' } }],
      device: { hostname: 'ws1.example.com', ip: '10.0.0.9' },
    },
  },
  {
    name: 'one of Tenable that is fixed',
    record: {
      asset: { hostname: 'ws1', uuid: 'u', ipv4: '10.0.0.9' },
      plugin: { id: 1, name: 'x', risk_factor: 'High' },
      severity: 'high',
      state: 'FIXED',
      last_found: '2026-11-27T10:11:12Z',
    },
    becomes: { status: 'Resolved', activity_name: 'Close', severity: 'High' },
  },
])
