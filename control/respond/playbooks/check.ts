/** Finds all problems of a playbook at once, each with its place. */
import { Compile } from 'typebox/compile'
import { hostOf } from '../../../platform/egress/guard.ts'
import { isWithinItself } from '../../../platform/egress/reach.ts'
import { AppError } from '../../../platform/errors.ts'
import { inputFaults } from '../../../platform/schema-faults.ts'
import { actionTypeOf, VERIFY, type VerifyChoice } from '../response/index.ts'
import { isPath } from './context.ts'
import { IN_PLACE, type PlaybookDocument, playbookSchema, type Step } from './document.ts'
import { HEADER_PARAM, HTTP_METHODS, mediaTypeOf, secretsIn } from './http-step.ts'
import { PLAYBOOK_LIMITS } from './limits.ts'
import { filledBody, hasBrokenPlace, originIn, pathsIn } from './template.ts'
import { ALERT_FIELDS, CASE_FIELDS } from './trigger-fields.ts'

export type Problem = { readonly path: string; readonly reason: string }

const compiled = Compile(playbookSchema)
const ROOTS = new Set(['trigger', 'steps', 'vars', 'item'])
/** Fields of `steps.ID`. */
const STEP_FIELDS = new Set(['outcome', 'verification', 'reason', 'detail', 'ref', 'result'])
/** Fields that a trigger provides. Null means any field. For a manual run the caller provides them. */
const TRIGGER_FIELDS: Readonly<
  Partial<Record<PlaybookDocument['trigger']['on'], Readonly<Record<string, ReadonlySet<string> | null>>>>
> = {
  alert: { alert: ALERT_FIELDS },
  case: { event: null, case: CASE_FIELDS },
  schedule: { schedule: new Set(['every_minutes', 'from']) },
  webhook: { webhook: null },
}

/** Gives the document when it is valid, else its problems. */
export function checked(
  value: unknown,
): { readonly document: PlaybookDocument } | { readonly problems: readonly Problem[] } {
  if (Buffer.byteLength(JSON.stringify(value) ?? '') > PLAYBOOK_LIMITS.documentBytes)
    return { problems: [{ path: '', reason: `has more than ${PLAYBOOK_LIMITS.documentBytes} bytes` }] }
  if (!compiled.Check(value)) {
    const problems = inputFaults([...compiled.Errors(value)]).map(({ loc, msg }) => ({
      path: loc.join('.'),
      reason: msg,
    }))
    return { problems: problems.slice(0, 50) }
  }
  const problems = [
    ...ofTrigger(value),
    ...ids(value),
    ...value.steps.flatMap((step, at) => ofStep(value, step, at)),
    ...flow(value),
  ]
  return problems.length === 0 ? { document: value } : { problems: problems.slice(0, 50) }
}

/** Finds members of another kind of trigger, which would silently do nothing. */
function ofTrigger({ trigger }: PlaybookDocument): Problem[] {
  const { on } = trigger
  const problems = Object.keys(trigger).flatMap((name) =>
    (OF_TRIGGERS[name] ?? [on]).includes(on)
      ? []
      : [{ path: `trigger.${name}`, reason: `is not of a trigger by ${on}` }],
  )
  const isMissing = on === 'schedule' && trigger.every_minutes === undefined
  return isMissing ? [...problems, { path: 'trigger.every_minutes', reason: 'is missing' }] : problems
}

const OF_TRIGGERS: Readonly<Record<string, readonly string[]>> = {
  severity: ['alert', 'case'],
  techniques: ['alert'],
  rule_ids: ['alert'],
  condition: ['alert', 'case', 'webhook'],
  case_events: ['case'],
  every_minutes: ['schedule'],
}

function ids({ steps }: PlaybookDocument): Problem[] {
  const seen = new Set<string>()
  return steps.flatMap(({ id }, at) => {
    const isTwice = seen.has(id)
    seen.add(id)
    return isTwice ? [{ path: `steps.${at}.id`, reason: `is the id of another step too: ${id}` }] : []
  })
}

