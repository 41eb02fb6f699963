/**
 * Which field paths a record has, without making their texts for every event. A tree whose steps are names in the order
 * in which records have them: records of one shape end at one node, and the paths of a shape are put together once.
 * Nothing but a cache: what it answers does not depend on what it was asked before.
 *
 * An object in a list is a shape of its own below the list's path (`Records[].eventName`), so that the length of a list
 * makes no new shape. Names below `DEPTH_MAX` objects and lists belong to the path above them.
 */
export type FieldPath = {
  readonly path: string
  /** False for an object: its members are the fields. */
  readonly isLeaf: boolean
}
/** `id` is of this shape alone, also of those that the tree has forgotten. */
export type Shape = { readonly id: number; readonly paths: readonly FieldPath[] }

type Members = Readonly<Record<string, unknown>>

const DEPTH_MAX = 6
/** Names looked at in one record; a record with more has its first ones looked at. */
const NAMES_MAX = 4096
/** A longer name stands as `(long name)`. */
const NAME_LENGTH_MAX = 128
const LONG_NAME = '(long name)'
/** A node takes some 150 bytes; past this bound the tree starts again. */
const NODES_MAX = 65_536

class Node {
  readonly path: string
  /** Prefix of the names that follow. */
  readonly prefix: string
  /** The name before this one in the same record; null at a start. */
  readonly before: Node | null
  /** Most nodes have one successor: it is compared before a map is asked. */
  firstName: string | null = null
  first: Node | null = null
  others: Map<string, Node> | null = null
  opened: Node | null = null
  closed: Node | null = null
  items: Node | null = null
  shape: Shape | null = null
  /** One of each for all shapes: there are thirty times as many paths in shapes as there are nodes. */
  #leaf: FieldPath | null = null
  #object: FieldPath | null = null

  constructor(path: string, prefix: string, before: Node | null) {
    this.path = path
    this.prefix = prefix
    this.before = before
  }

  fieldPath(isLeaf: boolean): FieldPath {
    if (isLeaf) return (this.#leaf ??= { path: this.path, isLeaf })
    return (this.#object ??= { path: this.path, isLeaf })
  }
}

export class ShapeTree {
  #root = new Node('', '', null)
  #nodes = 0
  #shapes = 0
  #namesLeft = 0
  readonly #found: Shape[] = []

  /** The record's shape and those of the objects in its lists. The array is filled again by the next call. */
  shapesOf(record: Members): readonly Shape[] {
    if (this.#nodes > NODES_MAX) {
      this.#root = new Node('', '', null)
      this.#nodes = 0
    }
    while (this.#found.length > 0) this.#found.pop() // to set the length is a call of V8's runtime, for each event
    this.#namesLeft = NAMES_MAX
    this.#end(this.#walk(this.#root, record, 1))
    return this.#found
  }

  #walk(start: Node, record: Members, depth: number): Node {
    let node = start
    for (const name in record) {
      if (this.#namesLeft-- <= 0) break
      const value = record[name]
      if (value === undefined) continue // taken out by the mapping
      node = node.firstName === name ? (node.first as Node) : this.#step(node, name)
      if (typeof value === 'object' && value !== null && depth < DEPTH_MAX) node = this.#into(node, value, depth)
    }
    return node
  }

  #into(node: Node, value: object, depth: number): Node {
    if (Array.isArray(value)) {
      this.#items(node, value, depth)
      return node
    }
    node.opened ??= this.#grow('', `${node.path}.`, node)
    const end = this.#walk(node.opened, value as Members, depth + 1)
    end.closed ??= this.#grow('', node.prefix, end)
    return end.closed
  }

  #items(node: Node, list: readonly unknown[], depth: number): void {
    for (const item of list) {
      if (this.#namesLeft <= 0) return
      if (typeof item !== 'object' || item === null) continue
      node.items ??= this.#grow('', `${node.path}[].`, null)
      if (Array.isArray(item)) this.#namesLeft--
      else this.#end(this.#walk(node.items, item as Members, depth + 1))
    }
  }

  #step(node: Node, name: string): Node {
    const known = node.others?.get(name)
    if (known) return known
    if (name.length > NAME_LENGTH_MAX)
      return node.firstName === LONG_NAME && node.first ? node.first : this.#step(node, LONG_NAME)
    const next = this.#grow(node.prefix + name, node.prefix, node)
    if (node.first === null) {
      node.first = next
      node.firstName = name
    } else (node.others ??= new Map()).set(name, next)
    return next
  }

  #grow(path: string, prefix: string, before: Node | null): Node {
    this.#nodes++
    return new Node(path, prefix, before)
  }

  #end(node: Node): void {
    node.shape ??= { id: this.#shapes++, paths: pathsTo(node) }
    this.#found.push(node.shape)
  }
}

/** Each name up to a node. One that was opened is an object in this shape. */
function pathsTo(end: Node): FieldPath[] {
  const paths: FieldPath[] = []
  let after: Node | null = null
  for (let node: Node | null = end; node !== null; node = node.before) {
    if (node.path !== '') paths.push(node.fieldPath(node.opened === null || node.opened !== after))
    after = node
  }
  return paths.reverse()
}
