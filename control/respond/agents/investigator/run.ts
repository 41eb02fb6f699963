/**
 * Investigations by a model: each step is written to the ledger before the next one is requested. A run is held by a
 * lease; its state is its ledger, so another process can continue it. Tools only read, and an action request is
 * identified by its entry, so an interrupted call can be repeated.
 */
import type { Egress } from '../../../../platform/egress/client.ts'
import { AppError } from '../../../../platform/errors.ts'
import { type TenantId, tenantId } from '../../../../platform/tenant.ts'
import type { Worker } from '../../../../platform/workers.ts'
import type { LakeSources } from '../../../../query/lake-sources.ts'
import type { Reader } from '../../../../stores/clickhouse/tenant-reader.ts'
import { text } from '../../../../stores/postgres/columns.ts'
import { jobs, NOW } from '../../../../stores/postgres/jobs.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../../stores/postgres/pool.ts'
import type { Offered } from '../../../detect/sandbox/index.ts'
import { type MutationDeps, performIn, type RecordAct } from '../../../platform/acting/index.ts'
import { askJson, type InTenant, type ModelAccess, type ModelDeps, modelAccess, total } from '../../models/index.ts'
import type { Tool } from '../../tool-servers/index.ts'
import { agentIn } from '../agent-actor.ts'
import { publishStep } from '../investigate.ts'
import {
  append,
  closeRun,
  digestOf,
  entriesOfRun,
  INVESTIGATIONS,
  type InvestigationRun,
  type LedgerEntry,
  type NewEntry,
} from '../ledger.ts'
import { toolsOfRun } from '../run-tools.ts'
import { isInjection } from '../sanitise/index.ts'
import { markUpIn } from '../sanitise/mark-up.ts'
import { type ActionAsk, askForAction, REQUEST_ACTION } from './ask-action.ts'
import { askAnalyst, questionOfRun, WAIT_FOR_ANALYST_MS } from './ask-analyst.ts'
import { type NextStep, questionOf, readNextStep } from './question.ts'
import { type Conclusion, judged, shownOf } from './shown.ts'
import { type Output, runOwnTool } from './tools.ts'

export type InvestigatorDeps = {
  /** Signs in as the owner: which tenants have a run is looked up over all of them. */
  readonly pool: Postgres
  readonly audit: RecordAct
  readonly models: ModelDeps
  readonly egress: Egress
  readonly lake: (tenant: TenantId) => Reader
  readonly sources: LakeSources
  readonly sandboxesOf: (egress: Egress) => readonly Offered[]
  /** True when tools of third parties are offered, which needs the agents' own token. */
  readonly offersThirdParties: boolean
  readonly nowMs: () => number
}

/** Maximum requests to a model; after the last one the run ends with its results so far. */
export const STEPS_MAX = 12
/** Time that an analyst took to answer does not count. */
const RUN_MS = 15 * 60_000
const SLACK_MS = 60_000
const POLL_MS = 1_000

/** Investigates cases with the tenant's model and its tools. */
export function investigatorWorkers(deps: InvestigatorDeps): Worker[] {
  const oldestSeconds = () => OPEN_RUNS.oldestSeconds(deps.pool)
  return [
    { name: 'investigator', everyMs: POLL_MS, once: async () => (await investigateOnce(deps)) > 0, oldestSeconds },
  ]
}

/** Works on one run of each tenant with a run that no worker has. Gives the number of runs. */
export async function investigateOnce(deps: InvestigatorDeps): Promise<number> {
  const sql = /* sql */ `
    SELECT DISTINCT tenant_id FROM investigation_runs
    WHERE kind = 'investigation' AND status = 'running' AND deadline <= $1 LIMIT 100`
  const tenants = await withOperator(deps.pool, 'investigations that nobody is at', (tx) =>
    tx.many((row) => tenantId(text(row, 'tenant_id')), sql, [new Date(deps.nowMs())]),
  )
  let done = 0
  for (const tenant of tenants) done += await goOn(deps, tenant)
  return done
}

