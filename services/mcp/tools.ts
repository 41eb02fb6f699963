/**
 * The tools of a model: thirteen, each one or a few operations of the API with the rights of the caller's credential. A
 * tool that changes something asks the person first, and the action goes through the same approvals as everybody's.
 */
import Type, { type Static, type TObject, type TProperties } from 'typebox'
import type { Client } from '../../sdk/typescript/src/index.ts'
import { untrustedText } from './untrusted.ts'

/** Items of a page that a model may ask for. */
const ITEMS_MAX = 100
/** Longest wait for a hunt; it goes on by itself afterwards. */
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
  /** It changes nothing. */
  readonly reads: boolean
  run(given: unknown, call: Call): Promise<string>
}

type Spec<P extends TProperties> = {
  readonly title: string
  readonly description: string
  readonly input: P
  readonly reads?: boolean
  run(given: Static<TObject<P>>, call: Call): Promise<string>
}

function tool<P extends TProperties>(name: string, spec: Spec<P>): Tool {
  const { title, description, input, reads = true } = spec
  return {
    ...{ name, title, description, reads, input: Type.Object(input, { additionalProperties: false }) },
    run: (value, call) => spec.run(value as Static<TObject<P>>, call),
  }
}

const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: ITEMS_MAX, description: '20 unless given' }))
const cursor = Type.Optional(Type.String({ maxLength: 200, description: 'next_cursor of the answer before' }))
const id = (of: string) => Type.String({ minLength: 1, maxLength: 200, description: `id of ${of}` })
const time = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, description: `ISO 8601; ${description}` }))
const from = time('30 days before `to` unless given')
const to = time('not part of it; now unless given')
const text = (description: string, maxLength = 4_000) => Type.String({ minLength: 1, maxLength, description })

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
  tool('list_alerts', {
    title: 'List alerts',
    description: 'Alerts of the tenant, newest first, with how many there are by severity, status and more.',
    input: {
      severity: Type.Optional(text('any of info, low, medium, high, critical, separated by commas', 200)),
      status: Type.Optional(text('any of new, triaged, in_progress, resolved, closed, separated by commas', 200)),
      search: Type.Optional(text('words of the title or the entities', 200)),
      from: time('made at this time or later'),
      until: time('made before this time'),
      ...{ limit, cursor },
    },
    async run({ limit = 20, ...given }, { client, signal }) {
      return untrustedText({ ...(await client.alerts.list({ ...given, limit }, { signal }).firstPage()) }, 'items')
    },
  }),
  tool('get_alert', {
    title: 'Read an alert',
    description: 'One alert with its narrative, evidence, score, entities, verdict and what it recommends.',
    input: { alert_id: id('the alert') },
    async run({ alert_id }, { client, signal }) {
      return untrustedText({ ...(await client.alerts.get(alert_id, { signal })) })
    },
  }),
  tool('search_events', {
    title: 'Search events',
    description:
      'Events that a query in the syntax of Lucene finds, newest first: user:kim AND dst_port:>=1024, src_ip:10.0.0.0/8, "failed password". The answer says whether everything was looked at.',
    input: {
      query: text('the query'),
      ...{ from, to, cursor, limit },
      fields: Type.Optional(Type.Array(text('a field', 200), { maxItems: 40, description: 'fields to show' })),
    },
    run: ({ limit = 20, ...given }, call) => searched({ ...given, limit, language: 'lucene' }, call),
  }),
  tool('run_kql', {
    title: 'Search events with KQL',
    description:
      'A KQL query over stored events. A table and where conditions, such as SecurityEvent | where EventID == 4625, give events, newest first; any other query (summarize, project, join, order by) gives a table of columns and rows.',
    input: { query: text('the query', 20_000), ...{ from, to, cursor, limit } },
    run: ({ limit = 20, ...given }, call) => searched({ ...given, limit, language: 'kql' }, call),
  }),
  tool('entity_timeline', {
    title: 'Timeline of an entity',
    description: 'What a user, host, address or domain did: its events and the alerts that name it, newest first.',
    input: {
      entity_type: Type.Union([Type.Literal('user'), Type.Literal('host'), Type.Literal('ip'), Type.Literal('domain')]),
      value: text('name of the user or host, the address or the domain', 500),
      ...{ from, to, limit },
    },
    async run({ entity_type, value, limit = 50, ...span }, { client, signal }) {
      const query = (ENTITY_FIELDS[entity_type] ?? []).map((field) => `${field}:${quoted(value)}`).join(' OR ')
      const [events, alerts] = await Promise.all([
        client.events.search({ query, ...span, limit }, { signal }).firstPage(),
        client.alerts.list({ search: value.slice(0, 200), limit: 20 }, { signal }).firstPage(),
      ])
      const entries = [
        ...events.events.map((event) => ({ kind: 'event', ...event })),
        ...alerts.items.map(({ id, title, severity, status, first_seen }) => ({
          ...{ time: first_seen, kind: 'alert', id, title, severity, status },
        })),
      ].sort((a, b) => b.time.localeCompare(a.time))
      const more = { more_events: events.next_cursor !== undefined, more_alerts: alerts.next_cursor !== undefined }
      const { complete, missing } = events
      return untrustedText({ from: events.from, to: events.to, complete, missing, ...more, entries }, 'entries')
    },
  }),
  tool('seen_indicator', {
    title: 'Was an indicator seen',
    description:
      'Whether events hold an address, domain, URL, hash or other text: how many, the newest ones, and what threat intelligence knows of it.',
    input: { value: text('the indicator', 1_000), ...{ from, to } },
    async run({ value, ...span }, { client, signal }) {
      const isAddress = /^[0-9a-f:.]+$/i.test(value) && /[:.].*[:.]/.test(value)
      const query = isAddress ? `ip:${quoted(value)} OR ${quoted(value)}` : quoted(value)
      const [counted, newest, known] = await Promise.all([
        client.events.histogram.run({ query, ...span }, { signal }),
        client.events.search({ query, ...span, limit: 10 }, { signal }).firstPage(),
        client.intel.iocs.list({ limit: 500 }, { signal }).firstPage(),
      ])
      const days = counted.buckets.filter(({ events }) => events > 0)
      return untrustedText({
        ...{ seen: counted.events > 0, events: counted.events, complete: counted.complete, missing: counted.missing },
        ...{ from: counted.from, to: counted.to, buckets: days, newest: newest.events },
        known_indicators: known.items.filter((ioc) => ioc.value.toLowerCase() === value.toLowerCase()),
        all_indicators_looked_at: known.next_cursor === undefined,
      })
    },
  }),
  tool('list_cases', {
    title: 'List cases',
    description: 'Cases of the tenant, newest first.',
    input: {
      status: Type.Optional(text('any of open, in_progress, resolved, closed, separated by commas', 200)),
      severity: Type.Optional(text('any of info, low, medium, high, critical, separated by commas', 200)),
      search: Type.Optional(text('words of the title', 200)),
      ...{ limit, cursor },
    },
    async run({ limit = 20, ...given }, { client, signal }) {
      return untrustedText({ ...(await client.cases.list({ ...given, limit }, { signal }).firstPage()) }, 'items')
    },
  }),
  tool('get_case', {
    title: 'Read a case',
    description: 'One case with its clocks, alerts, newest comments and tasks.',
    input: { case_id: id('the case, or its number') },
    async run({ case_id }, { client, signal }) {
      const [detail, alerts, comments, tasks] = await Promise.all([
        client.cases.get(case_id, { signal }),
        client.cases.alerts.list(case_id, { limit: 20 }, { signal }).firstPage(),
        client.cases.comments.list(case_id, { limit: 20 }, { signal }).firstPage(),
        client.cases.tasks.list(case_id, { limit: 50 }, { signal }).firstPage(),
      ])
      return untrustedText({ case: detail, alerts, comments, tasks })
    },
  }),
  tool('add_comment', {
    title: 'Comment on a case',
    description: 'Adds a comment to a case in the name of the caller, once the person has agreed.',
    input: { case_id: id('the case, or its number'), body: text('the comment', 20_000) },
    reads: false,
    async run({ case_id, body }, { client, signal, confirm }) {
      await confirm(`Add this comment to case ${case_id}?\n\n${body.slice(0, 2_000)}`)
      const { id: comment_id, created_at } = await client.cases.comments.create(case_id, { body }, { signal })
      return untrustedText({ comment_id, case_id, created_at })
    },
  }),
  tool('explain_rule', {
    title: 'Explain a rule',
    description: 'What a detection rule looks for, its text, its overlay for this tenant, and what it found lately.',
    input: { rule_id: id('the rule') },
    async run({ rule_id }, { client, signal }) {
      const rule = await client.rules.get(rule_id, { signal })
      const overlay = await client.rules.overlay.get(rule_id, { signal }).catch(noneIfMissing)
      const found = rule.rule_ids
        .slice(0, 10)
        .map((one) => client.detections.stats({ hours: 24 * 7, rule_id: one }, { signal }))
      const week = await Promise.all(found)
      return untrustedText({ rule, overlay, detections_of_7_days: week })
    },
  }),
  tool('test_rule', {
    title: 'Test a rule',
    description: 'Runs a rule over events that you give, and says for each why it matches or does not. Stores nothing.',
    input: {
      rule_id: id('the rule'),
      events: Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1, maxItems: 50 }),
      format: Type.Optional(text('source format of the events; found out unless given', 100)),
    },
    async run({ rule_id, ...given }, { client, signal }) {
      return untrustedText(
        { ...(await client.rules.test(rule_id, { ...given, explain: true }, { signal })) },
        'results',
      )
    },
  }),
  tool('run_hunt', {
    title: 'Run a hunt',
    description: 'Runs a stored hunt now, waits for it, and shows what it found. Ending the call cancels the run.',
    input: { hunt_id: id('the hunt'), ...{ from, to, limit } },
    run: runHunt,
  }),
  tool('request_action', {
    title: 'Ask for a response action',
    description:
      'Asks for a response action such as block_ip or isolate_host, once the person has agreed. It is held by the policy of the tenant: most actions then wait for the approval of somebody else.',
    input: {
      action_type: text('such as block_ip, isolate_host, disable_user, create_ticket', 60),
      target: Type.Optional(text('what it is about', 500)),
      parameters: Type.Optional(Type.Record(Type.String(), Type.String())),
      rationale: text('why'),
      alert_id: Type.Optional(id('the alert that it answers')),
      case_id: Type.Optional(id('the case that it belongs to')),
    },
    reads: false,
    async run({ action_type, ...given }, { client, signal, confirm }) {
      const body = { ...given, action_type: action_type as 'block_ip', idempotency_key: crypto.randomUUID() }
      const plan = await client.actions.dryRun({ ...given, action_type: action_type as 'block_ip' }, { signal })
      const about = given.target ?? JSON.stringify(given.parameters ?? {})
      const planned = JSON.stringify(plan).slice(0, 1_500)
      await confirm(
        `Ask for ${action_type} on ${about}?\n\nWhy: ${given.rationale.slice(0, 1_000)}\n\nPlan: ${planned}`,
      )
      return untrustedText({ ...(await client.actions.create(body, { signal })) })
    },
  }),
]

