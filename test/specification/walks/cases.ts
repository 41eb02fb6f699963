/** Cases: clocks, tasks, transitions, summaries (2.5 and section 3), and the alert's envelope (2.1). */
import assert from 'node:assert/strict'
import { type ApiTarget, ask } from '../door.ts'
import { event } from '../operations/specified-operation.ts'
import { expectStatus, walk } from './walk.ts'

type Case = {
  readonly id: string
  readonly case_number: string
  readonly ack_due_at: string | null
  readonly sla: Record<string, { state: string; reason: string | null }>
}
const open = (door: ApiTarget, body: object = {}) =>
  expectStatus<Case>(door, 201, 'POST /cases', { body: { title: 'walked', severity: 'info', ...body } })
const items = async <T>(door: ApiTarget, line: string) => (await expectStatus<{ items: T[] }>(door, 200, line)).items

const SECTIONS = [
  'headline',
  'overview',
  'detection',
  'response',
  'timeline',
  'went_well',
  'fell_short',
  'action_items',
]
const OVERVIEW = [
  'label',
  'opened_at',
  'triaged_at',
  'resolved_at',
  'closed_at',
  'severity',
  'status',
  'techniques_by_tactic',
]
const COUNTERS = ['actions_taken', 'actions_overdue', 'automated_count', 'effectiveness_score']

