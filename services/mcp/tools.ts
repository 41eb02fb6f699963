/**
 * The thirteen tools of a model. Each calls one or a few operations of the API with the rights of the caller's
 * credential. Its inputs, its permissions and whether it only reads come from these operations (`operations.ts`). A
 * tool that comments or acts asks the person first, and the action needs the same approvals as any other.
 */
import Type, { type TObject, type TProperties } from 'typebox'
import type { Client, models } from '../../sdk/typescript/src/index.ts'
import { ITEMS_DEFAULT, type Operation, operationAt, send, takes } from './operations.ts'
import { untrustedText } from './untrusted.ts'

/** Maximum wait for a hunt, which continues afterwards. */
const HUNT_WAIT_MS = 10 * 60_000
const HUNT_LOOK_MS = 1_000

export type Call = {
  readonly client: Client
  readonly signal: AbortSignal
  /** Shows how far a long call is: 0 to 1. */
  progress(done: number, message: string): Promise<void>
  /** Throws unless the person who sits in front of the client agrees. */
  confirm(message: string): Promise<void>
}

export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: TObject
  /** Everything that the tool calls. */
  readonly operations: readonly Operation[]
  run(input: unknown, call: Call): Promise<string>
}

type Values = Readonly<Record<string, unknown>>
type OfOperation = {
  readonly title: string
  /** Absent: the summary of the operation. */
  readonly description?: string
  /** Members of its input by the names that the tool has for them, each with the name in the operation. */
  readonly takes: Readonly<Record<string, string>>
  /** Members that are set for the model, and optional members of the operation that the model must give. */
  readonly sets?: Values
  readonly needs?: readonly string[]
  /** Member of the answer that is a list, of which as much is shown as there is room for. */
  readonly list?: string
  /** Asks the person before anything is done. */
  readonly question?: (values: Values) => string
  readonly shown?: (answer: Record<string, unknown>, values: Values) => string
}

/** A tool that is one operation. */
function ofOperation(name: string, operation: Operation, spec: OfOperation): Tool {
  const { title, description = `${operation.summary}.`, takes: names, sets = {}, needs = [], list } = spec
  const { question, shown = (answer) => untrustedText(answer, list) } = spec
  const properties = takes(operation, names)
  const schema = Type.Object(properties, { additionalProperties: false })
  const whole = { ...schema, required: [...(schema.required ?? []), ...needs] } as TObject
  const isPaged = 'limit' in names
  return {
    name,
    title,
    description,
    input: whole,
    operations: [operation],
    async run(value, { client, signal, confirm }) {
      const input = value as Values
      if (question !== undefined) await confirm(question(input))
      const members = Object.entries(input).map(([own, member]) => [names[own] ?? own, member])
      const values = { ...(isPaged ? { limit: ITEMS_DEFAULT } : {}), ...Object.fromEntries(members), ...sets }
      return shown(await send(client, operation, values, signal), input)
    },
  }
}

/** Calls one operation of the tool. A list answers with its first page. */
type Ask = <A extends object>(values?: Values) => Promise<A>
type Asks<Used> = { readonly [Name in keyof Used]: Ask }

type Spec<Input, Used> = {
  readonly title: string
  readonly description: string
  readonly input: TProperties
  /** Every operation that the tool may call, by a name of the tool's own. */
  readonly uses: Used
  run(input: Input, ask: Asks<Used>, call: Call): Promise<string>
}

/** A tool that calls several operations, and no others than it declares. */
function tool<Input, Used extends Readonly<Record<string, Operation>>>(name: string, spec: Spec<Input, Used>): Tool {
  const { title, description, input, uses, run } = spec
  const schema = Type.Object(input, { additionalProperties: false })
  return {
    name,
    title,
    description,
    input: schema,
    operations: Object.values(uses),
    run: (value, call) => run(value as Input, asksOf(uses, call), call),
  }
}

