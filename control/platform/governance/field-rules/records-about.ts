/** Records that belong to alerts and cases, whose hidden values other texts about these repeat. */
import type { RuledResource } from './field-rule.ts'

/** Records of each kind that are looked at. Where there are more, messages are withheld. */
export const RECORDS_MAX = 500

/** Resources beside alerts and cases, by the id of their own, of their alert or of their case. */
export const RECORDS: readonly (readonly [RuledResource, string])[] = [
  [
    'approval',
    /* sql */ `
      SELECT to_jsonb(r) - 'digest' AS record FROM approvals r
      WHERE id = ANY ($1::uuid[]) OR case_id = ANY ($1::uuid[]) OR alert_id = ANY ($1::uuid[])
      ORDER BY created_at DESC LIMIT ${RECORDS_MAX + 1}`,
  ],
  [
    'response_action',
    /* sql */ `
      SELECT to_jsonb(r) AS record FROM response_actions r
      WHERE id = ANY ($1::uuid[]) OR case_id = ANY ($1::uuid[]) OR alert_id = ANY ($1::uuid[])
      ORDER BY created_at DESC LIMIT ${RECORDS_MAX + 1}`,
  ],
  [
    'playbook_run',
    /* sql */ `
      SELECT to_jsonb(r) - 'document' AS record FROM playbook_runs r
      WHERE id = ANY ($1::uuid[]) OR case_id = ANY ($1::uuid[]) OR alert_id = ANY ($1::uuid[])
      ORDER BY started_at DESC LIMIT ${RECORDS_MAX + 1}`,
  ],
  [
    'comment',
    /* sql */ `
      SELECT to_jsonb(r) AS record FROM case_comments r WHERE case_id = ANY ($1::uuid[])
      ORDER BY created_at DESC LIMIT ${RECORDS_MAX + 1}`,
  ],
  [
    'timeline_event',
    /* sql */ `
      SELECT to_jsonb(r) AS record FROM (
        SELECT case_id, type, title, description, occurred_at FROM case_events
        UNION ALL SELECT case_id, 'comment', 'comment', body, created_at FROM case_comments) r
      WHERE case_id = ANY ($1::uuid[]) ORDER BY occurred_at DESC LIMIT ${RECORDS_MAX + 1}`,
  ],
  [
    'case_task',
    /* sql */ `
      SELECT to_jsonb(r) AS record FROM case_tasks r WHERE case_id = ANY ($1::uuid[])
      ORDER BY created_at DESC LIMIT ${RECORDS_MAX + 1}`,
  ],
  [
    'observable',
    /* sql */ `
      SELECT to_jsonb(r) AS record FROM case_observables r WHERE case_id = ANY ($1::uuid[])
      ORDER BY created_at DESC LIMIT ${RECORDS_MAX + 1}`,
  ],
  [
    'honeytoken_event',
    /* sql */ `
      SELECT to_jsonb(r) AS record FROM honeytoken_touches r
      WHERE id = ANY ($1::uuid[]) OR honeytoken_id = ANY ($1::uuid[]) OR alert_id = ANY ($1::uuid[])
      ORDER BY triggered_at DESC LIMIT ${RECORDS_MAX + 1}`,
  ],
  [
    'honeytoken',
    /* sql */ `
      SELECT to_jsonb(h) || jsonb_build_object('type', h.token_type) AS record FROM honeytokens h
      WHERE h.id = ANY ($1::uuid[]) OR EXISTS (SELECT FROM honeytoken_touches t
        WHERE t.honeytoken_id = h.id AND (t.id = ANY ($1::uuid[]) OR t.alert_id = ANY ($1::uuid[])))
      ORDER BY h.created_at DESC LIMIT ${RECORDS_MAX + 1}`,
  ],
]
