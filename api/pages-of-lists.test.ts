/** Lists that grow without end: a walk along the cursor reaches every row, however many there are, once and in order. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantId } from '../platform/tenant.ts'
import { withTenant } from '../stores/postgres/pool.ts'
import { makeAdmin, newTenant, startTestApi, type TestApi } from './test-api.ts'

type List = {
  readonly path: string
  /** Member of an item that identifies it. */
  readonly key?: string
  readonly rows: number
  /** Statements that insert row number `g`, whose id is `ID` and whose time is `AT`. */
  readonly insert: string
  /** Three more rows, with the second text in place of the first, do not match the filter. */
  readonly others?: readonly [string, string]
  /** Numbers of the rows in the order of the list, of all of them in descending order. */
  readonly order?: (newest: readonly number[]) => readonly number[]
}

/** Two rows share a time, and times differ by less than a JavaScript date can tell. */
const AT = `timestamptz '2026-03-01T00:00:00Z' + (g / 2) * interval '1 microsecond'`
const ID = `('00000000-0000-4000-8000-' || lpad(to_hex(g), 12, '0'))::uuid`
const NOBODY = '00000000-0000-4000-8000-000000000000'
const OTHER = '00000000-0000-4000-9000-000000000000'
const HASH = `decode('${'00'.repeat(32)}', 'hex')`
const SHA = 'a'.repeat(64)
const LIMIT_MAX = 500
const idOf = (row: number) => `00000000-0000-4000-8000-${row.toString(16).padStart(12, '0')}`
/** The other rows of a list that is tried with a filter and without. */
const without = (path: string, matching: string, other: string): Pick<List, 'others'> =>
  path.includes('?') ? { others: [matching, other] } : {}
/** The rest of a statement refers to the id of an approval. */
const APPROVED = `WITH approved AS (
    INSERT INTO approvals (title, summary, risk_level, digest, action, requested_by, requested_by_kind, quorum, status,
      decided_at, expires_at)
    VALUES ('Block', 'drill', 'low', ${HASH}, '{}', 'ann', 'user', 1, 'approved',
      '2026-03-01', '2026-03-01') RETURNING id)`
const openFirst = (newest: readonly number[]) => [
  ...newest.filter((row) => row <= OPEN),
  ...newest.filter((row) => row > OPEN),
]
/** The rows up to this one are open, and older than all others. */
const OPEN = 3
const oldestFirst = (newest: readonly number[]) => newest.toReversed()

const PURPLE_ALARMS = `INSERT INTO purple_alarms (id, subject, title, missed_by, detected_by, raised_at, resolved_at)
  SELECT ${ID}, 'test ' || g, 'Lost', '${NOBODY}', '${NOBODY}', ${AT}, CASE WHEN g > ${OPEN} THEN ${AT} END FROM numbers`

