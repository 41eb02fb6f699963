import { describe, expect, test } from 'vitest'
import { sourceTests } from '../../mapping/source-tests.ts'
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
    {
      name: 'a call of an agent that a guard blocks',
      record: {
        timestamp: '2024-01-02T03:04:05.678Z',
        model: 'm',
        prompt: 'p',
        user: 'ann',
        agent: 'helper',
        agent_id: 'a1',
        decision: 'blocked',
        reason: 'secrets',
      },
      becomes: {
        action: 'Denied',
        disposition: 'Blocked',
        status: 'Failure',
        status_detail: 'secrets',
        actor: { user: { name: 'ann' }, app_name: 'helper', app_uid: 'a1' },
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

test('an agent is no user', () => {
  const event = aiRuntime.toOcsf({
    timestamp: '2024-01-02T03:04:05Z',
    model: 'm',
    prompt: 'p',
    agent: 'helper',
    agent_id: 'a1',
  })
  expect(event).toMatchObject({ actor: { app_name: 'helper', app_uid: 'a1' } })
  expect(event).not.toHaveProperty('actor.user')
})