async function goOn(deps: InvestigatorDeps, tenant: TenantId): Promise<number> {
  const inTenant: InTenant = (work) => withTenant(deps.pool, tenant, work)
  const claimed = await inTenant(async (tx) => {
    const claimed = await OPEN_RUNS.claim(tx, term(deps))
    const run = claimed === null ? null : await tx.maybeOne(INVESTIGATIONS.read, RUN_BY_ID, [claimed.id])
    return run === null || claimed === null ? null : { run, lease: claimed.lease }
  })
  if (claimed === null) return 0
  const { run, lease } = claimed
  const own = { ...deps, vault: deps.models.vault, tenant, inTenant, lease, run, lake: deps.lake(tenant) }
  try {
    await work(own)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await end(own, null, error.message)
  }
  return 1
}

type Own = Omit<InvestigatorDeps, 'lake'> & {
  readonly tenant: TenantId
  readonly vault: ModelDeps['vault']
  readonly inTenant: InTenant
  readonly lease: string
  readonly run: InvestigationRun
  readonly lake: Reader
}

/** Longer than a question with its repair, and a tool. */
const term = ({ models, nowMs }: Pick<Own, 'models' | 'nowMs'>) => {
  return { now: new Date(nowMs()), seconds: (2 * models.timeoutMs + SLACK_MS) / 1000 }
}

const OPEN_RUNS = jobs({
  table: 'investigation_runs',
  until: 'deadline',
  lease: 'lease',
  seconds: SLACK_MS / 1000,
  due: `j.kind = 'investigation' AND j.status = 'running' AND j.deadline <= ${NOW}`,
  order: 'j.started_at, j.id',
  since: 'deadline',
  returning: 'j.id',
  read: (row) => ({ id: text(row, 'id') }),
})

const RUN_BY_ID = /* sql */ `SELECT *, 0 AS model_calls, NULL AS cost_usd FROM investigation_runs WHERE id = $1`

/** Writes a step as long as this process holds the run. Throws `conflict` when another has it. */
function write(own: Own, entry: NewEntry): Promise<LedgerEntry> {
  return own.inTenant(async (tx) => {
    await hold(tx, own)
    const written = await append(tx, own.run.id, entry)
    await publishStep(tx, written)
    return written
  })
}

async function hold(tx: TenantTx, own: Own): Promise<void> {
  const { tenant, run, lease } = own
  if (!(await OPEN_RUNS.renew(tx, { tenant, id: run.id, lease }, term(own))))
    throw new AppError('conflict', 'another process has the investigation')
}

