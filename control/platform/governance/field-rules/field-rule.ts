import { column, type RowOf, table } from '../../../../stores/postgres/table.ts'

/** Resources that a rule may be about; `api/field-rules/shapes.ts` says where each of them is shown. */
export const RULED_RESOURCES = [
  'alert',
  'anomaly',
  'approval',
  'audit',
  'case',
  'case_task',
  'comment',
  'detection',
  'entity_risk',
  'event',
  'honeytoken',
  'honeytoken_event',
  'indicator',
  'investigation',
  'ledger_entry',
  'observable',
  'phishing_submission',
  'playbook_run',
  'response_action',
  'timeline_event',
  'user',
] as const
export type RuledResource = (typeof RULED_RESOURCES)[number]

export const TREATMENTS = ['redact', 'mask', 'hash', 'omit'] as const
export type Treatment = (typeof TREATMENTS)[number]

export const FIELD_RULES = table('FieldRule', {
  id: column.uuid(),
  resource: column.word(RULED_RESOURCES),
  field_path: column.text({ description: 'members from the outermost, joined by dots' }),
  visible_to_roles: column.texts({ description: 'roles that see the value; empty: none' }),
  treatment: column.word(TREATMENTS),
  enabled: column.bool(),
  created_by: column.text(),
  created_at: column.time(),
  updated_at: column.time(),
})
export type FieldRule = RowOf<typeof FIELD_RULES>