function asksOf<Used extends Readonly<Record<string, Operation>>>(uses: Used, { client, signal }: Call): Asks<Used> {
  const asks = Object.entries(uses).map(([name, operation]) => [
    name,
    (values: Values = {}) => send(client, operation, values, signal),
  ])
  return Object.fromEntries(asks) as Asks<Used>
}

const text = (description: string, maxLength: number) => Type.String({ minLength: 1, maxLength, description })

const same = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]))
const searchEvents = operationAt('POST /events/search')
const listAlerts = operationAt('GET /alerts')
const readCase = operationAt('GET /cases/{id}')
const readRule = operationAt('GET /rules/{id}')
const startHunt = operationAt('POST /hunts/{hunt_id}/runs')
const requestAction = operationAt('POST /actions')
const HUNT = {
  start: startHunt,
  run: operationAt('GET /hunts/{hunt_id}/runs/{run_id}'),
  cancel: operationAt('POST /hunts/{hunt_id}/runs/{run_id}/cancel'),
  results: operationAt('GET /hunts/{hunt_id}/results'),
}
const ACTION = { plan: operationAt('POST /actions/dry-run'), request: requestAction }
const spanMembers = takes(searchEvents, same('from', 'to'))
const limitMember = takes(searchEvents, same('limit'))
type Span = { readonly from?: string; readonly to?: string; readonly limit?: number }

const ENTITY_FIELDS: Readonly<Record<string, readonly string[]>> = {
  user: ['user', 'target_user'],
  host: ['host'],
  ip: ['ip'],
  domain: ['domain'],
}

/** A value as a term of the event search: its characters have no special meaning. */
function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