async function work(own: Own): Promise<void> {
  const { inTenant, run, models } = own
  const { access, ...rest } = await inTenant((tx) => modelAccess(tx, models))
  if (access === null) return end(own, null, 'reason' in rest ? rest.reason : 'there is no model')
  const thirdParty = toolsOfRun({ ...own, vault: models.vault }, run.id)
  const tools = own.offersThirdParties ? await thirdParty.offered() : []
  /** Answers of third-party tools by entry: the ledger does not keep them. */
  const answers = new Map<number, string>()
  /**
   * Arguments for tools of third parties by the entry that chose them, because the ledger does not store their values.
   */
  const kept = new Map<number, Call['args']>()
  for (;;) {
    const entries = await inTenant((tx) => entriesOfRun(tx, run.id))
    const modelCalls = entries.filter(({ kind }) => kind === 'model')
    const last = stepOf(modelCalls.at(-1))
    const isAnswered = entries.some(({ kind, seq }) => kind.startsWith('tool_') && seq > (modelCalls.at(-1)?.seq ?? 0))
    if (last?.conclusion) return conclude(own, last.conclusion, entries)
    if (last?.call?.tool === ASK_ANALYST && !isAnswered) {
      if (await waitsForAnalyst(own, last.call, entries)) return
      continue
    }
    if (last?.call && !isAnswered) {
      const { tool } = last.call
      const args = tool.startsWith('mcp.') ? kept.get(modelCalls.at(-1)?.seq ?? 0) : last.call.args
      const seq = modelCalls.at(-1)?.seq ?? 0
      if (tool === REQUEST_ACTION) await requestedAction(own, { run, args: last.call.args, seq, entries })
      else await callTool(own, { tool, args: args ?? null }, entries, tools, thirdParty, answers)
      continue
    }
    const spent = own.nowMs() - run.startedAt.getTime() - waitedFor(entries)
    const over = overBounds(await inTenant((tx) => spentBy(tx, run.id)), access)
    if (modelCalls.length >= STEPS_MAX) return end(own, 'stopped by its budget of steps', null)
    if (spent >= RUN_MS) return end(own, 'stopped by its budget of time', null)
    if (over !== null) return end(own, over, null)
    if (last !== null && last.call === null) return end(own, 'the model gave neither a call nor a conclusion', null)
    const shown = entries.flatMap((entry) => shownOf(entry, answers))
    const { question, redacted, hash } = questionOf(shown, tools, STEPS_MAX - modelCalls.length)
    await inTenant((tx) => hold(tx, own))
    const about = { purpose: 'investigation' as const, alertId: null, runId: run.id }
    const { value, calls } = await askJson(inTenant, models, access, about, question, readNextStep)
    const measured = (amount: number | null) => amount ?? 'not_measured'
    const written = await write(own, {
      ...{
        kind: 'model',
        agent: 'investigator',
        summary: value.call === null ? 'Concluded' : `Chose ${value.call.tool}`,
      },
      input: { shown: shown.map(({ seq }) => seq), redacted },
      output: {
        ...{ answer: forLedger(value), calls: calls.length },
        prompt_tokens: measured(total(calls.map(({ promptTokens }) => promptTokens))),
        completion_tokens: measured(total(calls.map(({ completionTokens }) => completionTokens))),
        cost_usd: measured(total(calls.map(({ costUsd }) => costUsd))),
      },
      durationMs: total(calls.map(({ durationMs }) => durationMs)) ?? 0,
      model: calls.at(-1)?.model ?? access.model,
      promptHash: hash,
    })
    if (value.call !== null) kept.set(written.seq, value.call.args)
  }
}

const ASK_ANALYST = 'ask_analyst'

/** The request and its entry are one transaction: a process that dies leaves both or none. */
function requestedAction(own: Own, ask: ActionAsk): Promise<void> {
  return own.inTenant(async (tx) => {
    await hold(tx, own)
    const output = await askForAction(tx, own, ask, own.nowMs())
    const written = await append(tx, own.run.id, {
      ...{ kind: output.outcome === 'answered' ? 'tool_result' : 'tool_refused', agent: 'investigator' },
      summary: `${REQUEST_ACTION}: ${output.outcome}`,
      ...{ input: { tool: REQUEST_ACTION, args: ask.args }, output, durationMs: 0 },
    })
    await publishStep(tx, written)
  })
}

/**
 * Asks the analyst, or checks whether the time for an answer has passed. Returns false when an entry has the answer,
 * and the run continues.
 */
