/** The investigation of the stand-in model: always the same tools in the same order, and a verdict by their results. */
import { eventsIn, isSuspicious, type ShownEntry, type ShownEvent } from './stand-in-reading.ts'

type Args = Readonly<Record<string, unknown>>
type Result = { readonly entry: number; readonly tool: string; readonly result: Readonly<Record<string, unknown>> }

const PLAN = [
  'Search the hosts of its alerts.',
  'Look at what started it.',
  'See how common it is.',
  'Ask intelligence.',
]

export function nextStep(entries: readonly ShownEntry[]) {
  const results = entries.flatMap(resultOf)
  const toolsUsed = new Set(results.map(({ tool }) => tool))
  const facts = entries.find(({ about }) => about === 'alerts')?.says
  const [hosts, ips] = [valuesOf(facts, 'hosts'), valuesOf(facts, 'ips')]
  const events = results.flatMap(({ entry, result }) => eventsIn(result.events).map((event) => ({ entry, event })))
  const bad = events.find(({ event }) => isSuspicious(event))
  const call = callFor(toolsUsed, hosts, ips, (bad ?? events[0])?.event)
  if (call !== null) return { plan: PLAN, call, conclusion: null }
  return { plan: [], call: null, conclusion: conclude(results, bad) }
}

function callFor(request: ReadonlySet<string>, hosts: readonly string[], ips: readonly string[], event?: ShownEvent) {
  const call = (tool: string, args: Args) => (request.has(tool) ? null : { tool, args })
  const [host] = hosts
  const query = host === undefined ? '*' : `host:"${host}"`
  return (
    call('search', { query, hours: 720 }) ??
    (event === undefined ? null : call('process_tree', { event_uid: event.uid })) ??
    (typeof event?.process_name === 'string'
      ? call('prevalence', { field: 'process_name', value: event.process_name, hours: 720 })
      : null) ??
    (host === undefined ? null : call('entity_timeline', { entity: host })) ??
    (ips.length === 0 ? null : call('intel', { values: ips.slice(0, 10) }))
  )
}

function conclude(results: readonly Result[], bad: { entry: number; event: ShownEvent } | undefined) {
  const claims = results.flatMap(({ entry, tool, result }) => {
    if (result.outcome !== 'answered') return []
    if (tool === 'search') return [{ text: `${result.shown} events are shown.`, rests: [entry] }]
    if (tool === 'prevalence') return [{ text: `${result.hosts} hosts have it.`, rests: [entry] }]
    return []
  })
  const unchecked = results.some(({ result }) => result.outcome === 'could_not_check')
  if (bad === undefined)
    return { verdict: unchecked ? 'needs_review' : 'benign', confidence: unchecked ? 0 : 0.7, claims }
  const { entry, event } = bad
  const own = [{ text: `The event is of “${event.host ?? event.uid}”.`, rests: [entry], events: [event.uid] }]
  return { verdict: 'true_positive', confidence: 0.9, claims: [...own, ...claims] }
}

function resultOf({ entry, about, says }: ShownEntry): Result[] {
  if (!about.startsWith('tool_') || says === null || typeof says !== 'object') return []
  const { asked, result } = says as { asked?: { tool?: unknown }; result?: Args }
  return typeof asked?.tool === 'string' ? [{ entry, tool: asked.tool, result: result ?? {} }] : []
}

/** Texts of a list of this name, wherever it is. */
function valuesOf(value: unknown, name: string): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => valuesOf(one, name)))]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([member, own]) =>
    member === name && Array.isArray(own) ? own.filter((one) => typeof one === 'string') : valuesOf(own, name),
  )
}
