/**
 * A profile for one shape of records, as the text of a function: reads the record's fields once each, sets columns, and
 * writes the leaves that no column holds as JSON. Straight-line code with the names written out is what the engine
 * makes fast; `bench/normalize.ts` measures it.
 */
import { fieldsOf, isCompanion, kindOf, type Leaf, type Made } from './leaf.ts'
import { type Branch, type Demand, isBranch } from './tree.ts'

/** A place in a record: names of members, from the outside in. */
export type Place = readonly string[]

export type Emitted = {
  /** Body of `(record, row)`; gives the number of demands that the event fails. */
  readonly code: string
  /** What the code calls `C[i]`. */
  readonly constants: readonly unknown[]
  readonly reads: readonly Place[]
}

const OTHER = 99

export function emit(
  root: Branch,
  leaves: readonly Leaf[],
  demands: readonly Demand[],
  places: (field: string) => readonly Place[],
): Emitted {
  return new Emitter(places).emit(root, leaves, demands)
}

class Emitter {
  readonly #places: (field: string) => readonly Place[]
  /** Containers and values come first: conditions and writes may ask for any of them. */
  readonly #head: string[] = []
  readonly #lines: string[] = []
  readonly #constants: unknown[] = []
  readonly #containers = new Map<string, string>()
  readonly #values = new Map<string, string>()
  readonly #reads = new Map<string, Place>()
  #separators = 0

  constructor(places: (field: string) => readonly Place[]) {
    this.#places = places
  }

  emit(root: Branch, leaves: readonly Leaf[], demands: readonly Demand[]): Emitted {
    for (const leaf of leaves) if (leaf.column) this.#column(leaf)
    this.#lines.push(`let rest = ${JSON.stringify(this.#constantMembers(root, true))}`)
    this.#members(root, true)
    for (const leaf of leaves) if (leaf.column && leaf.attribute.captions) this.#columnCaption(leaf)
    this.#lines.push('row.ocsfRest = rest', 'let faults = 0')
    for (const [bit, demand] of demands.entries()) this.#demand(demand, bit)
    this.#lines.push('return faults')
    return {
      code: [...this.#head, ...this.#lines].join('\n'),
      constants: this.#constants,
      reads: [...this.#reads.values()],
    }
  }

  #column({ column, made, attribute, path }: Leaf): void {
    if (!column) return
    if (made.from === 'constant') {
      this.#lines.push(`row.${column.name} = ${made.json}`)
      return
    }
    const value = this.#value(made)
    if (column.kind === 'hash') {
      if (made.from !== 'plain') throw new TypeError(`${path} is no list of hashes`)
      this.#lines.push(`row.${column.name} = ${this.#value({ ...made, transform: 'hash' })}`)
    } else if (column.kind === 'uint') {
      const isEnum = attribute.captions !== null
      this.#lines.push(`if (${value} > 0 && ${value} <= ${isEnum ? OTHER : column.max}) row.${column.name} = ${value}`)
    } else this.#lines.push(`row.${column.name} = ${value}`)
  }

  /** Members that are the same in every event, as one text. */
  #constantMembers(branch: Branch, isTop: boolean): string {
    const members: string[] = []
    for (const [name, child] of branch.children) {
      const json = isBranch(child)
        ? isConstant(child) || (isTop && name === 'metadata')
          ? null
          : undefined
        : leafConstant(child)
      if (json === undefined || (isBranch(child) && !isConstant(child))) continue
      members.push(`${JSON.stringify(name)}:${isBranch(child) ? constantJson(child) : json}`)
    }
    return members.join(',')
  }