async function waitsForAnalyst(own: Own, { args }: Call, entries: readonly LedgerEntry[]): Promise<boolean> {
  const open = questionOfRun(entries)
  const refuse = (reason: string) => {
    const input = { tool: ASK_ANALYST, args }
    const output = { outcome: 'refused', reason }
    return write(own, {
      ...{
        kind: 'tool_refused',
        agent: 'investigator',
        summary: `${ASK_ANALYST}: refused`,
        input,
        output,
        durationMs: 0,
      },
    })
  }
  if (open !== null) {
    const untilMs = open.createdAt.getTime() + WAIT_FOR_ANALYST_MS
    if (own.nowMs() < untilMs) {
      await own.inTenant((tx) => letGo(tx, own, new Date(untilMs)))
      return true
    }
    await write(own, {
      ...{ kind: 'tool_failed', agent: 'investigator', summary: `${ASK_ANALYST}: could_not_check` },
      input: { tool: ASK_ANALYST, args },
      output: { outcome: 'could_not_check', reason: 'nobody answered in time' },
      durationMs: own.nowMs() - open.createdAt.getTime(),
    })
    return false
  }
  const question = args.question
  if (typeof question !== 'string' || question.trim() === '' || question.length > 1_000) {
    await refuse('question is a text of at most 1000 characters')
    return false
  }
  if (isInjection(question) || markUpIn(question, new Set()) !== null) {
    await refuse('a question holds no mark-up, no link and nothing that speaks to a model')
    return false
  }
  await own.inTenant(async (tx) => {
    await hold(tx, own)
    await publishStep(tx, await askAnalyst(tx, own.run.id, question))
    await letGo(tx, own, new Date(own.nowMs() + WAIT_FOR_ANALYST_MS))
  })
  return true
}

/** Releases the run: no worker takes it until then, unless an answer comes. */
async function letGo(tx: TenantTx, { run, lease }: Own, until: Date): Promise<void> {
  const sql = /* sql */ `UPDATE investigation_runs SET lease = NULL, deadline = $3 WHERE id = $1 AND lease = $2`
  await tx.run(sql, [run.id, lease, until])
}

/** Time in milliseconds for which the run waited for analysts. */
function waitedFor(entries: readonly LedgerEntry[]): number {
  const answers = entries.filter(({ kind, payload }) => kind.startsWith('tool_') && toolOf(payload) === ASK_ANALYST)
  return answers.reduce((sum, { durationMs }) => sum + durationMs, 0)
}

const toolOf = ({ input }: LedgerEntry['payload']) => (input as { tool?: string } | null)?.tool

type Spending = { readonly tokens: number; readonly usd: number }

/** A call without measured tokens counts its reserved tokens; a call without measured cost counts as free. */
function spentBy(tx: TenantTx, runId: string): Promise<Spending> {
  const sql = /* sql */ `
    SELECT coalesce(sum(coalesce(prompt_tokens + completion_tokens, reserved_tokens)), 0)::int AS tokens,
      coalesce(sum(cost_usd), 0) AS usd
    FROM model_calls WHERE run_id = $1`
  const read = (row: Readonly<Record<string, unknown>>) => ({ tokens: Number(row.tokens), usd: Number(row.usd) })
  return tx.maybeOne(read, sql, [runId]).then((found) => found ?? { tokens: 0, usd: 0 })
}

function overBounds({ tokens, usd }: Spending, { runTokensMax, runUsdMax }: ModelAccess): string | null {
  if (tokens >= runTokensMax) return `stopped by its budget of tokens: ${tokens} of ${runTokensMax}`
  return runUsdMax !== null && usd >= runUsdMax ? `stopped by its budget of money: ${usd} of ${runUsdMax} USD` : null
}

const stepOf = (entry: LedgerEntry | undefined): NextStep | null =>
  entry === undefined ? null : (entry.payload.output as { answer: NextStep }).answer // JSON that this file wrote

type Call = NonNullable<NextStep['call']>

/** Leaves out the values of the arguments for a third-party tool. */
function forLedger(step: NextStep): NextStep {
  if (step.call === null || !step.call.tool.startsWith('mcp.')) return step
  const args = Object.fromEntries(Object.keys(step.call.args).map((name) => [name, 'not kept']))
  return { ...step, call: { ...step.call, args } }
}

/** Removes the fence of a tool server's answer; the answer is fenced anew with everything else. */
function withoutFence(text: string): string {
  const [first = '', ...lines] = text.split('\n')
  const nonce = first.slice(0, first.indexOf(' ') + 1)
  return lines.filter((line) => !line.startsWith(nonce)).join('\n')
}