const LISTS: readonly List[] = [
  {
    path: 'autonomy-policy/closure-audits',
    key: 'alert_id',
    rows: 203,
    insert: `WITH made AS (
        INSERT INTO alerts (id, title, severity, priority, first_seen, last_seen, search_text)
        SELECT ${ID}, 'Closed', 3, 50, ${AT}, ${AT}, 'closed' FROM numbers)
      INSERT INTO closure_audits (alert_id, week, closed_as, drawn_at)
      SELECT ${ID}, '2026-03-02', 'false_positive', ${AT} FROM numbers`,
    order: oldestFirst,
  },
  {
    path: 'autonomy-policy/verb-decisions',
    rows: 503,
    insert: `INSERT INTO verb_decisions (id, action_id, mode, verb, target, alert_class, asked_by, decided_at)
      SELECT ${ID}, ${ID}, 'shadow', 'block_ip', '203.0.113.1', 'network', 'automation', ${AT} FROM numbers`,
  },
  {
    path: 'autonomy-policy/verb-decisions?verb=isolate_host',
    rows: 503,
    insert: `INSERT INTO verb_decisions (id, action_id, mode, verb, target, alert_class, asked_by, decided_at)
      SELECT ${ID}, ${ID}, 'shadow', 'isolate_host', 'host', 'network', 'automation', ${AT} FROM numbers`,
    others: ['isolate_host', 'block_ip'],
  },
  {
    path: 'honeytokens/events',
    rows: 1003,
    insert: `INSERT INTO honeytoken_touches
        (id, honeytoken_id, source_ip, method, headers, classification, threat_score, triggered_at, webhook)
      SELECT ${ID}, '${NOBODY}', '203.0.113.1', 'GET', '{}', 'browser', 50, ${AT}, 'off' FROM numbers`,
  },
  {
    path: 'honeytokens/TOKEN/events',
    rows: 1003,
    insert: `INSERT INTO honeytoken_touches
        (id, honeytoken_id, source_ip, method, headers, classification, threat_score, triggered_at, webhook)
      SELECT ${ID}, 'TOKEN', '203.0.113.1', 'GET', '{}', 'browser', 50, ${AT}, 'off' FROM numbers`,
    others: ['TOKEN', NOBODY],
  },
  {
    path: 'governance/export-signatures',
    rows: 10_003,
    insert: `WITH made AS (
        INSERT INTO export_signing_keys (key_id, public_key, private_sealed)
        VALUES ('${'0'.repeat(32)}', ${HASH}, 'vault:v1:sealed'))
      INSERT INTO export_signatures
        (id, export_kind, content_sha256, query_digest, row_count, is_whole, key_id, signature, exported_by, signed_at)
      SELECT ${ID}, 'alerts', '${SHA}', '${SHA}', 1, true, '${'0'.repeat(32)}', repeat('s', 86), 'ann', ${AT} FROM numbers`,
  },
  {
    path: 'governance/residency/violations',
    rows: 10_003,
    insert: `INSERT INTO residency_violations (id, operation, destination, detail, refused, occurred_at)
      SELECT ${ID}, 'export', 'us.example', 'no region', true, ${AT} FROM numbers`,
  },
  {
    path: 'governance/retention/runs',
    rows: 5,
    insert: `INSERT INTO retention_runs (id, class, before, removed, ran_at)
      SELECT ${ID}, 'alerts', ${AT}, 1, ${AT} FROM numbers`,
  },
  {
    path: 'governance/subject-deletions',
    rows: 503,
    insert: `INSERT INTO subject_deletions (id, subject_kind, subject_value, state, requested_by, requested_at, completed_at)
      SELECT ${ID}, 'user', 'carol', 'refused', 'ann', ${AT}, ${AT} FROM numbers`,
  },
  {
    path: 'dead-letters/replays',
    rows: 503,
    insert: `INSERT INTO dead_letter_replays (id, state, source, reason, until_time, requested_by, created_at, ended_at)
      SELECT ${ID}, 'done', '', '', ${AT}, 'ann', ${AT}, ${AT} FROM numbers`,
  },
  {
    path: 'purple-team/host-runs',
    rows: 1003,
    insert: `INSERT INTO purple_host_runs (id, atomic_id, atomic_name, technique, host, evidence, steps, limit_seconds, expected,
        state, requested_by, requested_at, expires_at, ended_at)
      SELECT ${ID}, '${NOBODY}', 'List users', 'T1087', 'host', 'host', jsonb_build_object('executor', 'sh', 'command', 'id',
        'cleanup', null, 'needs_elevation', false, 'platforms', '[]'::jsonb, 'prerequisites', '[]'::jsonb), 60, '[]',
        'cancelled', 'ann', ${AT}, ${AT}, ${AT} FROM numbers`,
  },
  ...['purple-team/expectations', `purple-team/expectations?host_run=${NOBODY}`].map((path) => ({
    path,
    rows: 1003,
    insert: `INSERT INTO purple_expectations
        (id, host_run_id, technique, host, evidence, since_at, deadline_at, state, created_by, created_at, decided_at)
      SELECT ${ID}, '${NOBODY}', 'T1087', 'host', 'host', ${AT}, ${AT}, 'missed', 'ann', ${AT}, ${AT} FROM numbers`,
    ...without(path, NOBODY, OTHER),
  })),
  ...['purple-team/rounds', `purple-team/rounds?schedule=${NOBODY}`].map((path) => ({
    path,
    rows: 1003,
    insert: `INSERT INTO purple_rounds (id, schedule_id, name, mode, tests, started_at, ended_at)
      SELECT ${ID}, '${NOBODY}', 'Nightly', 'dry', 1, ${AT}, ${AT} FROM numbers`,
    ...without(path, NOBODY, OTHER),
  })),
  {
    path: 'purple-team/alarms',
    rows: 1003,
    insert: PURPLE_ALARMS,
    order: openFirst,
  },
  {
    path: 'purple-team/alarms?open=false',
    rows: 1003,
    insert: PURPLE_ALARMS,
    order: (newest) => newest.filter((row) => row > OPEN),
  },
  {
    path: 'sources/alarms',
    rows: 1003,
    insert: `INSERT INTO source_alarms (id, source, kind, reason, alert_id, began_at, ended_at)
      SELECT ${ID}, 'source ' || g, 'silent', 'silent', '${NOBODY}', ${AT}, CASE WHEN g > ${OPEN} THEN ${AT} END FROM numbers`,
    order: openFirst,
  },
  {
    path: 'osquery/queries',
    rows: 1003,
    insert: `INSERT INTO osquery_queries (id, sql, requested_by, created_at, deadline)
      SELECT ${ID}, 'SELECT 1', 'ann', ${AT}, ${AT} FROM numbers`,
  },
  {
    path: 'sandbox/submissions',
    rows: 1003,
    insert: `INSERT INTO svc_sandbox_submissions
        (id, provider, kind, artefact, outcome, reason, uploaded, requested_by, created_at)
      SELECT ${ID}, 'local', 'lookup', '${SHA}', 'not_seen', 'unknown', false, 'ann', ${AT} FROM numbers`,
  },
  {
    path: 'phishing/submissions',
    rows: 1003,
    insert: `INSERT INTO phishing_submissions (id, artifact_kind, verdict, score, analysis, submitted_by, created_at)
      SELECT ${ID}, 'url', 'no_signs', 0, '{"signals": [], "auth": null, "links": [], "attachments": [], "hashes": [],
        "domains": [], "notChecked": []}', 'ann', ${AT} FROM numbers`,
  },
  {
    path: 'intel/misp-pushes',
    key: 'indicator_id',
    rows: 5003,
    insert: `INSERT INTO misp_pushes (indicator_id, state, requested_at) SELECT ${ID}, 'failed', ${AT} FROM numbers`,
  },
  ...['detection-proposals', 'detection-proposals?status=rejected'].map((path) => ({
    path,
    rows: 5003,
    insert: `INSERT INTO detection_proposals
        (id, title, description, rule_language, rule_body, mitre_tags, status, fixtures, created_at)
      SELECT ${ID}, 'Rule', 'Rule', 'sigma', 'title: Rule', '{}', 'rejected', '{"positives": [], "negatives": []}', ${AT}
      FROM numbers`,
    ...without(path, 'rejected', 'proposed'),
  })),
  {
    path: 'agent-comparisons',
    rows: 103,
    insert: `INSERT INTO model_comparisons (id, status, run_ids, requested_by, created_at, completed_at)
      SELECT ${ID}, 'completed', ARRAY['${NOBODY}'::uuid], 'ann', ${AT}, ${AT} FROM numbers`,
  },
  {
    path: 'alerts/ALERT/investigations',
    rows: 503,
    insert: `INSERT INTO investigation_runs (id, kind, alert_id, status, judged_by, requested_by, started_at, completed_at)
      SELECT ${ID}, 'triage', 'ALERT', 'completed', 'rules', 'alert', ${AT}, ${AT} FROM numbers`,
    others: ['ALERT', NOBODY],
  },
  {
    path: 'investigation-questions',
    key: 'run_id',
    rows: 203,
    insert: `INSERT INTO investigation_runs (id, kind, case_id, status, judged_by, requested_by, started_at, deadline)
      SELECT ${ID}, 'investigation', '${NOBODY}', 'running', 'model', 'ann', ${AT}, ${AT} FROM numbers;
      INSERT INTO investigation_events (run_id, seq, kind, agent, summary, payload, input_hash, output_hash, duration_ms,
        created_at, previous_hash, hash)
      SELECT ${ID}, 1, 'question', 'investigator', 'Is this host known?', '{}', ${HASH}, ${HASH}, 0, ${AT}, ${HASH}, ${HASH}
      FROM numbers`,
    order: oldestFirst,
  },
  {
    path: 'standing-approvals',
    rows: 1003,
    insert: `${APPROVED}
      INSERT INTO standing_approvals
        (id, action_type, targets, parameters, reason, from_at, until_at, uses_max, approval_id, created_at)
      SELECT ${ID}, 'block_ip', '{203.0.113.1}', '{}', 'drill', ${AT}, ${AT} + interval '1 day', 1, approved.id, ${AT}
      FROM approved, numbers`,
  },
  {
    path: 'campaigns',
    rows: 503,
    insert: `${APPROVED}
      INSERT INTO campaigns (id, title, action_type, parameters, rationale, requested_by, approval_id, created_at)
      SELECT ${ID}, 'Block', 'block_ip', '{}', 'drill', '${NOBODY}', approved.id, ${AT} FROM approved, numbers`,
  },
  {
    path: 'events/searches',
    rows: 203,
    insert: `INSERT INTO search_jobs
        (id, state, started_by, query, fields, asked_at, from_time, to_time, at_time, slice_ms, created_at, ended_at)
      SELECT ${ID}, 'done', 'ann', 'x', '{}', ${AT}, ${AT}, ${AT}, ${AT}, 1, ${AT}, ${AT} FROM numbers`,
  },
  {
    path: 'cases/CASE/tickets',
    key: 'action_id',
    rows: 203,
    insert: `INSERT INTO tickets (action_id, case_id, executor, ref, created_at)
      SELECT ${ID}, 'CASE', 'jira', 'SOC-' || g, ${AT} FROM numbers`,
    order: oldestFirst,
  },
  {
    path: 'cases/CASE/notifications',
    rows: 503,
    insert: `WITH noted AS (
        INSERT INTO notifications (kind, title, body, path, about_kind, about_id, dedupe_key, created_at)
        VALUES ('case_assigned', 'Assigned', '', '/cases', 'case', 'CASE', 'pages', '2026-03-01') RETURNING id)
      INSERT INTO notification_deliveries (id, notification_id, receiver, channel, address, status, is_urgent, is_digestible,
        place, created_at)
      SELECT ${ID}, noted.id, 'ann', 'mail', g || '@soc.example', 'sent', false, false, 0, ${AT} FROM noted, numbers`,
    order: oldestFirst,
  },
]

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
}, 120_000)
afterAll(() => api?.close())

