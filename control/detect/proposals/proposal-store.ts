import type { Placed, Position } from '../../../platform/paging.ts'
import { placed } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { PROPOSAL_LIMITS } from './limits.ts'
import { PROPOSALS, type Proposal, type ProposalState } from './proposal.ts'

export type NewProposal = Pick<
  Proposal,
  'title' | 'description' | 'language' | 'logic' | 'mitreTags' | 'baseRuleId' | 'fixtures' | 'proposedBy'
>

/** Null past the number of open ones. */
export function insertProposal(tx: TenantTx, newProposal: NewProposal): Promise<Proposal | null> {
  const sql = /* sql */ `
    INSERT INTO detection_proposals (title, description, rule_language, rule_body, mitre_tags, base_rule_id, fixtures, proposed_by)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8
    WHERE (SELECT count(*) FROM detection_proposals WHERE status NOT IN ('rejected', 'promoted')) < $9
    RETURNING ${PROPOSALS.columns}`
  const { title, description, language, logic, mitreTags, baseRuleId, fixtures, proposedBy } = newProposal
  const params = [title, description, language, logic, mitreTags, baseRuleId, JSON.stringify(fixtures), proposedBy]
  return tx.maybeOne(PROPOSALS.read, sql, [...params, PROPOSAL_LIMITS.open])
}

/** Newest first. */
export function proposalsPage(
  tx: TenantTx,
  status: ProposalState | null,
  limit: number,
  after: Position | null,
): Promise<Placed<Proposal>[]> {
  const sql = /* sql */ `
    SELECT ${PROPOSALS.columns}, created_at::text AS position FROM detection_proposals
    WHERE ($1::text IS NULL OR status = $1)
      AND ($2::timestamptz IS NULL OR (created_at, id) < ($2::timestamptz, $3::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $4`
  return tx.many(placed(PROPOSALS.read), sql, [status, after?.[0] ?? null, after?.[1] ?? null, limit])
}

export function proposal(tx: TenantTx, id: string): Promise<Proposal | null> {
  return tx.maybeOne(PROPOSALS.read, /* sql */ `SELECT ${PROPOSALS.columns} FROM detection_proposals WHERE id = $1`, [
    id,
  ])
}

/** Locks the proposal until this transaction ends. */
export function lockProposal(tx: TenantTx, id: string): Promise<Proposal | null> {
  return tx.maybeOne(
    PROPOSALS.read,
    /* sql */ `SELECT ${PROPOSALS.columns} FROM detection_proposals WHERE id = $1 FOR UPDATE`,
    [id],
  )
}

/** Writes the columns that can change. */
export function updateProposal(tx: TenantTx, to: Proposal): Promise<Proposal | null> {
  const sql = /* sql */ `
    UPDATE detection_proposals SET status = $2, fixture_result = $3, eval_result = $4, review_comments = $5, decided_by = $6,
      decision_comment = $7, decided_at = $8, promoted_rule_id = $9, updated_at = clock_timestamp()
    WHERE id = $1 RETURNING ${PROPOSALS.columns}`
  const { id, status, fixtureResult, evalResult, comments, decidedBy, decisionComment, decidedAt, promotedRuleId } = to
  const json = [fixtureResult, evalResult, comments].map((value) => (value === null ? null : JSON.stringify(value)))
  return tx.maybeOne(PROPOSALS.read, sql, [id, status, ...json, decidedBy, decisionComment, decidedAt, promotedRuleId])
}

export const BASELINES = tableInCamelCase('Baseline', {
  suite: column.text(),
  score: column.numeric(),
  payload: column.json<Readonly<Record<string, unknown>>>(),
  set_by: column.text(),
  set_at: column.time(),
})
export type Baseline = RowOf<typeof BASELINES>

export function baselines(tx: TenantTx): Promise<Baseline[]> {
  return tx.many(BASELINES.read, /* sql */ `SELECT ${BASELINES.columns} FROM eval_baselines ORDER BY suite`)
}

export function baselineOf(tx: TenantTx, suite: string): Promise<Baseline | null> {
  const sql = /* sql */ `SELECT ${BASELINES.columns} FROM eval_baselines WHERE suite = $1`
  return tx.maybeOne(BASELINES.read, sql, [suite])
}

/** Null for one suite more than a tenant may have. */
export function putBaseline(tx: TenantTx, baseline: Omit<Baseline, 'setAt'>): Promise<Baseline | null> {
  const sql = /* sql */ `
    INSERT INTO eval_baselines (suite, score, payload, set_by) SELECT $1, $2, $3, $4
    WHERE (SELECT count(*) FROM eval_baselines WHERE suite <> $1) < $5
    ON CONFLICT (tenant_id, suite) DO UPDATE SET score = $2, payload = $3, set_by = $4, set_at = clock_timestamp()
    RETURNING ${BASELINES.columns}`
  const { suite, score, payload, setBy } = baseline
  return tx.maybeOne(BASELINES.read, sql, [suite, score, JSON.stringify(payload), setBy, PROPOSAL_LIMITS.suites])
}
