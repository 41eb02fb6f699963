/**
 * Sends one alert to a model: it is claimed by lease in one transaction, the model is called outside of any, and the
 * answer is stored in another.
 */
import { assert } from '../../../platform/assert.ts'
import { AppError } from '../../../platform/errors.ts'
import { whileHeld } from '../../../stores/postgres/jobs.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { hiddenFrom } from '../../platform/governance/index.ts'
import { type Alert, alertOrNull } from '../../soc/alerts/index.ts'
import { askJson, type Checked, type InTenant, type ModelAccess, modelAccess, total, usageOf } from '../models/index.ts'
import { applyAnswer, closeWithout } from './apply-answer.ts'
import type { AskDeps } from './ask-deps.ts'
import * as queue from './ask-queue.ts'
import { type EvidenceFacts, kindOf, likenessBy, namedBy, readEvidence, shownEvidence } from './evidence.ts'
import { triageFacts } from './facts.ts'
import { append, openRun } from './ledger.ts'
import { modelFacts } from './model-facts.ts'
import { type ModelAnswer, type Prompt, promptOf, readModelAnswer } from './prompt.ts'

const SHARED_MAX = 50
const SHARE_MS = 24 * 3_600_000
const NO_ANSWER_MS = 15 * 60_000
const RETRY_MS = 60_000
/** An alert waits no longer than this for a model that asks for time: the verdict of the rules stands. */
const RETRY_MS_MAX = 3_600_000
/** Time for everything other than the calls of the model. */
const SLACK_MS = 60_000

/** Gives how many alerts were brought on. */
export async function askOfAlert(inTenant: InTenant, deps: AskDeps): Promise<number> {
  await readEvents(inTenant, deps)
  const claimedQuestion = await inTenant((tx) => takeNext(tx, deps))
  if (claimedQuestion.next === null) return claimedQuestion.shared
  await whileHeld(claimedQuestion.next.ask, queue.MODEL_ASKS, deps.holding, () =>
    askModel(inTenant, deps, claimedQuestion.next as ClaimedQuestion),
  )
  return claimedQuestion.shared + 1
}

async function askModel(inTenant: InTenant, deps: AskDeps, claimedQuestion: ClaimedQuestion): Promise<void> {
  const { access, prompt, ask, runId } = claimedQuestion
  const about = { purpose: 'triage' as const, alertId: ask.alertId, runId }
  try {
    const answer = await askJson(inTenant, deps.models, access, about, prompt.question, readModelAnswer)
    await inTenant((tx) => finish(tx, deps, claimedQuestion, answer))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await inTenant((tx) => fail(tx, deps, claimedQuestion, error))
  }
}

const READ_MAX = 50

/** Reads evidence before alerts are sent to the model, outside of transactions, because the lake may be slow. */
async function readEvents(inTenant: InTenant, { lake }: AskDeps): Promise<void> {
  const waiting = await inTenant((tx) => queue.unread(tx, READ_MAX))
  if (waiting.length === 0) return
  const found = await readEvidence(
    lake,
    waiting.map(({ fusion }) => namedBy(fusion)),
  )
  await inTenant(async (tx) => {
    const hidden = await hiddenFrom(tx, [])
    for (const [at, { alertId, likeness }] of waiting.entries()) {
      const evidence = found[at]
      assert(evidence !== undefined, 'each question has its answer')
      await queue.putEvidence(tx, alertId, likenessBy(likeness, evidence), shownEvidence(evidence, hidden))
    }
  })
}

type ClaimedQuestion = {
  readonly ask: queue.Claimed
  readonly runId: string
  readonly access: ModelAccess
  readonly prompt: Prompt
}

