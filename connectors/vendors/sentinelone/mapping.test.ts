import { sourceTests } from '../../mapping/source-tests.ts'
import { sentinelone } from './mapping.ts'

sourceTests(sentinelone, [
  {
    name: 'a threat',
    record: {
      activitytype: 19,
      activityuuid: 'x',
      agentid: 'a',
      siteid: 's',
      createdat: '2024-01-02T03:04:05.678Z',
      threatid: 't',
      primarydescription: 'Threat found',
      data: {
        computername: 'pc',
        filedisplayname: 'a.exe',
        filepath: 'C:\\\\a.exe',
        confidencelevel: 'malicious',
        threatclassification: 'Trojan',
      },
    },
    becomes: {
      class_uid: 2004,
      activity_id: 1,
      severity_id: 4,
      time: 1704164645678,
      finding_info: { uid: 't', title: 'Trojan' },
      device: { hostname: 'pc', uid: 'a' },
      evidences: [{ file: { name: 'a.exe' } }],
    },
  },
  {
    name: 'a threat of the API that was stopped',
    record: {
      id: 'i',
      createdAt: '2024-01-02T03:04:05.678Z',
      agentRealtimeInfo: { agentComputerName: 'pc', agentId: 'a' },
      threatInfo: {
        threatId: 't',
        threatName: 'a.exe',
        confidenceLevel: 'malicious',
        mitigationStatus: 'mitigated',
        incidentStatus: 'unresolved',
        sha1: 'a'.repeat(40),
        createdAt: '2024-01-02T03:04:05.678Z',
      },
    },
    becomes: {
      class_uid: 2004,
      status: 'New',
      action: 'Denied',
      disposition: 'Blocked',
      evidences: [{ file: { name: 'a.exe', hashes: [{ algorithm: 'SHA-1' }] } }],
    },
  },
  {
    name: 'a logon to the console that fails',
    record: {
      activityType: 133,
      activityUuid: 'y',
      siteId: 's',
      createdAt: '2024-01-02T03:04:05.678Z',
      comments: 'invalid 2FA code',
      data: { username: 'ann', ipAddress: '192.0.2.7' },
    },
    becomes: {
      class_uid: 3002,
      activity_name: 'Logon',
      status: 'Failure',
      status_detail: 'invalid 2FA code',
      user: { name: 'ann' },
      src_endpoint: { ip: '192.0.2.7' },
    },
  },
  {
    name: 'an activity about a threat, whatever its number',
    record: {
      activityType: 2029,
      activityUuid: 'z',
      siteId: 's',
      createdAt: '2024-01-02T03:04:05.678Z',
      threatId: 't',
      primaryDescription: 'The verdict changed',
    },
    becomes: { class_uid: 2004, activity_name: 'Update', finding_info: { uid: 't' } },
  },
  {
    name: 'an activity about no threat has no class',
    record: {
      activityType: 90,
      activityUuid: 'z',
      siteId: 's',
      createdAt: '2024-01-02T03:04:05.678Z',
      agentId: 'a',
      primaryDescription: 'The agent has scanned',
      data: { computerName: 'pc' },
    },
    becomes: { class_uid: 0, message: 'The agent has scanned', device: { hostname: 'pc', uid: 'a' } },
  },
])