  /** Appends the members of a branch that is known to be there. */
  #members(branch: Branch, isTop: boolean): void {
    const constants = this.#constantMembers(branch, isTop)
    if (!isTop && constants !== '') this.#lines.push(`rest += ${JSON.stringify(constants)}`)
    const varying = [...branch.children].filter(([, child]) =>
      isBranch(child) ? !isConstant(child) && hasRest(child) : isVarying(child),
    )
    let comma = constants === '' ? null : '","'
    if (comma === null && varying.length > 1) {
      comma = `s${this.#separators++}`
      this.#lines.push(`let ${comma} = ''`)
    }
    for (const [name, child] of varying) this.#member(name, child, comma, isTop)
  }

  #member(name: string, child: Branch | Leaf, comma: string | null, isTop: boolean): void {
    const isAlways = isTop && name === 'metadata' && isBranch(child)
    const condition = isAlways ? null : this.#restCondition(child)
    const key = `${JSON.stringify(name)}:`
    const isFixed = comma === null || comma.startsWith('"')
    const before =
      comma === null
        ? JSON.stringify(key)
        : comma.startsWith('"')
          ? JSON.stringify(`,${key}`)
          : `${comma} + ${JSON.stringify(key)}`
    if (condition !== null && condition !== 'true') this.#lines.push(`if (${condition}) {`)
    if (isBranch(child)) {
      this.#lines.push(`rest += ${before} + '${child.isArray ? '[' : '{'}'`)
      if (child.isArray) this.#items(child)
      else this.#members(child, false)
      this.#lines.push(`rest += '${child.isArray ? ']' : '}'}'`)
    } else {
      this.#lines.push(`rest += ${before} + ${this.#json(child)}`)
      this.#caption(child)
    }
    if (!isFixed) this.#lines.push(`${comma} = ','`)
    if (condition !== null && condition !== 'true') this.#lines.push('}')
  }

  /** Items that are there, in the order of the table. */
  #items(branch: Branch): void {
    const comma = `s${this.#separators++}`
    this.#lines.push(`let ${comma} = ''`)
    for (const child of branch.children.values()) {
      if (!isBranch(child)) continue
      const condition = this.#presence(child)
      this.#lines.push(`if (${condition}) {`, `rest += ${comma} + '{'`)
      this.#members(child, false)
      this.#lines.push(`rest += '}'`, `${comma} = ','`, '}')
    }
  }

  /** Beside an id that is Other stands the source's own word. */
  #caption(leaf: Leaf): void {
    const caption = this.#otherCaption(leaf)
    if (caption !== null)
      this.#lines.push(`if (${caption.condition}) rest += ${JSON.stringify(`,${caption.key}`)} + ${caption.json}`)
  }

  /** The ids that are columns are members of the event itself, so their captions are too. */
  #columnCaption(leaf: Leaf): void {
    const caption = this.#otherCaption(leaf)
    if (caption === null) return
    const comma = `(rest === '' ? '' : ',')`
    this.#lines.push(`if (${caption.condition}) rest += ${comma} + ${JSON.stringify(caption.key)} + ${caption.json}`)
  }

  #otherCaption({ made, attribute }: Leaf): { condition: string; key: string; json: string } | null {
    if (attribute.sibling === null || !hasOther(made)) return null
    const words = fieldsOf(made)
      .flatMap(this.#places)
      .map((place) => `T.text(${this.#access(place)})`)
    return {
      condition: `${this.#value(made)} === ${OTHER}`,
      key: `${JSON.stringify(attribute.sibling)}:`,
      json: `T.quote(${words.join(' || ')})`,
    }
  }

  #json(leaf: Leaf): string {
    const value = this.#value(leaf.made)
    return leaf.kind === 'text' ? `T.quote(${value})` : value
  }

  /** When a branch or leaf has something to write into the rest. */
  #restCondition(node: Branch | Leaf): string {
    if (!isBranch(node)) return this.#leafRestCondition(node)
    if (isCompanionBranch(node)) return 'true'
    const conditions = [...node.children.values()].map((child) => {
      if (isBranch(child)) return isConstant(child) ? null : hasRest(child) ? this.#restCondition(child) : null
      return leafConstant(child) === undefined && isVarying(child) ? this.#leafRestCondition(child) : null
    })
    const hasCompanions = [...node.children.values()].some((child) =>
      isBranch(child)
        ? isCompanionBranch(child)
        : leafConstant(child) !== undefined || (isCompanion(child) && isVarying(child)),
    )
    // With a column's leaf alone they have to be written too.
    return hasCompanions ? this.#presence(node) : unique(conditions)
  }

  #leafRestCondition(leaf: Leaf): string {
    const value = this.#value(leaf.made)
    const { column, attribute } = leaf
    if (!column) return isCompanion(leaf) ? 'true' : present(leaf.kind, value)
    if (column.kind === 'ip') return `${value} === '::'`
    if (column.kind === 'hash') return `${value} !== '' && (row.${column.name} === '' || ${value}.includes('},{'))`
    return attribute.captions ? 'false' : `${value} === ${value} && !(${value} > 0 && ${value} <= ${column.max})`
  }

  /** When anything of a node is in the event, columns included. Companions are there when something else is. */
  #presence(node: Branch | Leaf): string {
    if (!isBranch(node)) return this.#leafPresence(node)
    const others = [...node.children.values()].filter((child) =>
      isBranch(child) ? !isCompanionBranch(child) : !isCompanion(child),
    )
    return others.length === 0 ? 'true' : unique(others.map((child) => this.#presence(child)))
  }

  #leafPresence(leaf: Leaf): string {
    if (leaf.made.from === 'constant' || isCompanion(leaf)) return 'true'
    const { made } = leaf
    // An implied name is there with its path, even when the path ends in a slash.
    const source: Made = leaf.isImplied && made.from === 'plain' ? { ...made, transform: 'text' } : made
    return present(leaf.kind, this.#value(source))
  }

  #demand({ owner, needs }: Demand, bit: number): void {
    const met = needs.some((node) =>
      isBranch(node) ? this.#presence(node) === 'true' : node.made.from === 'constant' || isCompanion(node),
    )
    if (met) return
    const missing = unique(needs.map((node) => this.#presence(node)))
    const isThere = owner.path === '' ? 'true' : this.#presence(owner)
    if (isThere === missing) return
    const weight = 2 ** Math.min(bit, 30)
    this.#lines.push(`if (!(${missing})${isThere === 'true' ? '' : ` && (${isThere})`}) faults |= ${weight}`)
  }

  /** Name of the variable that holds a value; the code that makes it is emitted the first time. */
  #value(made: Made): string {
    if (made.from === 'constant') return made.json
    const key = keyOf(made)
    const known = this.#values.get(key)
    if (known !== undefined) return known
    const name = `v${this.#values.size}`
    this.#values.set(key, name)
    const [expression = 'undefined', ...others] = this.#expressions(made)
    const hasDefault = made.from === 'lookup' && made.missing !== null
    this.#head.push(`${others.length > 0 || hasDefault ? 'let' : 'const'} ${name} = ${expression}`)
    const empty = absent(kindOf(made), name)
    // Later places are read only when they are needed.
    for (const other of others) this.#head.push(`if (${empty}) ${name} = ${other}`)
    if (hasDefault) this.#head.push(`if (${empty}) ${name} = ${JSON.stringify(made.missing)}`)
    return name
  }

  /** Code of each place that a value may come from, best first. */
  #expressions(made: Made): string[] {
    if (made.from === 'constant') return [made.json]
    if (made.from === 'first') return made.of.flatMap((one) => this.#expressions(one))
    if (made.from === 'localTime') return [this.#localTime(made.fields)]
    if (made.from === 'concat') return [this.#concat(made.parts)]
    const call = this.#caller(made)
    const places = made.fields.flatMap((field) => this.#places(field))
    return (places.length > 0 ? places : [null]).map((place) => call(place ? this.#access(place) : 'undefined'))
  }

  #localTime(fields: readonly string[]): string {
    const [local, receivedLocal, received] = fields.map((field) => {
      const [place] = this.#places(field)
      return place ? this.#access(place) : 'undefined'
    })
    return `T.localTime(${local}, ${receivedLocal}, ${received})`
  }

  #concat(parts: Extract<Made, { from: 'concat' }>['parts']): string {
    const code = parts.map((part) =>
      typeof part === 'string'
        ? this.#value({ from: 'plain', transform: 'text', fields: [part] })
        : JSON.stringify(part.words),
    )
    return `T.concat(${code.join(', ')})`
  }

  #caller(made: Exclude<Made, { from: 'constant' | 'localTime' | 'concat' | 'first' }>): (access: string) => string {
    if (made.from === 'plain') return (access) => `T.${made.transform}(${access})`
    if (made.from === 'each') return (access) => `T.each(${access}, ${JSON.stringify(made.before)})`
    if (made.from === 'list') return (access) => `T.list(${access}, ${this.#constant(made.pattern)}, T.${made.as})`
    if (made.from === 'capture') {
      const call = (access: string) => `T.capture(${access}, ${this.#constant(made.pattern)})`
      return made.as === 'text' ? call : (access) => `T.${made.as}(${call(access)})`
    }
    const kind = kindOf(made)
    const nothing = kind === 'number' ? 'NaN' : kind === 'boolean' ? 'undefined' : `''`
    const other = made.other === null ? nothing : JSON.stringify(made.other)
    const words = this.#constant(made.words)
    if (made.pattern === null) return (access) => `T.lookup(${access}, ${words}, ${nothing}, ${other})`
    const pattern = this.#constant(made.pattern)
    return (access) => `T.lookupIn(${access}, ${pattern}, ${words}, ${nothing}, ${other})`
  }

  #constant(value: unknown): string {
    const at = this.#constants.indexOf(value)
    return `C[${at >= 0 ? at : this.#constants.push(value) - 1}]`
  }

  #access(place: Place): string {
    this.#reads.set(JSON.stringify(place), place)
    const name = place.at(-1) as string
    return `${this.#container(place.slice(0, -1))}[${JSON.stringify(name)}]`
  }

  #container(place: Place): string {
    if (place.length === 0) return 'record'
    const key = JSON.stringify(place)
    const known = this.#containers.get(key)
    if (known !== undefined) return known
    const outer = this.#container(place.slice(0, -1))
    const name = `o${this.#containers.size}`
    this.#containers.set(key, name)
    this.#head.push(`const ${name} = T.members(${outer}[${JSON.stringify(place.at(-1))}])`)
    return name
  }
}

