import { describe } from 'vitest'
import { sourceTests } from '../compile/source-tests.ts'
import { aiFinding, aiRuntime } from './mapping.ts'

describe('aiRuntime', () => {
  sourceTests(aiRuntime, [
    {
      name: 'a call',
      record: {
        timestamp: '2024-01-02T03:04:05.678Z',
        event_type: 'tool_call',
        model: 'm',
        prompt: 'p',
        user: 'ann',
        application: 'bot',
        client_ip: '192.0.2.7',
        status: 'success',
        session_id: 's',
      },
      becomes: {
        class_uid: 6003,
        status_id: 1,
        time: 1704164645678,
        api: { operation: 'tool_call' },
        actor: { user: { name: 'ann' }, app_name: 'bot' },
        resources: [{ name: 'm' }],
        src_endpoint: { ip: '192.0.2.7' },
      },
    },
  ])
})
describe('aiFinding', () => {
  sourceTests(aiFinding, [
    {
      name: 'a finding',
      record: {
        timestamp: '2024-01-02T03:04:05.678Z',
        finding_id: 'f',
        title: 'Prompt injection',
        severity: 'high',
        model: 'm',
        agent: 'bot',
        rule: 'pi',
        status: 'open',
      },
      becomes: {
        class_uid: 2004,
        activity_id: 1,
        severity_id: 4,
        status_id: 1,
        time: 1704164645678,
        finding_info: { uid: 'f', title: 'Prompt injection' },
        resources: [{ name: 'm' }],
      },
    },
  ])
})
