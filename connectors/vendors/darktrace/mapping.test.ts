import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { darktrace } from './mapping.ts'

const event = (program: string, body: object) => recordOf(`<134>Mar  4 10:11:12 dt1 ${program} ${JSON.stringify(body)}`)

sourceTests(darktrace, [
  {
    name: 'a model is breached',
    record: event('darktrace', {
      pbid: 123,
      time: 1_709_547_072_000,
      score: 0.8,
      breachUrl: 'https://dt.corp.example/#modelbreach/123',
      model: { now: { name: 'Device::Beaconing', uuid: 'm-1', description: 'Calls home.', category: 'Critical' } },
      device: { ip: '192.0.2.7', hostname: 'pc7', macaddress: '00:53:00:00:00:07' },
    }),
    becomes: {
      class_uid: 2004,
      severity: 'Critical',
      finding_info: { title: 'Device::Beaconing', uid: '123', analytic: { uid: 'm-1' } },
      evidences: [{ src_endpoint: { ip: '192.0.2.7', hostname: 'pc7' } }],
    },
  },
  {
    name: 'a breach alone, as the API gives it',
    record: {
      ...{ pbid: 124, time: 1_795_774_272_000, percentscore: 71, breachUrl: 'https://dt.example/#modelbreach/124' },
      ...{ model: { name: 'Compromise::Beaconing', uuid: 'm-2' }, device: { ip: '10.0.0.9', hostname: 'ws1' } },
      mitreTechniques: [{ technique: 'Web Protocols', techniqueID: 'T1071.001', tactics: ['command-and-control'] }],
    },
    becomes: {
      ...{ class_uid: 2004, severity: 'High', time: 1_795_774_272_000, device: { hostname: 'ws1', ip: '10.0.0.9' } },
      finding_info: { uid: '124', src_url: 'https://dt.example/#modelbreach/124' },
      attacks: [{ technique: { uid: 'T1071.001' } }],
    },
  },
  {
    name: 'an incident of the analyst, alone',
    record: {
      ...{ id: 'i1', title: 'Unusual SSH', summary: 'words', aiaScore: 35, createdAt: 1_795_774_272_000 },
      ...{ incidentEventUrl: 'https://dt.example/#aiaincidentevent/1', relatedBreaches: [], acknowledged: true },
      breachDevices: [{ identifier: 'ws1', hostname: 'ws1', ip: '10.0.0.9', mac: null }],
    },
    becomes: {
      ...{ class_uid: 2004, severity: 'Medium', status: 'Resolved', device: { hostname: 'ws1' } },
      finding_info: { uid: 'i1', title: 'Unusual SSH', src_url: 'https://dt.example/#aiaincidentevent/1' },
      evidences: [{ src_endpoint: { ip: '10.0.0.9' } }],
    },
  },
  {
    name: 'somebody fails to sign in',
    record: event('darktrace_audit', {
      username: 'alice',
      method: 'POST',
      endpoint: '/login',
      ip: '192.0.2.7',
      status: 302,
      description: 'Failed login',
    }),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'alice' }, src_endpoint: { ip: '192.0.2.7' } },
  },
  {
    name: 'somebody changes a model',
    record: event('darktrace_audit', {
      username: 'alice',
      method: 'POST',
      endpoint: '/models',
      ip: '192.0.2.7',
      status: 200,
      description: 'Edited model',
    }),
    becomes: { class_uid: 6003, api: { operation: 'Edited model' }, http_response: { code: 200 } },
  },
  {
    name: 'the appliance about itself has no class',
    record: event('darktrace', {
      last_updated: 1_709_547_072.5,
      message: 'Traffic is high',
      uuid: 'a-1',
      alert_name: 'High Traffic',
      priority_level: 'medium',
    }),
    becomes: { class_uid: 0, severity: 'Medium', message: 'Traffic is high', time: 1_709_547_072_500 },
  },
  {
    name: 'somebody signs in',
    record: event('darktrace_audit', {
      username: 'alice',
      method: 'POST',
      endpoint: '/login',
      ip: '192.0.2.7',
      status: 302,
      description: 'Successful login',
    }),
    becomes: { class_uid: 3002, status: 'Success', user: { name: 'alice' } },
  },
])