function present(kind: Leaf['kind'], value: string): string {
  if (kind === 'number') return `${value} === ${value}`
  return kind === 'boolean' ? `${value} !== undefined` : `${value} !== ''`
}

function absent(kind: Leaf['kind'], value: string): string {
  if (kind === 'number') return `${value} !== ${value}`
  return kind === 'boolean' ? `${value} === undefined` : `${value} === ''`
}

/** Text of a constant that belongs into the rest; undefined for what varies, is implied or is a column. */
function leafConstant(leaf: Leaf): string | undefined {
  return leaf.made.from === 'constant' && leaf.column === null && !leaf.isImplied ? leaf.made.json : undefined
}

function isVarying(leaf: Leaf): boolean {
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

function isCompanionBranch(branch: Branch): boolean {
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

function unique(conditions: readonly (string | null)[]): string {
  const distinct = new Set(conditions.filter((condition) => condition !== null))
  distinct.delete('false')
  if (distinct.has('true')) return 'true'
  return distinct.size === 0
    ? 'false'
    : [...distinct].map((condition) => (distinct.size > 1 ? `(${condition})` : condition)).join(' || ')
}

function hasOther(made: Made): boolean {
  return made.from === 'first' ? made.of.some(hasOther) : made.from === 'lookup' && made.other === OTHER
}

function keyOf(made: Made): string {
  if (made.from === 'constant') return made.json
  if (made.from === 'first') return made.of.map(keyOf).join(' ')
  if (made.from === 'plain') return `${made.transform}:${made.fields.join('|')}`
  if (made.from === 'list') return `list:${made.fields.join('|')}:${made.pattern}:${made.as}`
  if (made.from === 'each') return `each:${made.fields.join('|')}:${made.before}`
  if (made.from === 'concat') return `concat:${JSON.stringify(made.parts)}`
  if (made.from === 'capture') return `capture:${made.fields.join('|')}:${made.pattern}:${made.as}`
  if (made.from === 'localTime') return `localTime:${made.fields.join('|')}`
  return `lookup:${made.fields.join('|')}:${made.pattern}:${made.other}:${made.missing}:${JSON.stringify([...made.words])}`
}
