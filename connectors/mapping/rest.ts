/** Builds the form of an event: the JSON of those leaves that the event has and no column holds. */
import { isCompanion, type Leaf } from './leaf.ts'
import { type Branch, isBranch } from './tree.ts'

/** A constant known when the table is loaded, or the number of a condition that is checked for each event. */
export type Truth = boolean | number

export type LeafPart = {
  /** The condition under which the leaf is in the event, in a column or in the rest. */
  readonly presence: Truth
  /** The condition under which it is in the rest, and its JSON: usually a hole. */
  readonly rest: Truth
  readonly json: string
  /** Another hole for the same leaf. */
  readonly instead: { readonly when: Truth; readonly json: string } | null
  readonly caption: { readonly when: Truth; readonly name: string; readonly json: string } | null
}

/** Members that the columns give every event, with their constants. */
const ALWAYS: ReadonlySet<string> = new Set(['metadata', 'metadata.product'])

export function formOf(
  root: Branch,
  parts: ReadonlyMap<Leaf, LeafPart>,
  isTrue: (condition: number) => boolean,
): string {
  return new FormWriter(parts, isTrue).members(root).join(',')
}

class FormWriter {
  readonly #parts: ReadonlyMap<Leaf, LeafPart>
  readonly #isTrue: (condition: number) => boolean

  constructor(parts: ReadonlyMap<Leaf, LeafPart>, isTrue: (condition: number) => boolean) {
    this.#parts = parts
    this.#isTrue = isTrue
  }

  /** Members of a branch that is known to be in the event. */
  members(branch: Branch): string[] {
    return [...branch.children].flatMap(([name, child]) => {
      if (!isBranch(child)) return this.#leaf(name, child)
      if (isConstant(child)) return [member(name, constantJson(child))]
      return hasRest(child) && (ALWAYS.has(child.path) || this.#hasRest(child))
        ? [member(name, this.#branch(child))]
        : []
    })
  }

  #branch(branch: Branch): string {
    if (!branch.isArray) return `{${this.members(branch).join(',')}}`
    const items = [...branch.children.values()].filter(isBranch).filter((item) => this.#isPresent(item))
    return `[${items.map((item) => `{${this.members(item).join(',')}}`).join(',')}]`
  }

  #leaf(name: string, leaf: Leaf): string[] {
    const constant = leafConstant(leaf)
    if (constant !== undefined) return [member(name, constant)]
    const part = this.#part(leaf)
    const isIn = isVarying(leaf) && this.#is(part.rest)
    const json = part.instead && this.#is(part.instead.when) ? part.instead.json : part.json
    const members = isIn ? [member(name, json)] : []
    const { caption } = part
    const hasCaption = caption !== null && this.#is(caption.when) && (isIn || leaf.column !== null)
    return hasCaption ? [...members, member(caption.name, caption.json)] : members
  }

  /** True when a branch has something to write. Companions are written even when a column holds the only other leaf. */
  #hasRest(branch: Branch): boolean {
    if (isCompanionBranch(branch)) return true
    const children = [...branch.children.values()]
    const hasCompanions = children.some((child) =>
      isBranch(child)
        ? isCompanionBranch(child)
        : leafConstant(child) !== undefined || (isCompanion(child) && isVarying(child)),
    )
    if (hasCompanions) return this.#isPresent(branch)
    return children.some((child) =>
      isBranch(child) ? !isConstant(child) && hasRest(child) && this.#hasRest(child) : this.#isInRest(child),
    )
  }

  #isInRest(leaf: Leaf): boolean {
    return isVarying(leaf) && this.#is(this.#part(leaf).rest)
  }

  /**
   * The condition under which anything of a node is in the event, columns included. Companions are present when another
   * member is.
   */
  #isPresent(node: Branch | Leaf): boolean {
    if (!isBranch(node)) return this.#is(this.#part(node).presence)
    const others = [...node.children.values()].filter((child) =>
      isBranch(child) ? !isCompanionBranch(child) : !isCompanion(child),
    )
    return others.length === 0 || others.some((child) => this.#isPresent(child))
  }

  #is(truth: Truth): boolean {
    return typeof truth === 'boolean' ? truth : this.#isTrue(truth)
  }

  #part(leaf: Leaf): LeafPart {
    const part = this.#parts.get(leaf)
    if (!part) throw new TypeError(`${leaf.path} is not of this profile`)
    return part
  }
}

function member(name: string, json: string): string {
  return `${JSON.stringify(name)}:${json}`
}

/** The text of a constant that belongs to the rest; undefined for a leaf that varies, is implied or has a column. */
function leafConstant(leaf: Leaf): string | undefined {
  return leaf.made.from === 'constant' && leaf.column === null && !leaf.isImplied ? leaf.made.json : undefined
}

export function isVarying(leaf: Leaf): boolean {
  if (leaf.made.from === 'constant' || leaf.isImplied) return false
  return (
    leaf.column === null ||
    leaf.column.kind === 'ip' ||
    leaf.column.kind === 'hash' ||
    (leaf.column.kind === 'uint' && leaf.attribute.captions === null)
  )
}

function isConstant(branch: Branch): boolean {
  return [...branch.children.values()].every((child) =>
    isBranch(child) ? isConstant(child) : leafConstant(child) !== undefined,
  )
}

export function isCompanionBranch(branch: Branch): boolean {
  return [...branch.children.values()].every((child) =>
    isBranch(child) ? isCompanionBranch(child) : isCompanion(child),
  )
}

function hasRest(branch: Branch): boolean {
  return [...branch.children.values()].some((child) =>
    isBranch(child) ? hasRest(child) : isVarying(child) || leafConstant(child) !== undefined,
  )
}

function constantJson(branch: Branch): string {
  const members = [...branch.children].map(([name, child]) => {
    const json = isBranch(child) ? constantJson(child) : (leafConstant(child) ?? 'null')
    return branch.isArray ? json : `${JSON.stringify(name)}:${json}`
  })
  return branch.isArray ? `[${members.join(',')}]` : `{${members.join(',')}}`
}
