/** Beginnings of the work that analysts do most. */
type Prompt = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: { readonly name: string; readonly description: string; readonly required: true }[]
  readonly text: string
}

const argument = (name: string, description: string) => ({ name, description, required: true as const })

export const PROMPTS: readonly Prompt[] = [
  {
    name: 'triage_alert',
    title: 'Triage an alert',
    description: 'Assess an alert: verdict, scope and next steps',
    arguments: [argument('alert_id', 'id of the alert')],
    text: `Triage alert {alert_id}. Read it with get_alert, look at the timelines of its entities and at the rules that found it. Say: true positive, false positive or benign, how sure you are and by which evidence (ids), what was not looked at, and the next three steps.`,
  },
  {
    name: 'investigate_entity',
    title: 'Investigate an entity',
    description: 'Reconstruct the activity of a user, host, address or domain',
    arguments: [argument('entity_type', 'user, host, ip or domain'), argument('value', 'its name')],
    text: `Investigate the {entity_type} {value}. Begin with entity_timeline, then search_events where it leads. Give a timeline of what matters with event ids, what is unusual, and what you could not see.`,
  },
  {
    name: 'hunt_indicator',
    title: 'Hunt for an indicator',
    description: 'Find the first and last sighting of an indicator, and the affected hosts and users',
    arguments: [argument('value', 'address, domain, URL or hash')],
    text: `Was the indicator {value} seen here? Use seen_indicator, then the timelines of the hosts and users of those events. Say first and last time, who was affected, and whether the whole span was looked at.`,
  },
  {
    name: 'summarise_case',
    title: 'Summarise a case',
    description: 'Summarise a case for a handover',
    arguments: [argument('case_id', 'id or number of the case')],
    text: `Summarise case {case_id} for the next shift from get_case and its alerts: what happened, what was done, what is open and until when. Name no person in a blaming way.`,
  },
]

/** Null when there is no such prompt, or an argument is missing. */
export function promptText(name: string, members: Readonly<Record<string, string>>): string | null {
  const prompt = PROMPTS.find((one) => one.name === name)
  if (!prompt || prompt.arguments.some((argument) => !members[argument.name])) return null
  return prompt.text.replace(/\{(\w+)\}/g, (_, field: string) => (members[field] ?? '').slice(0, 500))
}
