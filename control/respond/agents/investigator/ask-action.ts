/**
 * Requests an action for an investigator: never a message, and never with a target or parameter that is not in its
 * evidence, up to a limit for each run. The approval gate decides: a grant for the verb approves it, otherwise people
 * are asked.
 */
import { guessKind } from '../../../../intel/normalise-value.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { performIn, type RecordAct } from '../../../platform/acting/index.ts'
import { ACTION_TYPES, actionTypeOf, requestAction } from '../../response/index.ts'
import { agentIn } from '../agent-actor.ts'
import { OWN_WORDS } from '../claims.ts'
import type { InvestigationRun, LedgerEntry } from '../ledger.ts'
import { isInjection } from '../sanitise/index.ts'
import { markUpIn } from '../sanitise/mark-up.ts'
import type { Output } from './tools.ts'

export const REQUEST_ACTION = 'request_action'
/** Requests of one run that the gate took. */
export const REQUESTS_MAX = 3
const WHY_CHARS = 300
/** A reversible action is taken back after a day, unless people extend it. */
const UNDONE_AFTER_S = 24 * 3_600
/** Messages have their text from the model, and a script is one: these are for people and playbooks. */
const ALLOWED = ACTION_TYPES.filter(({ name, target }) => target !== 'message' && name !== 'run_script')

export const REQUEST_ACTION_SAYS = `{"action": ${ALLOWED.map(({ name }) => name).join(' or ')}, "target": as an entry has it, "why": one sentence, "parameters": {} where it needs some} asks for an action: people decide, unless a grant allows it`

type Args = Readonly<Record<string, unknown>>
export type ActionAsk = {
  readonly run: InvestigationRun
  readonly args: Args
  /** The ledger entry that chose it: the same entry is the same request, in whichever process the run continues. */
  readonly seq: number
  readonly entries: readonly LedgerEntry[]
}

/** Runs in the transaction of the ledger entry. A refusal by the gate is an answer to the model. */
export async function askForAction(
  tx: TenantTx,
  acting: { readonly audit: RecordAct },
  ask: ActionAsk,
  nowMs: number,
): Promise<Output> {
  const refused = refusalOf(ask)
  if (refused !== null) return { outcome: 'refused', reason: refused }
  const { run, args, seq } = ask
  const type = actionTypeOf(textOf(args.action))
  const actor = { ...agentIn(tx), id: 'investigator' }
  const request = {
    ...{
      actionType: textOf(args.action),
      target: textOf(args.target),
      parameters: parametersOf(args.parameters) ?? {},
    },
    ...{ rationale: `The investigator asks: ${textOf(args.why)}`, caseId: run.caseId, alertId: null },
    ...{ idempotencyKey: `investigation/${run.id}/${seq}` },
    rollbackAfterSeconds: type?.isReversible === true ? UNDONE_AFTER_S : null,
  }
  return performIn(tx, acting, actor, { records: ['action:requested'] }, async (_, note): Promise<Output> => {
    try {
      const { action, approval } = await requestAction(tx, actor, request, nowMs)
      const { actionType, target, status } = action
      const changes = { action_type: actionType, target, by: 'investigator', run_id: run.id, status }
      note({ resource: 'action', resourceId: action.id, changes })
      return { outcome: 'answered', action: actionType, target, status, waits_for_people: approval !== null }
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      note(null)
      return { outcome: 'refused', reason: error.message }
    }
  })
}

function refusalOf({ args, entries }: ActionAsk): string | null {
  const [name, target, why] = [textOf(args.action), textOf(args.target), textOf(args.why)]
  if (!ALLOWED.some((type) => type.name === name)) return `an investigator does not ask for ${name.slice(0, 60)}`
  if (why === '' || why.length > WHY_CHARS) return `why is a sentence of at most ${WHY_CHARS} characters`
  if (isInjection(why) || markUpIn(why, new Set([target])) !== null) return 'why is one plain sentence'
  if (!isInEvidence(target, entries)) return 'no entry of the ledger holds this target'
  const parameters = parametersOf(args.parameters)
  if (parameters === null) return 'parameters are an object of texts and numbers'
  const invented = Object.keys(parameters).find((name) => !isInEvidence(parameters[name] ?? '', entries))
  if (invented !== undefined) return `no entry of the ledger holds the parameter ${invented.slice(0, 60)}`
  const pastRequests = entries.filter(({ kind, payload }) => {
    return kind === 'tool_result' && (payload.input as { tool?: string } | null)?.tool === REQUEST_ACTION
  })
  return pastRequests.length >= REQUESTS_MAX ? `a run asks for at most ${REQUESTS_MAX} actions` : null
}

const NO_EVIDENCE: ReadonlySet<string> = new Set([...OWN_WORDS, 'tool_refused', 'tool_failed'])

/**
 * True when a tool result or an alert contains the value as a word of its own, and the model did not put it into the
 * request itself.
 */
function isInEvidence(wanted: string, entries: readonly LedgerEntry[]): boolean {
  if (wanted.length < 2 || wanted.length > 500) return false
  const escaped = JSON.stringify(wanted)
    .slice(1, -1)
    .replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  const found = new RegExp(`(?<![\\w.-])${escaped}(?![\\w-]|\\.\\w)`, 'i')
  return entries.some(
    ({ kind, payload }) =>
      !NO_EVIDENCE.has(kind) &&
      (payload.input as { tool?: string } | null)?.tool !== REQUEST_ACTION &&
      found.test(JSON.stringify(payload.output) ?? '') &&
      !holdsText(payload.input, wanted.toLowerCase()),
  )
}

/** A tool echoes values of its input, some of them normalised as intelligence stores them. */
function holdsText(input: unknown, wanted: string): boolean {
  if (typeof input === 'string' || typeof input === 'number') {
    const text = String(input)
    return text.toLowerCase().includes(wanted) || guessKind(text)?.value.toLowerCase() === wanted
  }
  return input !== null && typeof input === 'object' && Object.values(input).some((one) => holdsText(one, wanted))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Null unless the value is an object of texts and numbers, because no parameter of the model may be dropped. */
function parametersOf(value: unknown): Record<string, string> | null {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) return null
  const found = Object.entries(value)
  if (!found.every(([, one]) => typeof one === 'string' || Number.isFinite(one))) return null
  return Object.fromEntries(found.map(([name, one]) => [name, String(one).trim()]))
}
