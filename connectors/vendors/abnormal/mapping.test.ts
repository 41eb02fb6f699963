import { sourceTests } from '../../mapping/source-tests.ts'
import { abnormal } from './mapping.ts'

const THREAT = {
  threatId: '184712ab-6d8b-47b3-89d3-a314efef79e2',
  abxMessageId: 4551618356913732000,
  abxPortalUrl: 'https://portal.abnormalsecurity.com/home/threat-center/remediation-history/4551',
  subject: 'Phishing email',
  fromName: 'Support',
  fromAddress: 'support@bad.example',
  senderIpAddress: '198.51.100.7',
  recipientAddress: 'kim@example.com',
  toAddresses: ['kim@example.com', 'lee@example.com'],
  receivedTime: '2026-11-27T10:11:12Z',
  attackType: 'Phishing: Credential',
  attackStrategy: 'Name Impersonation',
  attackVector: 'Link',
  attackedParty: 'VIP',
  internetMessageId: '<5edfca1c@bad.example>',
  remediationStatus: 'Auto-Remediated',
  urls: ['https://www.bad.example/a'],
}

sourceTests(abnormal, [
  {
    name: 'a phish that was taken away',
    record: THREAT,
    becomes: {
      class_uid: 2004,
      severity_id: 4,
      action_id: 2,
      disposition_id: 3,
      time: 1795774272000,
      finding_info: { title: 'Phishing: Credential', uid: THREAT.threatId },
      evidences: [
        {
          src_endpoint: { ip: '198.51.100.7' },
          user: { name: 'kim@example.com' },
          email: { from: 'support@bad.example', to: ['kim@example.com', 'lee@example.com'], subject: 'Phishing email' },
        },
      ],
    },
  },
  {
    name: 'bulk mail that stays',
    record: { ...THREAT, attackType: 'Graymail', remediationStatus: 'Not Remediated' },
    becomes: { class_uid: 2004, severity_id: 2, action_id: 3, status_detail: 'Not Remediated' },
  },
])