async function takeNext(
  tx: TenantTx,
  deps: AskDeps,
): Promise<{ readonly shared: number; readonly next: ClaimedQuestion | null }> {
  await queue.lockAsks(tx)
  const nowMs = deps.models.nowMs()
  const alike = await queue.sharedAsks(tx, SHARED_MAX, nowMs)
  for (const ask of alike) await writeShared(tx, deps, ask, nowMs)
  const claim = { now: new Date(nowMs), seconds: leaseMs(deps) / 1000 }
  const ask = alike.length > 0 ? null : await queue.MODEL_ASKS.claim(tx, claim)
  if (ask === null) return { shared: alike.length, next: null }
  if (ask.runId !== null) await closeWithout(tx, ask.runId, 'the process that asked ended')
  const alert = await alertOrNull(tx, ask.alertId)
  const { access, ...rest } = await modelAccess(tx, deps.models)
  if (alert === null || access === null || queue.isSpent(ask)) {
    if (alert !== null) await giveUp(tx, deps, ask, alert, 'reason' in rest ? rest.reason : 'asked often enough', nowMs)
    await queue.takeAway(tx, ask)
    return { shared: 1, next: null }
  }
  const { runId, facts, at } = await openFor(tx, alert, ask, access.model, nowMs + leaseMs(deps), nowMs)
  await queue.noteRun(tx, ask, runId)
  return { shared: 0, next: { ask, runId, access, prompt: promptOf(facts, at) } }
}

/** A question and its repair. */
const leaseMs = ({ models }: AskDeps) => 2 * models.timeoutMs + SLACK_MS

async function openFor(
  tx: TenantTx,
  alert: Alert,
  { evidence }: Pick<queue.Ask, 'evidence'>,
  judgedBy: string,
  untilMs: number,
  nowMs: number,
) {
  const about = { alertId: alert.id, caseId: alert.caseId }
  const deadline = new Date(untilMs)
  const run = await openRun(tx, { kind: 'triage', ...about, judgedBy, requestedBy: 'triage', deadline })
  const byRules = await triageFacts(tx, run.id, alert, nowMs)
  const more = await modelFacts(tx, run.id, alert, evidence)
  return { runId: run.id, facts: { ...byRules.facts, ...more.facts }, at: { ...byRules.at, ...more.at } }
}

async function finish(
  tx: TenantTx,
  deps: AskDeps,
  claimedQuestion: ClaimedQuestion,
  text: Checked<ModelAnswer>,
): Promise<void> {
  const { ask, runId, access, prompt } = claimedQuestion
  if (!(await queue.takeAway(tx, ask))) return
  const model = text.calls.at(-1)?.model ?? access.model
  await append(tx, runId, modelEntry(model, prompt, text))
  const nowMs = deps.models.nowMs()
  const answer = { said: text.value, redacted: prompt.redactedEvidence, kinds: kindsOf(ask.evidence) }
  const kept = { runId, model: access.model, answer, reason: null }
  await queue.share(tx, ask.likeness, kept, new Date(nowMs + SHARE_MS))
  const alert = await alertOrNull(tx, ask.alertId)
  if (alert === null) return closeWithout(tx, runId, 'the alert is gone')
  const outcome = { answer: text.value, model: access.model, redacted: prompt.redactedEvidence }
  await applyAnswer(tx, deps, { alert, ask, runId }, outcome)
}

function modelEntry(model: string, prompt: Prompt, { value, calls }: Checked<ModelAnswer>) {
  return {
    kind: 'model',
    agent: 'triage',
    summary: `Asked ${model}`,
    input: { shown: prompt.shown, redacted: prompt.redacted },
    output: { answer: value, ...usageOf(calls) },
    durationMs: total(calls.map(({ durationMs }) => durationMs)) ?? 0,
    model,
    promptHash: prompt.hash,
  }
}

/**
 * An error that may pass is tried again, after the time that the model asks for; any other error holds for the alerts
 * like it too.
 */
