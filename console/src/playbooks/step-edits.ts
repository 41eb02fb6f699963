/** Changes to the steps in the text of a playbook. Comments and the writing of other lines stay. */
import { isMap, isSeq, parseDocument, type YAMLSeq } from 'yaml'

const WAYS = ['next', 'next_true', 'next_false', 'next_acknowledge', 'next_deny', 'next_escalate', 'next_expired']

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
