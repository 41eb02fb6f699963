/**
 * Finds the field paths of a record without building their texts for every event. In the tree each step is a name, in
 * the order of the record's members: records of one shape end at one node, and the paths of a shape are built once. The
 * tree is only a cache: its answers do not depend on earlier records.
 *
 * An object in a list is a shape of its own below the list's path (`Records[].eventName`), so that the length of a list
 * makes no new shape. Names below `DEPTH_MAX` objects and lists count as the path above them.
 */
export type FieldPath = {
  readonly path: string
  /** False for an object: its members are the fields. */
  readonly isLeaf: boolean
}
/** `id` is unique to this shape, also after the tree has forgotten it. */
export type Shape = { readonly id: number; readonly paths: readonly FieldPath[] }

type Members = Readonly<Record<string, unknown>>

const DEPTH_MAX = 6
/** Names inspected per record; of a record with more, the first ones. */
const NAMES_MAX = 4096
/** A longer name is replaced by `(long name)`. */
const NAME_LENGTH_MAX = 128
const LONG_NAME = '(long name)'
/** A node takes some 150 bytes; beyond this bound the tree is cleared. */
const NODES_MAX = 65_536

class Node {
  readonly path: string
  /** Prefix of the names that follow. */
  readonly prefix: string
  /** The previous name in the same record; null at the start. */
  readonly before: Node | null
  /** Most nodes have one successor: it is compared before the map lookup. */
  firstName: string | null = null
  first: Node | null = null
  others: Map<string, Node> | null = null
  opened: Node | null = null
  closed: Node | null = null
  items: Node | null = null
  shape: Shape | null = null
  /** One object shared by all shapes: shapes hold thirty times as many paths as there are nodes. */
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

  /** The record's shape and those of the objects in its lists. The next call reuses the returned array. */
  shapesOf(record: Members): readonly Shape[] {
    if (this.#nodes > NODES_MAX) {
      this.#root = new Node('', '', null)
      this.#nodes = 0
    }
    while (this.#found.length > 0) this.#found.pop() // setting the length would be a V8 runtime call for each event
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

/** The paths of all names up to a node. A name that was descended into is an object in this shape. */
function pathsTo(end: Node): FieldPath[] {
  const paths: FieldPath[] = []
  let after: Node | null = null
  for (let node: Node | null = end; node !== null; node = node.before) {
    if (node.path !== '') paths.push(node.fieldPath(node.opened === null || node.opened !== after))
    after = node
  }
  return paths.reverse()
}