async function fail(
  tx: TenantTx,
  deps: AskDeps,
  { ask, runId, access }: ClaimedQuestion,
  error: AppError,
): Promise<void> {
  const nowMs = deps.models.nowMs()
  const waitMs = Math.max(RETRY_MS, (error.retryAfterSeconds ?? 0) * 1000)
  const isPassing = error.code === 'unavailable' || error.retryAfterSeconds !== undefined
  const mayPass = isPassing && waitMs <= RETRY_MS_MAX && !queue.isLastAttempt(ask)
  const isOurs = mayPass ? await queue.putBack(tx, ask, new Date(nowMs + waitMs)) : await queue.takeAway(tx, ask)
  if (!isOurs) return
  await closeWithout(tx, runId, error.message)
  if (mayPass) return
  const none = { runId, model: access.model, answer: null, reason: error.message.slice(0, 500) }
  await queue.share(tx, ask.likeness, none, new Date(nowMs + NO_ANSWER_MS))
}

/** Applies the answer of a similar alert, after checking it against this alert's own evidence. */
async function writeShared(tx: TenantTx, deps: AskDeps, ask: queue.Ask, nowMs: number): Promise<void> {
  if (!(await queue.takeAway(tx, ask))) return
  const alert = await alertOrNull(tx, ask.alertId)
  const found = await queue.shareOf(tx, ask.likeness)
  if (alert === null || found === null) return
  const { runId, facts, at } = await openFor(tx, alert, ask, found.model, nowMs + SLACK_MS, nowMs)
  if (found.answer === null) return closeWithout(tx, runId, `of one like it: ${found.reason}`)
  const outcome = found.answer as { readonly said: unknown; readonly redacted: number; readonly kinds: Kinds } // JSON that `finish` wrote
  const read = readModelAnswer(JSON.stringify(outcome.said))
  if (read.fault !== null) return closeWithout(tx, runId, `of one like it: it is of another form: ${read.fault}`)
  const answer = withOwnEvents(read.value, outcome.kinds, kindsOf(ask.evidence))
  const own = promptOf(facts, at).redactedEvidence
  await append(tx, runId, {
    kind: 'shared',
    agent: 'triage',
    summary: 'What was said of one like it',
    input: { run_id: found.runId },
    output: { answer },
    durationMs: 0,
  })
  await applyAnswer(tx, deps, { alert, ask, runId }, { answer, model: found.model, redacted: outcome.redacted + own })
}

async function giveUp(tx: TenantTx, deps: AskDeps, ask: queue.Ask, alert: Alert, reason: string, nowMs: number) {
  const { runId } = await openFor(tx, alert, ask, 'no model', nowMs + SLACK_MS, nowMs)
  await closeWithout(tx, runId, reason)
  const none = { runId, model: 'no model', answer: null, reason }
  await queue.share(tx, ask.likeness, none, new Date(deps.models.nowMs() + NO_ANSWER_MS))
}

/** Activity and host of each event, by its uid. */
type Kinds = Readonly<Record<string, { readonly kind: string; readonly host: string }>>

function kindsOf(evidence: EvidenceFacts): Kinds {
  if (evidence.outcome !== 'answered') return {}
  return Object.fromEntries(
    evidence.events.map((event) => [event.uid, { kind: kindOf(event), host: String(event.host ?? '') }]),
  )
}

/**
 * The reasons cite events and hosts of the alert that was sent: here they are replaced by this alert's event with the
 * same action, and its host. Without such an event the citation keeps the other alert's id, which does not exist here.
 */
function withOwnEvents(answer: ModelAnswer, theirs: Kinds, own: Kinds): ModelAnswer {
  const ownOf = new Map(Object.entries(own).map(([uid, { kind, host }]) => [kind, { uid, host }]))
  const claims = answer.claims.map((claim) => {
    if (claim.events === undefined) return claim
    const pairs = claim.events.map((uid) => ({ uid, host: theirs[uid]?.host, own: ownOf.get(theirs[uid]?.kind ?? '') }))
    const hosts = new Map(pairs.flatMap(({ host, own: to }) => (host && to?.host ? [[host, to.host] as const] : [])))
    const text = [...hosts].reduce((text, [from, to]) => text.replaceAll(`“${from}”`, `“${to}”`), claim.text)
    return { ...claim, text, events: pairs.map(({ uid, own: to }) => to?.uid ?? uid) }
  })
  return { ...answer, claims }
}