export const CASES = [
  walk(
    '2.1',
    'GET /alerts/{id}: narrative, related entities in buckets with pivot links, a mini-timeline of at most six, recommended actions',
    async (door) => {
      const { id } = await expectStatus<{ id: string }>(door, 201, 'POST /alerts/submit', { body: { events: [event] } })
      type Envelope = {
        narrative: string
        related_entities: { group: string; pivot: string }[]
        mini_timeline: unknown[]
        recommended_actions: unknown[]
      }
      const alert = await expectStatus<Envelope>(door, 200, `GET /alerts/${id}`)
      const groups = [...new Set(alert.related_entities.map(({ group }) => group))]
      assert.ok(
        alert.narrative !== '' && groups.length > 0 && alert.related_entities.every(({ pivot }) => pivot !== ''),
      )
      assert.ok(alert.mini_timeline.length <= 6 && alert.recommended_actions.length > 0)
      return `buckets ${groups.join(', ')}; ${alert.recommended_actions.length} actions`
    },
  ),
  walk('2.5', 'a case without a matching policy has no target and a stated reason', async (door) => {
    const { ack_due_at, sla } = await open(door)
    assert.equal(ack_due_at, null)
    assert.deepEqual([sla.ack?.state, typeof sla.ack?.reason], ['no_target', 'string'])
    return `no_target: ${sla.ack?.reason}`
  }),
  walk('4.3', 'a case is read by its number and by its UUID', async (door) => {
    const { id, case_number } = await open(door)
    assert.equal((await expectStatus<Case>(door, 200, `GET /cases/${case_number}`)).id, id)
    return case_number
  }),
  walk(
    '3',
    'resolved adds a system comment that points to the summary, and a transition with actor and actor_kind',
    async (door) => {
      const { id } = await open(door)
      await expectStatus(door, 200, `PATCH /cases/${id}`, { body: { status: 'resolved' } })
      const [comment] = await items<{ body: string; is_system: boolean }>(door, `GET /cases/${id}/comments`)
      const [transition] = await items<{ actor: string; actor_kind: string; to_status: string }>(
        door,
        `GET /cases/${id}/transitions`,
      )
      assert.ok(comment?.is_system && /\/summary/.test(comment.body))
      assert.deepEqual([transition?.to_status, transition?.actor_kind], ['resolved', 'human'])
      return `${transition?.to_status} by ${transition?.actor_kind}; ${comment.body.slice(0, 60)}...`
    },
  ),
  walk(
    '8',
    'a task with depends_on_task_id is blocked until that one is done, and the refusal names it',
    async (door) => {
      const { id } = await open(door)
      const first = await expectStatus<{ id: string }>(door, 201, `POST /cases/${id}/tasks`, {
        body: { title: 'the first one' },
      })
      const second = await expectStatus<{ id: string }>(door, 201, `POST /cases/${id}/tasks`, {
        body: { title: 'the second one', depends_on_task_id: first.id },
      })
      const refused = await ask(door, `PATCH /cases/${id}/tasks/${second.id}`, { body: { status: 'done' } })
      assert.ok(
        refused.status === 409 && refused.text.includes('the first one'),
        `${refused.status}: ${refused.text.slice(0, 200)}`,
      )
      await expectStatus(door, 200, `PATCH /cases/${id}/tasks/${first.id}`, { body: { status: 'done' } })
      await expectStatus(door, 200, `PATCH /cases/${id}/tasks/${second.id}`, { body: { status: 'done' } })
      return `409: ${String(refused.detail).slice(0, 120)}; then done`
    },
  ),
  walk(
    '2.5',
    'the post-mortem has its sections and counters, at least one action item, no analyst name, and escaped text in HTML',
    async (door) => {
      const { id } = await open(door, { title: 'walked <b>bold</b>' })
      await expectStatus(door, 201, `POST /cases/${id}/comments`, { body: { body: 'a comment' } })
      await expectStatus(door, 200, `PATCH /cases/${id}`, { body: { status: 'closed' } })
      const report = await expectStatus<Record<string, unknown>>(door, 200, `GET /cases/${id}/postmortem`)
      const { overview, response, action_items } = report as {
        overview: object
        response: object
        action_items: { category: string; priority: string }[]
      }
      assert.deepEqual(
        SECTIONS.filter((name) => !(name in report)),
        [],
      )
      assert.deepEqual(
        OVERVIEW.filter((name) => !(name in overview)),
        [],
      )
      assert.deepEqual(
        COUNTERS.filter((name) => !(name in response)),
        [],
      )
      assert.ok(action_items.length > 0)
      const { email } = await expectStatus<{ email: string }>(door, 200, 'GET /users/me')
      assert.ok(!JSON.stringify(report).includes(email), 'an analyst is named')
      const html = await ask(door, `GET /cases/${id}/postmortem?format=html`)
      assert.ok(html.text.includes('walked &lt;b&gt;bold') && !html.text.includes('<b>bold'))
      assert.match(html.headers.get('content-disposition') ?? '', /^inline; filename=/)
      return `${action_items.length} action items; ${html.headers.get('content-disposition')}`
    },
  ),
  walk(
    '2.5',
    'SLA, queue and escalation: a case is routed to the queue of lowest precedence and due by its policy',
    async (door) => {
      const policy = await expectStatus<{ id: string }>(door, 201, 'POST /cases/sla-policies', {
        body: {
          name: `walk ${Date.now()}`,
          severity: 'medium',
          ack_minutes: 15,
          resolve_minutes: 60,
          close_minutes: 120,
        },
      })
      const tag = `walked${Date.now()}`
      const queueOf = async (name: string, precedence: number) =>
        (
          await expectStatus<{ id: string }>(door, 201, 'POST /cases/queues', {
            body: {
              name: `${name} ${Date.now()}`,
              match_severity: ['medium'],
              match_tags: [tag],
              precedence,
              sla_policy_id: policy.id,
            },
          })
        ).id
      await queueOf('later', 7)
      const first = await queueOf('sooner', 6)
      const made = await expectStatus<Record<string, string>>(door, 201, 'POST /cases', {
        body: { title: 'walked', severity: 'medium', tags: [tag] },
      })
      assert.equal(made.queue_id, first)
      const minutes = (name: string) => (Date.parse(made[name] ?? '') - Date.parse(made.opened_at ?? '')) / 60_000
      assert.deepEqual(['ack_due_at', 'resolve_due_at', 'close_due_at'].map(minutes), [15, 60, 120])
      return 'the queue of precedence 6; due after 15, 60 and 120 minutes'
    },
  ),
]
