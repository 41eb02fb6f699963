/** Arranges the leaves of a profile as the tree of the event, and finds the members that its class requires. */
import type { Attribute, Dictionary, EventClass, Shape } from '../../schemas/ocsf/dictionary.ts'
import type { Leaf } from './leaf.ts'

export type Branch = {
  readonly path: string
  /** Null inside attributes that take any object. */
  readonly shape: Shape | null
  readonly isArray: boolean
  readonly children: Map<string, Branch | Leaf>
}

/** A requirement of the schema that an event may fail; one of `needs` is enough. */
export type Demand = {
  readonly path: string
  readonly owner: Branch
  readonly kind: 'missing' | 'constraint'
  readonly needs: readonly (Branch | Leaf)[]
}

export function isBranch(node: Branch | Leaf): node is Branch {
  return 'children' in node
}

/** Members that `ocsf` gives every row, in any profile. */
const ALWAYS = new Set(['class_uid', 'category_uid', 'activity_id', 'type_uid', 'severity_id', 'time', 'metadata'])
const ALWAYS_METADATA = new Set(['version', 'product'])

export function treeOf(dictionary: Dictionary, eventClass: EventClass, leaves: readonly Leaf[]): Branch {
  const root: Branch = { path: '', shape: eventClass, isArray: false, children: new Map() }
  for (const leaf of leaves) place(dictionary, root, leaf)
  return root
}

function place(dictionary: Dictionary, root: Branch, leaf: Leaf): void {
  const steps = leaf.path.split('.').flatMap((step) => step.split(/(?=\[)/))
  const last = steps.pop() as string
  let at = root
  for (const step of steps) {
    const path = step.startsWith('[') ? `${at.path}${step}` : at.path === '' ? step : `${at.path}.${step}`
    let next = at.children.get(step)
    if (!next) {
      const attribute = step.startsWith('[') ? null : (at.shape?.attributes.get(step) ?? null)
      const shape = step.startsWith('[') ? at.shape : shapeOf(dictionary, attribute)
      next = { path, shape, isArray: attribute?.isArray ?? false, children: new Map() }
      at.children.set(step, next)
    }
    if (!isBranch(next)) throw new TypeError(`${leaf.path}: ${path} is filled already`)
    if (next.isArray && leaf.path.charAt(path.length) !== '[') throw new TypeError(`${leaf.path}: ${path} is an array`)
    at = next
  }
  if (at.children.has(last)) throw new TypeError(`${leaf.path} is filled already`)
  at.children.set(last, leaf)
}

function shapeOf(dictionary: Dictionary, attribute: Attribute | null): Shape | null {
  return attribute?.object ? dictionary.objectOf(attribute.object) : null
}

/** OCSF profiles that the leaves need; they are listed in `metadata.profiles`. */
export function profilesOf(dictionary: Dictionary, eventClass: EventClass, leaves: readonly Leaf[]): string[] {
  const needed = new Set<string>()
  for (const { path } of leaves) {
    const steps = path.split('.')
    for (let i = 1; i <= steps.length; i++) {
      const attribute = dictionary.attributeAt(eventClass, steps.slice(0, i).join('.'))
      const [first] = attribute?.profiles ?? []
      if (first !== undefined && !attribute?.profiles.some((name) => needed.has(name))) needed.add(first)
    }
  }
  return [...needed].sort()
}

/** Throws when the tree can never satisfy the class's required members. */
export function demandsOf(root: Branch, profiles: readonly string[], where: string): Demand[] {
  const demands: Demand[] = []
  const visit = (branch: Branch): void => {
    if (branch.shape && !branch.isArray) demands.push(...demandsOn(branch, branch.shape, profiles, where))
    for (const child of branch.children.values()) if (isBranch(child)) visit(child)
  }
  visit(root)
  return demands
}

function demandsOn(branch: Branch, shape: Shape, profiles: readonly string[], where: string): Demand[] {
  const isMade = (name: string) =>
    (branch.path === '' && ALWAYS.has(name)) || (branch.path === 'metadata' && ALWAYS_METADATA.has(name))
  const find = (path: string) => {
    let node: Branch | Leaf | undefined = branch
    for (const step of path.split('.')) node = node && isBranch(node) ? node.children.get(step) : undefined
    return node
  }
  const demand = (kind: Demand['kind'], paths: readonly string[]): Demand => {
    const needs = paths.map(find).filter((node) => node !== undefined)
    const path = branch.path === '' ? paths.join('|') : `${branch.path}.${paths.join('|')}`
    if (needs.length === 0) throw new TypeError(`${where}: no row fills ${path}, which ${shape.name} demands`)
    return { path, owner: branch, kind, needs }
  }
  const required = [...shape.attributes.values()].filter(
    ({ name, requirement, profiles: of }) =>
      requirement === 'required' &&
      !isMade(name) &&
      (of.length === 0 || of.some((profile) => profiles.includes(profile))),
  )
  const demands = required.map(({ name }) => demand('missing', [name]))
  if (shape.atLeastOne.length > 0) demands.push(demand('constraint', shape.atLeastOne))
  if (shape.justOne.length > 0) demands.push(demand('constraint', shape.justOne))
  return demands
}