export const TOOLS: readonly Tool[] = [
  ofOperation('list_alerts', listAlerts, {
    title: 'List alerts',
    takes: same('severity', 'status', 'search', 'from', 'until', 'limit', 'cursor'),
    list: 'items',
  }),
  ofOperation('get_alert', operationAt('GET /alerts/{id}'), { title: 'Read an alert', takes: { alert_id: 'id' } }),
  ofOperation('search_events', searchEvents, {
    title: 'Search events',
    description:
      'Searches events with a Lucene query, newest first: user:kim AND dst_port:>=1024, src_ip:10.0.0.0/8, "failed password". The answer states whether the whole time span was searched.',
    takes: same('query', 'from', 'to', 'cursor', 'limit', 'fields'),
    needs: ['query'],
    sets: { language: 'lucene' },
    list: 'events',
  }),
  ofOperation('run_kql', searchEvents, {
    title: 'Search events with KQL',
    description:
      'Runs a KQL query over stored events. A table and where conditions, such as SecurityEvent | where EventID == 4625, give events, newest first; any other query (summarize, project, join, order by) gives a table of columns and rows.',
    takes: same('query', 'from', 'to', 'cursor', 'limit'),
    needs: ['query'],
    sets: { language: 'kql' },
    shown({ table, ...found }) {
      if (table === undefined) return untrustedText(found, 'events')
      const { from, to, complete, missing, job_id } = found
      return untrustedText({ from, to, complete, missing, job_id, ...(table as object) }, 'rows')
    },
  }),
  tool('entity_timeline', {
    title: 'Timeline of an entity',
    description: 'Lists the events of a user, host, address or domain and the alerts that name it, newest first.',
    input: {
      entity_type: Type.Union([Type.Literal('user'), Type.Literal('host'), Type.Literal('ip'), Type.Literal('domain')]),
      value: text('name of the user or host, the address or the domain', 500),
      ...spanMembers,
      ...limitMember,
    },
    uses: { events: searchEvents, alerts: listAlerts },
    async run({ entity_type, value, limit = 50, ...span }: Entity & Span, ask) {
      const query = (ENTITY_FIELDS[entity_type] ?? []).map((field) => `${field}:${quoted(value)}`).join(' OR ')
      const [events, alerts] = await Promise.all([
        ask.events<models.EventSearchResult>({ query, ...span, limit }),
        ask.alerts<models.AlertPage>({ search: value.slice(0, 200), limit: 20 }),
      ])
      const entries = [
        ...events.events.map((event) => ({ kind: 'event', ...event })),
        ...alerts.items.map(({ id, title, severity, status, first_seen }) => ({
          ...{ time: first_seen, kind: 'alert', id, title, severity, status },
        })),
      ].sort((a, b) => b.time.localeCompare(a.time))
      const more = { more_events: events.next_cursor !== undefined, more_alerts: alerts.next_cursor !== undefined }
      const { from, to, complete, missing, job_id } = events
      return untrustedText({ from, to, complete, missing, job_id, ...more, entries }, 'entries')
    },
  }),
  tool('seen_indicator', {
    title: 'Search for an indicator',
    description:
      'Searches events for an address, domain, URL, hash or other text: returns their number, the newest ones, and matches in threat intelligence.',
    input: { value: text('the indicator', 1_000), ...spanMembers },
    uses: {
      check: operationAt('POST /intel/check'),
      count: operationAt('POST /events/histogram'),
      events: searchEvents,
    },
    async run({ value, ...span }: { readonly value: string } & Span, ask) {
      const checked = await ask.check<models.IntelChecked>({ values: [value] })
      // Events hold an address as it is, where a report writes `192.0.2[.]7`.
      const written = checked.values?.[0]?.normalised ?? value
      const isAddress = /^[0-9a-f:.]+$/i.test(written) && /[:.].*[:.]/.test(written)
      const query = isAddress ? `ip:${quoted(written)} OR ${quoted(written)}` : quoted(written)
      const [counted, newest] = await Promise.all([
        ask.count<models.EventHistogram>({ query, ...span }),
        ask.events<models.EventSearchResult>({ query, ...span, limit: 10 }),
      ])
      const days = counted.buckets.filter(({ events }) => events > 0)
      return untrustedText({
        ...{ seen: counted.events > 0, events: counted.events, complete: counted.complete, missing: counted.missing },
        ...{ from: counted.from, to: counted.to, buckets: days, newest: newest.events },
        threat_intelligence: checked.values,
      })
    },
  }),
  ofOperation('list_cases', operationAt('GET /cases'), {
    title: 'List cases',
    takes: same('status', 'severity', 'search', 'limit', 'cursor'),
    list: 'items',
  }),
  tool('get_case', {
    title: 'Read a case',
    description: 'Reads one case with its clocks, alerts, newest comments and tasks.',
    input: takes(readCase, { case_id: 'id' }),
    uses: {
      detail: readCase,
      alerts: operationAt('GET /cases/{id}/alerts'),
      comments: operationAt('GET /cases/{id}/comments'),
      tasks: operationAt('GET /cases/{id}/tasks'),
    },
    async run({ case_id: id }: { readonly case_id: string }, ask) {
      const [detail, alerts, comments, tasks] = await Promise.all([
        ask.detail({ id }),
        ask.alerts({ id, limit: 20 }),
        ask.comments({ id, limit: 20 }),
        ask.tasks({ id, limit: 50 }),
      ])
      return untrustedText({ case: detail, alerts, comments, tasks })
    },
  }),
  ofOperation('add_comment', operationAt('POST /cases/{id}/comments'), {
    title: 'Comment on a case',
    description: 'Adds a comment to a case in the name of the caller, after the person confirms.',
    takes: { case_id: 'id', body: 'body' },
    question: ({ case_id, body }) => `Add this comment to case ${case_id}?\n\n${String(body).slice(0, 2_000)}`,
    shown: ({ id, created_at }, { case_id }) => untrustedText({ comment_id: id, case_id, created_at }),
  }),
  tool('explain_rule', {
    title: 'Explain a rule',
    description:
      'Shows a detection rule: its title and description, its text, its overlay for this tenant, and its recent hits.',
    input: takes(readRule, { rule_id: 'id' }),
    uses: {
      rule: readRule,
      overlay: operationAt('GET /rules/{id}/overlay'),
      stats: operationAt('GET /detections/stats'),
    },
    async run({ rule_id: id }: { readonly rule_id: string }, ask) {
      const rule = await ask.rule<models.RuleDetail>({ id })
      const overlay = await ask.overlay({ id }).catch(noneIfMissing)
      const hits = rule.rule_ids.slice(0, 10).map((rule_id) => ask.stats({ hours: 24 * 7, rule_id }))
      const week = await Promise.all(hits)
      return untrustedText({ rule, overlay, detections_of_7_days: week })
    },
  }),
  ofOperation('test_rule', operationAt('POST /rules/{id}/test'), {
    title: 'Test a rule',
    description: 'Runs a rule over the given events, and explains for each why it matches or does not. Stores nothing.',
    takes: { rule_id: 'id', events: 'events', format: 'format' },
    sets: { explain: true },
    list: 'results',
  }),
  tool('run_hunt', {
    title: 'Run a hunt',
    description: 'Runs a stored hunt now, waits for it, and returns its results. Ending the call cancels the run.',
    input: { ...takes(startHunt, same('hunt_id', 'from', 'to')), ...limitMember },
    uses: HUNT,
    run: runHunt,
  }),
  tool('request_action', {
    title: 'Request a response action',
    description:
      'Requests a response action such as block_ip or isolate_host, after the person confirms. The policy of the tenant applies: most actions then wait for the approval of another person.',
    input: takes(requestAction, same('action_type', 'target', 'parameters', 'rationale', 'alert_id', 'case_id')),
    uses: ACTION,
    run: askForAction,
  }),
]

