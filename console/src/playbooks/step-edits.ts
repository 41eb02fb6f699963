/** Changes to the steps in the text of a playbook. Comments and the writing of other lines stay. */
import { isMap, isScalar, isSeq, type Pair, parse, parseDocument, stringify, type YAMLSeq } from 'yaml'

const WAYS = ['next', 'next_true', 'next_false', 'next_acknowledge', 'next_deny', 'next_escalate', 'next_expired']

/** Members in the order in which a person reads them; the steps come last, and the others before them. */
const ORDER = ['id', 'name', 'description', 'tags', 'trigger', 'on', 'type', 'condition', 'field', 'operator', 'value']

/** The text of a stored playbook, whose members the store has in an order of its own. */
export function playbookText(document: unknown): string {
  return stringify(document, { lineWidth: 0, sortMapEntries: (a, b) => rankOf(a) - rankOf(b) })
}

function rankOf({ key }: Pair): number {
  const name = isScalar(key) ? String(key.value) : String(key)
  if (name === 'steps') return ORDER.length + 1
  const at = ORDER.indexOf(name)
  return at === -1 ? ORDER.length : at
}

/** Appends a step, which is the text of a list of one. A text that is no YAML stays as it is. */
export function withStep(text: string, step: string): string {
  const document = parseDocument(text)
  if (document.errors.length > 0) return text
  const [added] = parse(step) as unknown[]
  if (isSeq(document.get('steps'))) document.addIn(['steps'], document.createNode(added))
  else document.set('steps', document.createNode([added]))
  return document.toString({ lineWidth: 0 })
}

/** Removes the step. A step that led to it leads to the step behind it, or ends the run. */
export function withoutStep(text: string, id: string): string {
  return edited(text, id, (steps, at) => {
    const [removed] = steps.items.splice(at, 1)
    const behind = isMap(removed) ? (removed.get('next') ?? null) : null
    for (const step of steps.items)
      if (isMap(step)) for (const way of WAYS) if (step.get(way) === id) step.set(way, behind)
  })
}

/** Moves the step by one place in the list, up (-1) or down (1). */
export function movedStep(text: string, id: string, by: -1 | 1): string {
  return edited(text, id, ({ items }, at) => {
    if (at + by >= 0 && at + by < items.length) items.splice(at + by, 0, ...items.splice(at, 1))
  })
}

/** The text stays as it is if it is no YAML or has no such step. */
function edited(text: string, id: string, edit: (steps: YAMLSeq, at: number) => void): string {
  const document = parseDocument(text)
  const steps = document.errors.length === 0 ? document.get('steps') : null
  if (!isSeq(steps)) return text
  const at = steps.items.findIndex((step) => isMap(step) && step.get('id') === id)
  if (at === -1) return text
  edit(steps, at)
  return document.toString({ lineWidth: 0 })
}