type Searched = Parameters<Client['events']['search']>[0]

async function searched(value: Searched, { client, signal }: Call): Promise<string> {
  const { table, ...found } = await client.events.search(value, { signal }).firstPage()
  if (table === undefined) return untrustedText({ ...found }, 'events')
  const { from, to, complete, missing } = found
  return untrustedText({ from, to, complete, missing, ...table }, 'rows')
}

function noneIfMissing(error: { readonly status?: number }): null {
  if (error.status === 404) return null
  throw error
}

async function runHunt(
  { hunt_id, limit = 20, ...span }: { hunt_id: string; limit?: number; from?: string; to?: string },
  { client, signal, progress }: Call,
): Promise<string> {
  let run = await client.hunts.runs.create(hunt_id, span, { signal })
  const cancel = () => void client.hunts.runs.cancel(hunt_id, run.id).catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const untilMs = performance.now() + HUNT_WAIT_MS
    while ((run.state === 'queued' || run.state === 'running') && performance.now() < untilMs) {
      await progress(run.progress, `${run.state}, ${run.hits} hits`)
      await pause(HUNT_LOOK_MS, signal)
      run = await client.hunts.runs.get(hunt_id, run.id, { signal })
    }
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  if (run.state !== 'done') return untrustedText({ run, results: null })
  const page = await client.hunts.results.list(hunt_id, { run_id: run.id, limit }, { signal }).firstPage()
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