type Entity = { readonly entity_type: string; readonly value: string }
type Action = {
  readonly action_type: string
  readonly target?: string
  readonly parameters?: object
  readonly rationale: string
}

/** The person sees the plan of the action before they agree. */
async function askForAction(action: Action, ask: Asks<typeof ACTION>, { confirm }: Call): Promise<string> {
  const plan = await ask.plan(action)
  const about = action.target ?? JSON.stringify(action.parameters ?? {})
  const planned = JSON.stringify(plan).slice(0, 1_500)
  await confirm(
    `Ask for ${action.action_type} on ${about}?\n\nWhy: ${action.rationale.slice(0, 1_000)}\n\nPlan: ${planned}`,
  )
  return untrustedText(await ask.request({ ...action, idempotency_key: crypto.randomUUID() }))
}

function noneIfMissing(error: { readonly status?: number }): null {
  if (error.status === 404) return null
  throw error
}

type HuntRequest = Span & { readonly hunt_id: string }

async function runHunt(
  { hunt_id, limit = ITEMS_DEFAULT, ...span }: HuntRequest,
  ask: Asks<typeof HUNT>,
  { client, signal, progress }: Call,
): Promise<string> {
  let run = await ask.start<models.HuntRun>({ hunt_id, ...span })
  const ids = { hunt_id, run_id: run.id }
  // Not by `ask`, whose requests end with the signal.
  const cancel = () => void send(client, HUNT.cancel, ids, new AbortController().signal).catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const untilMs = performance.now() + HUNT_WAIT_MS
    while ((run.state === 'queued' || run.state === 'running') && performance.now() < untilMs) {
      await progress(run.progress, `${run.state}, ${run.hits} hits`)
      await pause(HUNT_LOOK_MS, signal)
      run = await ask.run<models.HuntRun>(ids)
    }
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  if (run.state !== 'done') return untrustedText({ run, results: null })
  const page = await ask.results<models.HuntResults>({ ...ids, limit })
  return untrustedText({ run, items: page.items, more: page.next_cursor !== undefined }, 'items')
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    signal.addEventListener('abort', end, { once: true })
  })
}