function ofStep(document: PlaybookDocument, step: Step, at: number): Problem[] {
  const place = `steps.${at}`
  const problems: Problem[] = []
  const say = (path: string, reason: string) => problems.push({ path: `${place}.${path}`, reason })
  const known = new Set(document.steps.map(({ id }) => id))
  for (const way of ['next', 'next_true', 'next_false', ...ANSWER_WAYS] as const) {
    const to = step[way]
    if (typeof to === 'string' && !known.has(to)) say(way, `there is no step ${to}`)
  }
  for (const way of ANSWER_WAYS) if (step[way] !== undefined && !isVerification(step)) say(way, `is of ${VERIFY} alone`)
  const params = step.params ?? {}
  const inPlace = IN_PLACE[step.type]
  const action = actionTypeOf(step.type)
  if (!inPlace && !action) say('type', `${step.type} is neither a step nor an action`)
  const required =
    inPlace?.required ??
    Object.entries(action?.parameters ?? {}).flatMap(([name, need]) => (need === 'required' ? [name] : []))
  const allowed = new Set([...required, ...(inPlace?.optional ?? Object.keys(action?.parameters ?? {}))])
  for (const name of required) if (!(name in params)) say('params', `${step.type} needs ${name}`)
  for (const name of Object.keys(params))
    if (!allowed.has('*') && !allowed.has(name) && !(step.type === 'http' && HEADER_PARAM.test(name)))
      say(`params.${name}`, `${step.type} knows no ${name}`)
  const needsTarget = action !== null && action.target !== 'message' && action.target !== 'alert'
  if (needsTarget && !step.target) say('target', `${step.type} is done to a ${action.target}`)
  if (step.type === 'condition' && !step.condition) say('condition', 'is what a condition asks')
  if (step.type === 'wait' && !/^\{\{|^\d{1,7}$/.test(params.seconds ?? ''))
    say('params.seconds', 'is a number of seconds')
  const texts = [
    ...Object.entries(params).map(([name, value]) => [`params.${name}`, value] as const),
    ['target', step.target ?? ''] as const,
  ]
  if (step.type === 'http') ofHttp(step, say)
  for (const [path, value] of texts) {
    if (hasBrokenPlace(value)) say(path, 'holds {{ without a path and }} behind it')
    for (const to of pathsIn(value))
      if (!(step.type === 'http' && isSecretsPlace(path) && SECRET.test(to))) refers(document, step, to, path, say)
  }
  if (step.condition) refers(document, step, step.condition.field, 'condition.field', say)
  if (step.for_each) refers(document, step, step.for_each, 'for_each', say)
  return problems
}

const SECRET = /^secrets\.[A-Z][A-Z0-9_]{0,59}$/
/** Secrets are allowed in headers and bodies only, because addresses appear in logs. */
const isSecretsPlace = (path: string) => path === 'params.body' || path.startsWith('params.header_')

function ofHttp(step: Step, say: (path: string, reason: string) => void): void {
  const { params = {}, timeout_seconds: seconds } = step
  const method = (params.method ?? 'GET').toUpperCase()
  if (!HTTP_METHODS.some((one) => one === method)) say('params.method', `is one of ${HTTP_METHODS.join(', ')}`)
  const origin = originIn(params.url ?? '')
  if (origin === null)
    say(
      'params.url',
      'begins with http:// or https:// and its host, behind which comes nothing, a slash or a question mark',
    )
  else if (origin.protocol !== 'https:' && secretsIn(step).length > 0)
    say('params.url', 'is https where a secret is sent: whoever is on the way would read it')
  if (origin !== null && isWithinItself(hostOf(origin)))
    say('params.url', 'is an address that no tenant is connected to')
  if (/\{\{/.test(params.content_type ?? ''))
    say('params.content_type', 'says how the body is filled in: it has no places')
  const problem = params.body === undefined ? null : bodyProblem(params.body, mediaTypeOf(step) ?? '')
  if (problem !== null) say('params.body', problem)
  if (params.body !== undefined && (method === 'GET' || method === 'HEAD')) say('params.body', `${method} has no body`)
  if (seconds !== undefined && seconds > 30) say('timeout_seconds', 'is at most 30 of an http step')
}

/** Checks the body with sample values: its syntax does not depend on the values. */
function bodyProblem(body: string, mediaType: string): string | null {
  try {
    filledBody(body, mediaType, () => 'x')
    return null
  } catch (error) {
    return error instanceof AppError ? error.message : 'cannot be filled in'
  }
}

/** Where nothing can ever be, whatever starts the run. */
function refers(
  document: PlaybookDocument,
  step: Step,
  to: string,
  path: string,
  say: (path: string, reason: string) => void,
): void {
  const [root = '', name = '', field] = to.split('.')
  if (!isPath(to) || !ROOTS.has(root)) return say(path, `${to} is not of trigger, steps, vars or item`)
  if (root === 'item' && step.for_each === undefined) return say(path, `${to} is of steps with for_each alone`)
  if (root === 'trigger') return ofTriggerPath(document, to, path, say)
  if (root === 'steps') {
    const named = document.steps.find(({ id }) => id === name)
    if (!named) return say(path, `there is no step ${name}`)
    if (field !== undefined && !STEP_FIELDS.has(field))
      return say(path, `a step has no ${field}, but ${[...STEP_FIELDS].join(', ')}`)
    if (!comesBefore(document, named, step)) say(path, `the step ${name} is never done before this one`)
  }
  if (root !== 'vars') return
  const setting = document.steps.filter(({ type, params = {} }) => type === 'set' && Object.hasOwn(params, name))
  if (setting.length === 0) return say(path, `no step sets ${name}`)
  if (!setting.some((one) => comesBefore(document, one, step))) say(path, `no step sets ${name} before this one`)
}

function ofTriggerPath(
  { trigger: { on } }: PlaybookDocument,
  to: string,
  path: string,
  say: (path: string, reason: string) => void,
): void {
  const triggerFields = TRIGGER_FIELDS[on]
  const [, name, field] = to.split('.')
  if (triggerFields === undefined || name === undefined) return
  if (!Object.hasOwn(triggerFields, name))
    return say(path, `a run by ${on} has no ${to}, but trigger.${Object.keys(triggerFields).join(', trigger.')}`)
  const fields = triggerFields[name] ?? null
  if (fields !== null && field !== undefined && !fields.has(field))
    say(path, `trigger.${name} has no ${field}, but ${[...fields].join(', ')}`)
}

/** True when a run may come from one step to another. */
function comesBefore({ steps }: PlaybookDocument, first: Step, second: Step): boolean {
  const at = new Map(steps.map((step, place) => [step.id, place]))
  const seen = new Set<string>()
  const open = [first.id]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const place = at.get(id)
    const step = place === undefined ? undefined : steps[place]
    if (step === undefined || place === undefined || seen.has(id)) continue
    seen.add(id)
    const next = nextOf(steps, step, place)
    if (next.includes(second.id)) return true
    open.push(...next)
  }
  return false
}

/** A step that is reached from itself, and one that is reached from nowhere. */
function flow({ steps }: PlaybookDocument): Problem[] {
  const at = new Map(steps.map((step, place) => [step.id, place]))
  const ways = steps.map((step, place) => nextOf(steps, step, place).flatMap((id) => at.get(id) ?? []))
  const state = steps.map(() => 'new' as 'new' | 'open' | 'done')
  const problems: Problem[] = []
  const walk = (place: number): void => {
    state[place] = 'open'
    for (const to of ways[place] ?? []) {
      if (state[to] === 'open')
        problems.push({ path: `steps.${place}`, reason: `leads back to ${steps[to]?.id}: a run would never end` })
      else if (state[to] === 'new') walk(to)
    }
    state[place] = 'done'
  }
  walk(0)
  const lost = steps.flatMap(({ id }, place) =>
    state[place] === 'new' ? [{ path: `steps.${place}`, reason: `${id} is never reached` }] : [],
  )
  return [...problems, ...lost]
}

function nextOf(steps: readonly Step[], step: Step, place: number): string[] {
  const after = step.next === undefined ? steps[place + 1]?.id : (step.next ?? undefined)
  const ways = isVerification(step)
    ? ANSWER_WAYS.map((way) => step[way])
    : step.type === 'condition'
      ? [step.next_true, step.next_false]
      : [undefined]
  return ways.map((way) => (way === undefined ? after : (way ?? undefined))).filter((id) => id !== undefined)
}

const ANSWER_WAYS = ['next_acknowledge', 'next_deny', 'next_escalate', 'next_expired'] as const

export const isVerification = ({ type }: Step) => actionTypeOf(type)?.name === VERIFY

/** The result of a step that decides the way on: of a condition, or the answer to a verification. */
export type Turn = boolean | VerifyChoice | 'expired' | null

/** True when a step has a branch for a missing answer, which is then no failure. */
export const handlesExpiry = (step: Step) => isVerification(step) && step.next_expired !== undefined

/** The step that comes after this one; null at the end. */
export function following({ steps }: PlaybookDocument, step: Step, turn: Turn): string | null {
  const after = step.next === undefined ? (steps[steps.indexOf(step) + 1]?.id ?? null) : step.next
  if (turn === null) return after
  const way = typeof turn === 'string' ? step[`next_${turn}`] : turn ? step.next_true : step.next_false
  return way === undefined ? after : way
}
