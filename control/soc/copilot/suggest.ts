/** Suggests next steps for a resource, from its rows alone. */

import { AppError } from '../../../platform/errors.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import { int } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { findRule, isBuiltIn } from '../../detect/detections/index.ts'
import { runsAbout } from '../../respond/agents/index.ts'
import { getPlaybook, runsPage } from '../../respond/playbooks/index.ts'
import { getAlert, recommendedActions } from '../alerts/index.ts'
import { getCase, tasksPage } from '../cases/index.ts'
import { type Advice, type ResourceType, type Suggestion, suggestionsOf } from './suggestion.ts'

const TASKS_LOOKED_AT = 200
const RUNS_LOOKED_AT = 20
/** Number of verdicts from which on a rule's alerts say something about the rule. */
const JUDGED_MIN = 5
const MOSTLY_NONE = 0.8
const SURELY_NONE = 0.95
const SURELY_JUDGED = 20

/** Throws `not_found`. */
export async function suggest(tx: TenantTx, type: ResourceType, id: string): Promise<Suggestion[]> {
  if ((type === 'alert' || type === 'playbook') && !isUuid(id)) throw new AppError('not_found', `no ${type} ${id}`)
  return suggestionsOf(type, id, await ADVISE[type](tx, id))
}

const ADVISE: Readonly<Record<ResourceType, (tx: TenantTx, id: string) => Promise<Advice[]>>> = {
  alert: adviseOnAlert,
  case: adviseOnCase,
  rule: adviseOnRule,
  playbook: adviseOnPlaybook,
}

/** The advice on an alert that the copilot can carry out. */
const RUNNABLE: Readonly<Record<string, Advice['action']>> = {
  'Claim the alert': 'claim',
  'Escalate the alert': 'escalate',
  'Open a case with this alert': 'open_case',
}

async function adviseOnAlert(tx: TenantTx, id: string): Promise<Advice[]> {
  const alert = await getAlert(tx, id)
  return recommendedActions(alert).map(({ action: title, rationale, risk }) => {
    const action = title === 'Open a case with this alert' && alert.caseId !== null ? undefined : RUNNABLE[title]
    return { title, rationale, risk, ...(action === undefined ? {} : { action }) }
  })
}

async function adviseOnCase(tx: TenantTx, id: string): Promise<Advice[]> {
  const found = await getCase(tx, id)
  if (found.status === 'resolved' || found.status === 'closed') return []
  const advice: Advice[] = []
  if (found.assigneeId === null)
    advice.push({ title: 'Take the case', rationale: 'Nobody has it.', risk: 'low', action: 'take' })
  if ((await runsAbout(tx, { caseId: found.id }, 1)).length === 0)
    advice.push({
      ...{ title: 'Start an investigation', rationale: 'No agent has looked at it.', risk: 'low' },
      action: 'investigate',
    })
  const tasks = (await tasksPage(tx, [found.id], TASKS_LOOKED_AT, null)).map(({ item }) => item)
  const open = tasks.filter(({ status }) => status !== 'done')
  const [next] = open
  if (next !== undefined)
    advice.push({ title: `Go on with: ${next.title}`, rationale: `${open.length} tasks are open.`, risk: 'low' })
  else if (tasks.length > 0)
    advice.push({ title: 'Resolve the case', rationale: 'All of its tasks are done.', risk: 'medium' })
  return advice
}

type Judged = { readonly alerts: number; readonly judged: number; readonly none: number }

async function adviseOnRule(tx: TenantTx, id: string): Promise<Advice[]> {
  // Built-in rules are switched by their overlay, which only a person writes.
  const rule = isBuiltIn(id) ? { ruleIds: [id], isEnabled: true } : await findRule(tx, id)
  const { alerts, judged, none } = await judgedOf(tx, rule.ruleIds)
  const share = judged === 0 ? null : none / judged
  const sentence = `Of its ${alerts} alerts people judged ${judged}, and called ${none} no attack.`
  if (!rule.isEnabled)
    return [{ title: 'Switch the rule on', rationale: `It is off. ${sentence}`, risk: 'low', action: 'enable_rule' }]
  const advice: Advice[] = []
  if (share !== null && judged >= SURELY_JUDGED && share >= SURELY_NONE)
    advice.push({
      ...{ title: 'Switch the rule off', rationale: sentence, risk: 'medium' },
      ...(isBuiltIn(id) ? {} : { action: 'disable_rule' }),
    })
  if (share !== null && judged >= JUDGED_MIN && share >= MOSTLY_NONE)
    advice.push({ title: 'Write an exception to the rule', rationale: sentence, risk: 'medium' })
  if (alerts === 0)
    advice.push({
      ...{
        title: 'Run it over what is stored',
        rationale: 'It has made no alert: a backtest says whether it ever would.',
      },
      risk: 'low',
    })
  return advice
}

async function judgedOf(tx: TenantTx, ruleIds: readonly string[]): Promise<Judged> {
  const sql = /* sql */ `
    SELECT count(*)::int AS alerts, count(disposition)::int AS judged,
      count(*) FILTER (WHERE disposition IN ('false_positive', 'benign', 'benign_true_positive'))::int AS none
    FROM alerts WHERE rule_id = ANY($1)`
  const toJudged = (row: Parameters<typeof int>[0]) => {
    return { alerts: int(row, 'alerts'), judged: int(row, 'judged'), none: int(row, 'none') }
  }
  return (await tx.maybeOne(toJudged, sql, [ruleIds])) ?? { alerts: 0, judged: 0, none: 0 }
}

async function adviseOnPlaybook(tx: TenantTx, id: string): Promise<Advice[]> {
  const playbook = await getPlaybook(tx, id)
  const runs = (await runsPage(tx, id, RUNS_LOOKED_AT, null)).map(({ item }) => item)
  const real = runs.filter(({ dryRun }) => !dryRun)
  const failed = real.filter(({ status }) => status === 'failed').length
  const advice: Advice[] = []
  if (!runs.some(({ version }) => version === playbook.version))
    advice.push({
      ...{ title: 'Try it in a dry run', rationale: `Version ${playbook.version} never ran.`, risk: 'low' },
      action: 'dry_run',
    })
  if (!playbook.enabled)
    advice.push({
      ...{ title: 'Switch it on', rationale: 'It is off, and nothing starts it.', risk: 'medium' },
      action: 'enable_playbook',
    })
  if (failed > 0)
    advice.push({
      ...{ title: 'Look at the runs that failed', rationale: `${failed} of the last ${real.length} did.`, risk: 'low' },
    })
  return advice
}