async function callTool(
  own: Own,
  { tool, args }: { readonly tool: string; readonly args: Call['args'] | null },
  entries: readonly LedgerEntry[],
  tools: readonly Tool[],
  thirdParty: ReturnType<typeof toolsOfRun>,
  answers: Map<number, string>,
): Promise<void> {
  const begunMs = performance.now()
  const isThirdParty = tool.startsWith('mcp.')
  const input = isThirdParty ? { tool, arguments: Object.keys(args ?? {}) } : { tool, args }
  let output: Output
  let answer: string | null = null
  const before = entries.find((entry) => entry.kind === 'tool_result' && entry.inputHash.equals(digestOf(input)))
  if (before !== undefined && !isThirdParty)
    output = { outcome: 'refused', reason: `it was called with the same before: entry ${before.seq}` }
  else if (args === null) output = { outcome: 'could_not_check', reason: 'the process ended before the tool answered' }
  else if (!isThirdParty) output = await runOwnTool(own, tool, args)
  else if (!tools.some(({ id }) => id === tool)) output = { outcome: 'refused', reason: 'there is no such tool' }
  else {
    const called = await thirdParty.call(tool, args)
    if (called.outcome === 'answered') {
      const { text: answerText, ...sizes } = called.result
      if (!sizes.isError) answer = withoutFence(answerText)
      output = sizes.isError
        ? { outcome: 'could_not_check', reason: 'the tool says that it failed', ...sizes }
        : { outcome: 'answered', ...sizes }
    } else output = called
  }
  const kind =
    output.outcome === 'refused' ? 'tool_refused' : output.outcome === 'answered' ? 'tool_result' : 'tool_failed'
  const durationMs = performance.now() - begunMs
  const summary = `${tool}: ${output.outcome}`.slice(0, 300)
  const { seq } = await write(own, { kind, agent: 'investigator', summary, input, output, durationMs })
  if (answer !== null) answers.set(seq, answer)
}

async function conclude(own: Own, conclusion: Conclusion, entries: readonly LedgerEntry[]): Promise<void> {
  const { summary, kept, dropped, silenced, ...judgement } = judged(conclusion, entries)
  await close(own, judgement, summary, dropped.length + silenced.length, null, { claims: kept, dropped, silenced })
}

/** Without a conclusion: with what stopped it, or the fault. */
async function end(own: Own, stopped: string | null, error: string | null): Promise<void> {
  const output = {
    claims: [],
    dropped: [],
    ...(stopped === null ? {} : { stopped }),
    ...(error === null ? {} : { error }),
  }
  const undecided = { verdict: 'needs_review', confidence: 0 }
  await close(own, undecided, '', 0, error ?? stopped, output).catch((thrown: unknown) => {
    if (!(thrown instanceof AppError) || thrown.code !== 'conflict') throw thrown
  })
}

function close(
  own: Own,
  { verdict, confidence }: { readonly verdict: string; readonly confidence: number },
  summary: string,
  lost: number,
  error: string | null,
  output: Readonly<Record<string, unknown>>,
): Promise<void> {
  const acting: Pick<MutationDeps, 'audit'> = own
  return own.inTenant(async (tx) => {
    await hold(tx, own)
    const last = await append(tx, own.run.id, {
      ...{ kind: 'summary', agent: 'investigator', summary: error ?? `${verdict}, ${confidence}` },
      ...{ input: { verdict, confidence }, output, durationMs: 0 },
    })
    await publishStep(tx, last)
    const closed = await closeRun(tx, own.run.id, {
      verdict,
      confidence,
      summary,
      dropped: lost,
      error: error?.slice(0, 500) ?? null,
    })
    await performIn(
      tx,
      acting,
      { ...agentIn(tx), id: 'investigator' },
      { records: ['investigation:ended'] },
      async (_, note) => {
        const changes = {
          run_id: own.run.id,
          verdict,
          confidence,
          ledger_hash: closed?.headHash?.toString('hex') ?? null,
        }
        note({ resource: 'case', resourceId: own.run.caseId ?? own.run.id, changes })
      },
    )
  })
}