describe.each(LISTS)('$path', ({ path, key = 'id', rows, insert, others, order = (newest) => newest }) => {
  let tenant: TenantId
  let token: string
  let filled: (text: string) => string

  beforeAll(async () => {
    tenant = await newTenant(api, 'pages')
    token = await makeAdmin(api, tenant)
    const made = async (where: string, body: object) => (await api.ask('POST', where, { token, body })).body.id
    const honeytoken = path.includes('TOKEN') ? await made('honeytokens', { name: 'decoy', token_type: 'url' }) : ''
    const alert = path.includes('ALERT')
      ? await made('alerts', { title: 'Odd sign-in', severity: 'high', rule_id: 'r' })
      : ''
    const ofCase = path.includes('CASE') ? await made('cases', { title: 'Breach', severity: 'high' }) : ''
    filled = (text) =>
      text
        .replaceAll('TOKEN', honeytoken)
        .replaceAll('ALERT', alert)
        .replaceAll(/\bCASE\b(?! WHEN)/g, ofCase)
    const inserted = (sql: string, first: number, last: number) =>
      withTenant(api.owner, tenant, async (tx) => {
        const whole = filled(sql).replaceAll('numbers', `generate_series(${first}, ${last}) g`)
        for (const statement of whole.split(';')) await tx.run(statement)
      })
    await inserted(insert, 1, rows)
    if (others !== undefined) await inserted(insert.replaceAll(...others), rows + 1, rows + 3)
  }, 120_000)

  async function pageAt(limit: number, cursor: string | undefined) {
    const query = new URLSearchParams({ limit: String(limit), ...(cursor === undefined ? {} : { cursor }) })
    const where = filled(path)
    const { status, body, text } = await api.ask('GET', `${where}${where.includes('?') ? '&' : '?'}${query}`, { token })
    expect([status, text]).toEqual([200, text])
    const ids: string[] = body.items.map((item: Record<string, string>) => item[key])
    return { ids, next: body.next_cursor as string | undefined }
  }

  const expected = order(Array.from({ length: rows }, (_, at) => rows - at)).map(idOf)

  test('small pages follow one another in order, also between rows of one time', async () => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const { ids, next } = await pageAt(2, cursor)
      found.push(...ids)
      cursor = next
    } while (cursor !== undefined && found.length < 8)
    expect(found).toEqual(expected.slice(0, found.length))
    expect(found.length).toBe(Math.min(8, expected.length))
  })

  test('a walk reaches every row once', async () => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const { ids, next } = await pageAt(LIMIT_MAX, cursor)
      found.push(...ids)
      cursor = next
    } while (cursor !== undefined)
    expect(found).toEqual(expected)
  })

  test.each(['nonsense', Buffer.from('open|2026-03-01').toString('base64url')])(
    'cursor %s answers 422',
    async (cursor) => {
      const where = filled(path)
      const { status } = await api.ask('GET', `${where}${where.includes('?') ? '&' : '?'}cursor=${cursor}`, { token })
      expect(status).toBe(422)
    },
  )
})
