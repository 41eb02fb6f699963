/** Changes to the steps in the text of a playbook. Comments and the writing of other lines stay. */
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  parse,
  parseDocument,
  stringify,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { WAYS } from './flow.ts'

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

/**
 * Inserts a step on one way of another step: it comes behind this step, and leads to where the way led before. `step` is
 * the text of a list of one.
 */
export function withStepOn(text: string, id: string, way: string, step: string): string {
  return edited(text, id, (steps, at, document) => {
    const added = document.createNode((parse(step) as unknown[])[0])
    const before = steps.items[at]
    if (!isMap(before) || !isMap(added)) return
    const isFollowed = way === 'next' && !before.has('next')
    // In the list, the step is followed by the one that followed before.
    if (!isFollowed) {
      const after = behind(steps, at)
      added.set('next', before.has(way) ? before.get(way) : after)
      // Ways that the step does not name go on to where they went.
      if (way !== 'next' && !before.has('next')) before.set('next', after)
      before.set(way, added.get('id'))
    }
    steps.items.splice(at + 1, 0, added)
  })
}

/** Removes the step. A step that led to it leads to the step behind it, or ends the run. */
export function withoutStep(text: string, id: string): string {
  return edited(text, id, (steps, at) => {
    const to = behind(steps, at)
    steps.items.splice(at, 1)
    for (const step of steps.items)
      if (isMap(step)) for (const { key } of WAYS) if (step.get(key) === id) step.set(key, to)
  })
}

/** The step that `next` of this one leads to, named or by the order of the list; null at the end. */
function behind(steps: YAMLSeq, at: number): unknown {
  const [step, following] = [steps.items[at], steps.items[at + 1]]
  if (isMap(step) && step.has('next')) return step.get('next')
  return isMap(following) ? following.get('id') : null
}

/** Sets a member of the step, or one inside it; undefined removes it, and a member that is empty then. */
export function withMember(text: string, id: string, path: readonly string[], value: unknown): string {
  return edited(text, id, (steps, at, document) => {
    const step = steps.items[at]
    if (!isMap(step)) return
    if (value !== undefined) return setMember(step, path, document.createNode(value))
    step.deleteIn(path)
    const parent = path.slice(0, -1)
    const left = parent.length > 0 ? step.getIn(parent) : null
    if (isMap(left) && left.items.length === 0) step.deleteIn(parent)
  })
}

/** A member inside of something that is no map replaces it. */
function setMember(step: YAMLMap, [name = '', ...inside]: readonly string[], value: unknown): void {
  if (inside.length > 0 && !isMap(step.get(name))) step.set(name, parseDocument('{}').contents)
  step.setIn([name, ...inside], value)
}

/** Gives the step another id, also where other steps lead to it or use its result. */
export function renamedStep(text: string, id: string, to: string): string {
  return edited(text, id, (steps, at, document) => {
    const step = steps.items[at]
    if (!isMap(step)) return
    step.set('id', to)
    for (const one of steps.items) if (isMap(one)) for (const { key } of WAYS) if (one.get(key) === id) one.set(key, to)
    const used = new RegExp(`(?<![\\w.-])steps\\.${id.replaceAll(/[^\w-]/g, '')}(?![\\w-])`, 'g')
    visit(document, {
      Scalar(_, scalar) {
        if (typeof scalar.value === 'string') scalar.value = scalar.value.replaceAll(used, `steps.${to}`)
      },
    })
  })
}

/** Moves the step by one place in the list, up (-1) or down (1). */
export function movedStep(text: string, id: string, by: -1 | 1): string {
  return edited(text, id, ({ items }, at) => {
    if (at + by >= 0 && at + by < items.length) items.splice(at + by, 0, ...items.splice(at, 1))
  })
}

/** The text stays as it is if it is no YAML or has no such step. */
function edited(text: string, id: string, edit: (steps: YAMLSeq, at: number, document: Document) => void): string {
  const document = parseDocument(text)
  const steps = document.errors.length === 0 ? document.get('steps') : null
  if (!isSeq(steps)) return text
  const at = steps.items.findIndex((step) => isMap(step) && step.get('id') === id)
  if (at === -1) return text
  edit(steps, at, document)
  return document.toString({ lineWidth: 0 })
}
