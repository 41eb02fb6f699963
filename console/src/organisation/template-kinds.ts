/** The console's names for the kinds of documents in a template. */
import type { AnswerOf } from '../api/call.ts'

export type Template = AnswerOf<'GET /api/v1/organisation/templates'>['items'][number]
export type Document = Template['documents'][number]

export const KIND_WORDS: Readonly<Record<Document['kind'], readonly [one: string, many: string]>> = {
  placeholders: ['set of placeholders', 'sets of placeholders'],
  rule: ['rule', 'rules'],
  overlay: ['rule overlay', 'rule overlays'],
  playbook: ['playbook', 'playbooks'],
  hunt: ['hunt', 'hunts'],
  sla_target: ['SLA target', 'SLA targets'],
  sla_policy: ['SLA policy', 'SLA policies'],
  branding: ['branding', 'brandings'],
  message_text: ['wording of a message', 'wordings of messages'],
  role: ['role', 'roles'],
  connector: ['connector', 'connectors'],
}
export const KINDS = Object.keys(KIND_WORDS) as readonly Document['kind'][]

/** Such as "3 rules, 1 playbook". */
export function contentsOf(documents: readonly Pick<Document, 'kind'>[]): string {
  return KINDS.flatMap((kind) => {
    const count = documents.filter((one) => one.kind === kind).length
    const [one, many] = KIND_WORDS[kind]
    return count === 0 ? [] : [`${count.toLocaleString()} ${count === 1 ? one : many}`]
  }).join(', ')
}
