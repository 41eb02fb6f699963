import { sourceTests } from '../../mapping/source-tests.ts'
import { knowbe4 } from './mapping.ts'

sourceTests(knowbe4, [
  {
    name: 'an event of a person',
    record: {
      id: '7',
      external_id: 'e-7',
      user: { id: 5, email: 'kim@example.com' },
      source: 'DLP',
      description: 'sent a secret',
      occurred_date: '2026-11-27T10:11:12.000Z',
      risk: { level: 'high' },
      event_type: { id: 3, name: 'DLP' },
    },
    becomes: {
      class_uid: 0,
      severity_id: 4,
      time: 1795774272000,
      message: 'sent a secret',
      actor: { user: { name: 'kim@example.com' } },
    },
  },
  {
    name: 'a click in a simulation',
    record: {
      recipient_id: 9,
      pst_id: 3,
      user: { id: 5, email: 'kim@example.com' },
      template: { id: 1, name: 'Invoice' },
      clicked_at: '2026-11-27T10:11:12.000Z',
      ip: '198.51.100.7',
    },
    becomes: {
      class_uid: 4009,
      activity_name: 'Receive',
      message: 'Invoice',
      email: { to: ['kim@example.com'], subject: 'Invoice' },
      actor: { user: { name: 'kim@example.com' } },
    },
  },
])
