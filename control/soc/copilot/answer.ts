/** One answer of the copilot: sentences with citations, or a query that was compiled and tried. */
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { backTestSpan, type RetroHunt, type RetroHuntResult } from '../../../query/retro-hunt.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { huntOverlays, readerFor, textAsRun } from '../../detect/detections/index.ts'
import { NO_LAKE } from '../../platform/acting/index.ts'
import { hiddenFrom } from '../../platform/governance/index.ts'
import { checkClaims, isInjection } from '../../respond/agents/index.ts'
import { askJson, type InTenant, type ModelDeps, modelAccess, type Question } from '../../respond/models/index.ts'
import { type QueryLanguage, questionOf, readProse, readQuery, type Task } from './copilot-question.ts'
import { type About, type MayRead, SOURCES_OF, type Source, withEvents } from './sources.ts'

const BACK_TEST_DAYS = 1
const BACK_TEST_EVENTS = 50_000
const BACK_TEST_MS = 20_000

export type CopilotDeps = {
  readonly models: ModelDeps
  readonly lake: Reader | null
  /** Tests on the lake alone: the archive is not read. */
  readonly backTest:
    | ((tenant: TenantId, hunt: RetroHunt, signal: AbortSignal, archive: undefined) => Promise<RetroHuntResult>)
    | null
}
export type CopilotQuestion = {
  readonly task: Task
  /** Null: a question without a subject. */
  readonly about: { readonly type: About; readonly id: string } | null
  readonly words: string | null
  readonly may: MayRead
}
export type CopilotAnswer = {
  readonly model: string
  readonly sentences: readonly { readonly text: string; readonly rests: readonly number[] }[]
  readonly sources: readonly { readonly entry: number; readonly about: string }[]
  /** Sentences that nothing in the sources supports. */
  readonly dropped: number
  readonly query: Tried | null
}
export type Tried = {
  readonly language: QueryLanguage
  /** Null: it does not compile, and is not shown. */
  readonly text: string | null
  readonly fault: string | null
  readonly back_test: { readonly days: number; readonly events: number; readonly would_fire: number } | null
  /** Reason why it was not tried. */
  readonly not_tried: string | null
}

const noModel = (reason: string) =>
  `${reason.replace(/\.$/, '')}. An administrator sets the model of this tenant under Automation, Models`

/** Throws `not_found` for an unknown subject, `conflict` where no model is set, else as `askJson` does. */
export async function copilotAnswer(
  inTenant: InTenant,
  tenant: TenantId,
  deps: CopilotDeps,
  { task, about, words, may }: CopilotQuestion,
): Promise<CopilotAnswer> {
  const found = about === null ? null : await inTenant((tx) => SOURCES_OF[about.type](tx, about.id, may))
  const own = found === null ? [] : await withEvents(found, deps.lake, await inTenant((tx) => hiddenFrom(tx, [])))
  const sources: Source[] = [...own, ...(words === null ? [] : [{ about: 'words', says: { words } }])]
  const { access, ...rest } = await inTenant((tx) => modelAccess(tx, deps.models, false))
  // Not `unavailable`: to ask again changes nothing, an administrator does.
  if (access === null) throw new AppError('conflict', noModel('reason' in rest ? rest.reason : 'there is no model'))
  const purpose = {
    ...{ purpose: 'copilot' as const, alertId: about?.type === 'alert' ? about.id : null, runId: null },
    aboutIds: found?.subjects ?? [],
  }
  const question = questionOf(task, sources)
  const shown = sources.map((source, at) => ({ entry: at + 1, about: source.about }))
  if (task === 'kql' || task === 'sigma') {
    const ask = (one: Question) => askJson(inTenant, deps.models, access, purpose, one, readQuery)
    const first = await ask(question)
    let tried = await compiled(inTenant, tenant, task, first.value.query)
    let last = first
    if (tried.fault !== null) {
      last = await ask(again(question, first.value.query, tried.fault))
      tried = await compiled(inTenant, tenant, task, last.value.query)
    }
    const model = last.calls.at(-1)?.model ?? access.model
    return {
      model,
      sentences: [],
      sources: shown,
      dropped: 0,
      query: await backTested(inTenant, tenant, deps, task, tried),
    }
  }
  const { value, calls } = await askJson(inTenant, deps.models, access, purpose, question, readProse)
  const entries = sources.map(({ about: kind, says }, at) => ({
    seq: at + 1,
    kind: `source_${kind}`,
    payload: { output: says },
  }))
  const claims = value.claims.filter(({ text }) => !isInjection(text))
  const { kept } = checkClaims(claims, entries)
  const dropped = value.claims.length - new Set(kept.map(({ text }) => text)).size
  return {
    model: calls.at(-1)?.model ?? access.model,
    sentences: kept.map(({ text, rests }) => ({ text, rests: [...rests] })),
    ...{ sources: shown, dropped: Math.max(0, dropped), query: null },
  }
}

function again(question: Question, text: string, fault: string): Question {
  const turns = [
    ...question.turns,
    { role: 'assistant' as const, content: JSON.stringify({ query: text, claims: [] }) },
    {
      role: 'user' as const,
      content: `It does not compile: ${fault.slice(0, 500)}. Answer with the JSON object alone.`,
    },
  ]
  return { ...question, turns }
}

type Compiled = { readonly text: string; readonly fault: string | null }

async function compiled(
  inTenant: InTenant,
  tenant: TenantId,
  language: QueryLanguage,
  text: string,
): Promise<Compiled> {
  try {
    await inTenant((tx) => textAsRun(tx, { language, file: fileOf(language), text }, readerFor(tenant)))
    return { text, fault: null }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'bad_request') throw error
    return { text, fault: error.message }
  }
}

const fileOf = (language: QueryLanguage) => (language === 'kql' ? 'words.kql' : 'words.yml')

async function backTested(
  inTenant: InTenant,
  tenant: TenantId,
  { backTest, models }: CopilotDeps,
  language: QueryLanguage,
  { text, fault }: Compiled,
): Promise<Tried> {
  const not = (why: string): Tried => ({ language, text, fault: null, back_test: null, not_tried: why })
  if (fault !== null) return { language, text: null, fault, back_test: null, not_tried: 'it does not compile' }
  if (backTest === null) return not(NO_LAKE)
  const rules = await inTenant(async (tx) => {
    const read = await textAsRun(tx, { language, file: fileOf(language), text }, readerFor(tenant))
    return { ...read, overlays: await huntOverlays(tx, read) }
  })
  const span = backTestSpan(models.nowMs(), BACK_TEST_DAYS, BACK_TEST_EVENTS)
  const enough = AbortSignal.timeout(BACK_TEST_MS)
  try {
    const { wanted, all, overlays } = rules
    const hunt = { wanted, all, overlays, ...span }
    const { events_scanned: events, would_fire } = await backTest(tenant, hunt, enough, undefined)
    return { language, text, fault: null, back_test: { days: BACK_TEST_DAYS, events, would_fire }, not_tried: null }
  } catch (error) {
    // The hunt ends with the reason of its signal.
    if (error === enough.reason) return not(`it takes longer than ${BACK_TEST_MS / 1000} s over the events of a day`)
    if (!(error instanceof AppError)) throw error
    return not(error.message)
  }
}
