/** Alerts, rules, proposals and hunts. */
import { randomUUID } from 'node:crypto'
import { event, list, made, NOBODY, type SpecifiedOperation } from './specified-operation.ts'

const RULE = `title: walk\nid: ${randomUUID()}\nlogsource: { category: test }\ndetection: { a: { a: b }, condition: a }`

export const DETECTION: readonly SpecifiedOperation[] = [
  {
    section: '4.2',
    line: 'POST /alerts',
    body: { title: 'walk', severity: 'high', affected_users: ['ann'] },
    status: [201],
    makes: 'alert',
    members: ['ai_score', 'ai_summary', 'ai_recommendations list', 'disposition', 'rule_id', 'metadata object'],
  },
  {
    section: '4.2',
    line: 'POST /alerts/submit',
    body: { events: [event] },
    status: [200, 201],
    members: ['alert_id string', 'id string', 'status string'],
  },
  {
    section: '4.2',
    line: 'GET /alerts',
    status: [200],
    members: ['items.id string', 'items.title string', 'items.severity string', 'items.status string'],
  },
  {
    section: '4.2',
    line: 'GET /alerts/{alert}',
    status: [200],
    members: ['narrative string', 'related_entities list', 'mini_timeline list', 'recommended_actions list'],
  },
  { section: '4.2', line: 'PATCH /alerts/{alert}', body: { priority: 5 }, status: [200] },
  { section: '4.2', line: 'POST /alerts/{alert}/assign', body: { assignee: null }, status: [200] },
  ...list('4.2', 200, 'GET /rules'),
  ...list('4.2', 422, 'POST /rules', `PUT /rules/${NOBODY}`),
  ...list('4.2', 404, `DELETE /rules/${NOBODY}`, `POST /rules/${NOBODY}/enable`),
  ...list('4.2', 200, 'GET /detections'),
  ...list('4.2', 422, 'POST /detections'),
  ...list('4.2', 200, 'GET /detections/stats', 'GET /detection-proposals'),
  {
    section: '4.2',
    line: 'POST /detection-proposals',
    body: {
      title: 'walk',
      description: 'walk',
      logic: 'title: t\nlogsource: {product: windows}\ndetection:\n  s: {EventID: 4625}\n  condition: s\n',
    },
    status: [201],
    makes: 'proposal',
  },
  {
    section: '4.2',
    line: 'GET /detection-proposals/{proposal}',
    status: [200],
    members: ['title string', 'description string', 'logic string', 'proposed_by_id', 'review_comments list'],
  },
  ...['comment', 'eval', 'evaluate-rule', 'decide'].map((verb) => ({
    section: '4.2',
    line: `POST /detection-proposals/{proposal}/${verb}`,
    status: [422],
  })),
  ...list('4.2', 412, 'POST /detection-proposals/{proposal}/promote'),
  made('4.2', 'POST /detection-proposals/{proposal}/comment', { comment: 'walk' }, 200),
  made('4.2', 'POST /detection-proposals/{proposal}/eval', { eval_report: { score: 1 } }, 200),
  made('4.2', 'POST /detection-proposals/{proposal}/decide', { decision: 'approve' }, 403),
  made(
    '4.2',
    'POST /detection-proposals/{proposal}/evaluate-rule',
    {
      positive_fixtures: [{ Channel: 'Security', EventID: 4625 }],
      negative_fixtures: [{ Channel: 'Security', EventID: 4624 }],
    },
    200,
  ),
  made('4.2', 'POST /detection-proposals/{proposal}/decide', { decision: 'reject' }, 200),
  made('4.2', 'POST /rules', { language: 'sigma', text: RULE }, 201, 'rule'),
  made('4.2', 'PUT /rules/{rule}', { text: RULE.replace('title: walk', 'title: walked') }, 200),
  made('4.2', 'POST /rules/{rule}/enable', {}, 200),
  ...list('4.2', 204, 'DELETE /rules/{rule}'),
  made(
    '4.2',
    'POST /detections',
    { rule_id: 'walk', rule_title: 'Walked', severity_id: 3, time: '2026-01-01T00:00:00Z' },
    201,
  ),
  made('4.2', 'POST /detection-proposals/baseline', { suite: 'walk', score: 1 }, 200),
  ...list('4.2', 200, 'GET /detection-proposals/baseline'),
  ...list('4.2', 422, 'POST /detection-proposals/baseline'),
  { section: '4.2', line: 'POST /federated/query', body: { query: '*' }, status: [200] },
  ...list('4.2', 200, 'GET /hunts'),
  ...list('4.2', 404, `GET /hunts/${NOBODY}`, `GET /hunts/${NOBODY}/results`),
  ...list('4.2', 200, 'GET /entity-risk', 'GET /entity-risk/ann'),
]
