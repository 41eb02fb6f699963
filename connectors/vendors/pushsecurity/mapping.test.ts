import { sourceTests } from '../../mapping/source-tests.ts'
import { pushsecurity } from './mapping.ts'

sourceTests(pushsecurity, [
  {
    name: 'a password on a phishing page',
    record: {
      id: '1',
      object: 'PASSWORD_PHISHING',
      timestamp: 1704164645.0,
      version: '1',
      new: {
        mode: 'BLOCK',
        url: 'https://evil.example/',
        sourceIpAddress: '192.0.2.7',
        employee: { id: 'e', email: 'ann@example.org' },
      },
    },
    becomes: {
      class_uid: 2004,
      severity_id: 4,
      disposition_id: 2,
      finding_info: { uid: '1' },
      evidences: [{ url: { url_string: 'https://evil.example/' }, src_endpoint: { ip: '192.0.2.7' } }],
    },
  },
  {
    name: 'a logon',
    record: {
      id: '1',
      object: 'LOGIN',
      timestamp: 1704164645.0,
      new: {
        email: 'ann@example.org',
        accountId: 'a',
        appType: 'DROPBOX',
        appId: 'd',
        loginType: 'OIDC_LOGIN',
        identityProvider: 'GOOGLE_WORKSPACE',
        leakedPassword: true,
        sourceIpAddress: '192.0.2.7',
        os: 'WINDOWS',
      },
    },
    becomes: {
      class_uid: 3002,
      activity_id: 1,
      severity_id: 3,
      auth_protocol_id: 4,
      user: { email_addr: 'ann@example.org' },
      service: { name: 'DROPBOX' },
    },
  },
])
