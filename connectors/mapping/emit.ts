/**
 * Generates a function for a profile and one shape of records: the function reads each field of the record once, sets
 * columns, and writes the leaves that no column holds as a form and its values. The engine runs straight-line code with
 * the names written out fastest; `bench/normalize.ts` measures it.
 */
import { Forms, type HoleKind, hole, KEY_BITS, SEPARATOR, VALUES_MAX } from './form.ts'
import { fieldsOf, isCompanion, kindOf, type Leaf, type Made, missingOf } from './leaf.ts'
import { hasOther, isForeign, keyOf, nothingOf, OTHER } from './made.ts'
import type { Place } from './places.ts'
import { formOf, isCompanionBranch, isVarying, type LeafPart, type Truth } from './rest.ts'
import { type PartWords, TEXT_MAX, type WordLists } from './transforms.ts'
import { type Branch, type Demand, isBranch } from './tree.ts'
import { lookupPlace, sharedPlaces } from './word-lists.ts'

export type Emitted = {
  /** Body of `(record, row)`; returns the number of demands that the event fails. */
  readonly code: string
  /** The array that the code calls `C`. */
  readonly constants: readonly unknown[]
  /** The object that the code calls `F`. */
  readonly forms: Forms
  readonly reads: readonly Place[]
}

/** Bits that one integer mask holds. */
const MASK_BITS = KEY_BITS / 2
const ORIGINAL_TIME = 'metadata.original_time'
/** These transforms start from a text, so that the record's member is read once for both. */
const OF_TEXT: ReadonlySet<string> = new Set(['lower', 'sid', 'basename', 'dirname', 'account', 'accountDomain'])
/** The variable with the value from which the event's time was read. */
const TIMED_BY = 'timedBy'

export function emit(
  root: Branch,
  leaves: readonly Leaf[],
  demands: readonly Demand[],
  places: (field: string) => readonly Place[],
): Emitted {
  return new Emitter(places).emit(root, leaves, demands)
}

/** A value of the form; it is empty when its condition does not hold. */
type Slot = { readonly value: string; readonly when: string }

class Emitter {
  readonly #places: (field: string) => readonly Place[]
  /** Containers and values come first, because conditions and writes may use any of them. */
  readonly #head: string[] = []
  readonly #lines: string[] = []
  readonly #constants: unknown[] = []
  readonly #containers = new Map<string, string>()
  readonly #values = new Map<string, string>()
  /** Members that are read for every record, once each: reading a member is expensive when records have many shapes. */
  readonly #members = new Map<string, string>()
  readonly #reads = new Map<string, Place>()
  /** Places that are looked up in several word lists. */
  #shared: ReadonlySet<string> = new Set()
  /** For each variable of a member: the variable with the results of all its lists, and the lists. */
  readonly #lookups = new Map<string, { readonly name: string; readonly lists: WordLists['lists'] }>()
  /** Conditions that the form depends on, numbered. */
  readonly #conditions = new Map<string, number>()
  /** The values, in order. */
  readonly #slots: Slot[] = []
  /** Variables with text from senders, which may contain the separator. */
  readonly #foreign = new Set<string>()
  #words = 0
  /** The key of the event's time, if its offset is needed too. */
  #timeKey: string | null = null

  constructor(places: (field: string) => readonly Place[]) {
    this.#places = places
  }

  emit(root: Branch, leaves: readonly Leaf[], demands: readonly Demand[]): Emitted {
    this.#shared = sharedPlaces(leaves, this.#places)
    const time = leaves.some(({ made }) => isOffset(made)) ? leaves.find(({ path }) => path === 'time') : undefined
    this.#timeKey = time ? keyOf(time.made) : null
    for (const leaf of leaves) if (leaf.column) this.#column(leaf)
    const parts = this.#parts(leaves)
    this.#lines.push(...this.#valuesCode(), 'let faults = 0')
    for (const [bit, demand] of demands.entries()) this.#demand(demand, bit)
    this.#lines.push('return faults')
    return {
      code: [...this.#head, ...this.#lines].join('\n'),
      constants: this.#constants,
      forms: new Forms((isTrue) => formOf(root, parts, isTrue)),
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
      const strongest = strongestOf(made)
      if (strongest === null) throw new TypeError(`${path} is no list of hashes`)
      this.#lines.push(`row.${column.name} = ${this.#value(strongest)}`)
    } else if (column.kind === 'uint') {
      const isEnum = attribute.captions !== null
      this.#lines.push(`if (${value} > 0 && ${value} <= ${isEnum ? OTHER : column.max}) row.${column.name} = ${value}`)
    } else this.#lines.push(`row.${column.name} = ${value}`)
  }

  /** For each leaf: the JSON to write, its condition, and the source of its value. */
  #parts(leaves: readonly Leaf[]): ReadonlyMap<Leaf, LeafPart> {
    const texts = new Set(leaves.filter((leaf) => isVarying(leaf) && !leaf.column).map(({ made }) => keyOf(made)))
    return new Map(leaves.map((leaf) => [leaf, this.#part(leaf, texts)]))
  }

  #part(leaf: Leaf, texts: ReadonlySet<string>): LeafPart {
    const presence = this.#truth(this.#leafPresence(leaf))
    const caption = this.#caption(leaf)
    if (!isVarying(leaf)) return { presence, rest: false, json: '', instead: null, caption }
    const condition = this.#leafRestCondition(leaf)
    const rest = this.#truth(condition)
    if (leaf.path === ORIGINAL_TIME && !leaf.column) return { presence, rest, caption, ...this.#originalTime(leaf) }
    return { presence, rest, json: this.#json(leaf, condition, texts), instead: null, caption }
  }

  /** Usually the event's own time as it was written, which the lake has in a column. */
  #originalTime({ made }: Leaf): Pick<LeafPart, 'json' | 'instead'> {
    const value = this.#value(made)
    this.#foreign.add(value)
    this.#lines.push(`const isIso = T.isIsoOf(${value}, row.timeMs)`)
    const slot = { value, when: `!isIso && ${value} !== ''` }
    return {
      json: this.#hole('text', slot),
      instead: { when: this.#truth('isIso'), json: this.#hole('when', slot) },
    }
  }

  /**
   * The conditions that hold choose the form; values that contain the form's separator are written out instead. Most
   * values of most events are empty: separators are joined until a value comes, which halves the total time.
   */
  #valuesCode(): string[] {
    const all = this.#slots.map(({ value, when }) => `${when} ? ${value} : ''`)
    return [
      `const form = F.of(${keyCode([...this.#conditions.keys()])})`,
      `let values = '', isOdd = false, gap = 0`,
      ...this.#slots.map((slot, at) => this.#slotCode(slot, at)),
      `values += S[gap${this.#slots.length > 0 ? ` + ${this.#slots.length - 1}` : ''}]`,
      'if (isOdd || !values.isWellFormed()) {',
      `row.ocsfRest = T.membersOf(form, [${all.join(', ')}], row.timeMs)`,
      '} else {',
      'row.ocsfForm = form',
      'row.ocsfRest = values',
      '}',
    ]
  }

  /** `gap` plus the index of the value is the number of separators to write before it. */
  #slotCode({ value, when }: Slot, at: number): string {
    const odd = this.#foreign.has(value) ? `; if (${value}.includes(${JSON.stringify(SEPARATOR)})) isOdd = true` : ''
    return `if (${when}) { values += S[gap + ${at}]; values += ${value}; gap = ${-at || 0}${odd} }`
  }

  /** Number of the condition in the form's key, or its constant value. */
  #truth(condition: string): Truth {
    if (condition === 'true' || condition === 'false') return condition === 'true'
    const known = this.#conditions.get(condition) ?? this.#conditions.size
    this.#conditions.set(condition, known)
    return known
  }

  #hole(kind: HoleKind, slot: Slot): string {
    let at = this.#slots.findIndex(({ value, when }) => value === slot.value && when === slot.when)
    if (at < 0) at = this.#slots.push(slot) - 1
    if (at >= VALUES_MAX) throw new TypeError(`a profile writes at most ${VALUES_MAX} values`)
    return hole(kind, at)
  }

  #json({ made, kind, column }: Leaf, condition: string, texts: ReadonlySet<string>): string {
    const value = this.#value(made)
    if (column?.kind === 'ip') return '"::"'
    // A value that has a column is written into the JSON only if it does not fit the column.
    const isNumber = kind === 'number' && made.from !== 'lookup'
    const written = isNumber ? `T.digits(${value})` : value
    if (column) return this.#hole('json', { value: written, when: condition })
    if (isNumber) return this.#hole('json', { value: written, when: present(kind, value) })
    if (kind !== 'text') return this.#hole('json', { value, when: present(kind, value) })
    if (made.from === 'plain' && made.transform === 'basename' && texts.has(keyOf(wholeOf(made))))
      return this.#hole('base', slotOf(this.#value(wholeOf(made))))
    if (isForeign(made)) this.#foreign.add(value)
    return this.#hole('text', slotOf(value))
  }

  /** Beside an id that is Other, the source's own word is written. */
  #caption({ made, attribute }: Leaf): LeafPart['caption'] {
    if (attribute.sibling === null || !hasOther(made)) return null
    const words = fieldsOf(made)
      .flatMap(this.#places)
      .map((place) => `T.text(${this.#access(place)})`)
    const condition = `${this.#value(made)} === ${OTHER}`
    const name = `w${this.#words++}`
    this.#head.push(`const ${name} = ${condition} ? ${words.join(' || ')} : ''`)
    this.#foreign.add(name)
    // If the record has no word, Other gets the dictionary's caption.
    return { when: this.#truth(`${name} !== ''`), name: attribute.sibling, json: this.#hole('text', slotOf(name)) }
  }

  #leafRestCondition(leaf: Leaf): string {
    const value = this.#value(leaf.made)
    const { column, attribute } = leaf
    if (!column) return isCompanion(leaf) ? 'true' : present(leaf.kind, value)
    if (column.kind === 'ip') return `${value} === '::'`
    if (column.kind === 'hash') return `${value} !== '' && (row.${column.name} === '' || ${value}.includes('},{'))`
    return attribute.captions ? 'false' : `${value} === ${value} && !(${value} > 0 && ${value} <= ${column.max})`
  }

  /**
   * The condition under which anything of a node is in the event, columns included. Companions are present when another
   * member is.
   */
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
    // An implied name is present whenever its path is, even when the path ends in a slash.
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

  /** Name of the variable that holds a value; the first call emits the code that makes it. */
  #value(made: Made): string {
    if (made.from === 'constant') return made.json
    const key = keyOf(made)
    const known = this.#values.get(key)
    if (known !== undefined) return known
    const name = `v${this.#values.size}`
    this.#values.set(key, name)
    if (key === this.#timeKey) {
      this.#head.push(`let ${TIMED_BY}, ${name} = NaN`, ...this.#timeCode(made, name))
      return name
    }
    const [expression = 'undefined', ...others] = this.#expressions(made)
    const missing = missingOf(made)
    this.#head.push(`${others.length > 0 || missing !== null ? 'let' : 'const'} ${name} = ${expression}`)
    const empty = absent(kindOf(made), name)
    // Later places are read only when the first is empty.
    for (const other of others) this.#head.push(`if (${empty}) ${name} = ${other}`)
    if (missing !== null) this.#head.push(`if (${empty}) ${name} = ${JSON.stringify(missing)}`)
    return name
  }

  /**
   * Tries place after place until one gives a time. The place is kept, because a time in words also shows its offset.
   */
  #timeCode(made: Made, name: string): string[] {
    const parts = made.from === 'first' ? made.of : [made]
    const codes = parts.flatMap((part, nth) => {
      if (part.from !== 'plain') return this.#expressions(part, nth === 0).map((code) => `${name} = ${code}`)
      const places = part.fields.flatMap((field) => this.#places(field))
      return places.map((place, at) => {
        const access = nth === 0 && at === 0 ? this.#member(place) : this.#access(place)
        return `${name} = T.${part.transform}(${TIMED_BY} = ${access})`
      })
    })
    return codes.map((code, at) => (at === 0 ? code : `if (${name} !== ${name}) ${code}`))
  }

  /** Code for each place from which a value may come, best first. The first place is read for every record. */
  #expressions(made: Made, isFirst = true): string[] {
    if (made.from === 'constant') return [made.json]
    if (made.from === 'first') return made.of.flatMap((one, at) => this.#expressions(one, at === 0))
    if (made.from === 'localTime') return [this.#localTime(made.fields)]
    if (made.from === 'concat') return [this.#concat(made.parts)]
    if (made.from === 'allHashes') {
      const digests = made.fields.map((field) => this.#value({ from: 'plain', transform: 'text', fields: [field] }))
      return [`T.${made.as}(T.namedHashes(${digests.join(', ')}))`]
    }
    if (isOffset(made)) {
      const time = this.#values.get(this.#timeKey ?? '')
      return [`${time} === ${time} ? T.offset(${TIMED_BY}) : NaN`]
    }
    if (made.from === 'plain' && OF_TEXT.has(made.transform))
      return [`T.${made.transform}(${this.#value(wholeOf(made))})`]
    const call = this.#caller(made)
    const [first, ...others] = made.fields.flatMap((field) => this.#places(field))
    const member = first ? (isFirst ? this.#member(first) : this.#access(first)) : 'undefined'
    const isShared = made.from === 'lookup' && isFirst && this.#shared.has(lookupPlace(made, this.#places) ?? '')
    const code = isShared ? this.#sharedLookup(made, member) : call(member)
    return [isFirst ? quickly(made, member, code) : code, ...others.map((place) => call(this.#access(place)))]
  }

  /** Code for the result of one list; all lists of the member are looked up together. */
  #sharedLookup(made: Extract<Made, { from: 'lookup' }>, member: string): string {
    let emitted = this.#lookups.get(member)
    if (!emitted) {
      const lists: WordLists = { lists: [], known: new Map() }
      emitted = { name: `k${this.#lookups.size}`, lists: lists.lists }
      this.#lookups.set(member, emitted)
      this.#head.push(`const ${emitted.name} = T.lookups(${member}, ${this.#constant(lists)})`)
    }
    const nothing = nothingOf(kindOf(made))
    return `${emitted.name}[${emitted.lists.push({ words: made.words, nothing, other: made.other ?? nothing }) - 1}]`
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

  #caller(
    made: Exclude<Made, { from: 'constant' | 'localTime' | 'concat' | 'allHashes' | 'first' }>,
  ): (access: string) => string {
    if (made.from === 'plain') return (access) => `T.${made.transform}(${access})`
    if (made.from === 'each') {
      const before = JSON.stringify(made.before)
      const separator = made.separator === null ? 'null' : this.#constant(made.separator)
      return (access) => `T.each(${access}, ${before}, ${separator})`
    }
    if (made.from === 'objects') return (access) => `T.objects(${access}, ${this.#constant(made.spec)}, T)`
    if (made.from === 'list') return (access) => `T.list(${access}, ${this.#constant(made.pattern)}, T.${made.as})`
    if (made.from === 'capture') {
      const call = (access: string) => `T.capture(${access}, ${this.#constant(made.pattern)})`
      return made.as === 'text' ? call : (access) => `T.${made.as}(${call(access)})`
    }
    if (made.from === 'xml') {
      const call = (access: string) => `T.inXml(${access}, ${this.#constant(made.steps)})`
      return made.as === 'text' ? call : (access) => `T.${made.as}(${call(access)})`
    }
    const kind = kindOf(made)
    const nothing = nothingCode(kind)
    const other = made.other === null ? nothing : JSON.stringify(made.other)
    if (made.pattern === null)
      return (access) => `T.lookup(${access}, ${this.#constant(made.words)}, ${nothing}, ${other})`
    const none = nothingOf(kind)
    const { pattern, words } = made
    const part: PartWords<unknown> = { pattern, words, nothing: none, other: made.other ?? none, known: new Map() }
    const constant = this.#constant(part)
    return (access) => `T.lookupIn(${access}, ${constant})`
  }

  #constant(value: unknown): string {
    const at = this.#constants.indexOf(value)
    return `C[${at >= 0 ? at : this.#constants.push(value) - 1}]`
  }

  /** Name of the variable that holds a member of every record. */
  #member(place: Place): string {
    const code = this.#access(place)
    if (this.#members.has(JSON.stringify(place))) return code
    const name = `m${this.#members.size}`
    this.#members.set(JSON.stringify(place), name)
    this.#head.push(`const ${name} = ${code}`)
    return name
  }

  /** Code that reads a member, unless it is in a variable already. */
  #access(place: Place): string {
    const key = JSON.stringify(place)
    this.#reads.set(key, place)
    const known = this.#members.get(key)
    if (known !== undefined) return known
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

/**
 * Inlines the two most frequent cases of a member without a call: a missing member, which every transform turns into
 * nothing, and a text that stays unchanged. See `text` of `transforms.ts`.
 */
function quickly(made: Made, member: string, code: string): string {
  const isText = made.from === 'plain' && made.transform === 'text'
  const asItIs = `typeof ${member} === 'string' && ${member}.length <= ${TEXT_MAX} && ${member} !== '-' ? ${member} : `
  return `${member} === undefined ? ${nothingCode(kindOf(made))} : ${isText ? asItIs : ''}${code}`
}

function nothingCode(kind: Leaf['kind']): string {
  return kind === 'number' ? 'NaN' : kind === 'boolean' ? 'undefined' : `''`
}

function isOffset(made: Made): boolean {
  return made.from === 'plain' && made.transform === 'offset'
}

/** The value for a column with one digest, chosen from a list of digests. */
function strongestOf(made: Made): Made | null {
  if (made.from === 'allHashes') return { ...made, as: 'hash' }
  return made.from === 'plain' ? { ...made, transform: 'hash' } : null
}

function slotOf(text: string): Slot {
  return { value: text, when: present('text', text) }
}

function present(kind: Leaf['kind'], value: string): string {
  if (kind === 'number') return `${value} === ${value}`
  return kind === 'boolean' ? `${value} !== undefined` : `${value} !== ''`
}

function absent(kind: Leaf['kind'], value: string): string {
  if (kind === 'number') return `${value} !== ${value}`
  return kind === 'boolean' ? `${value} === undefined` : `${value} === ''`
}

/** The conditions that hold, as one number, or as several numbers between slashes when there are too many for one. */
function keyCode(conditions: readonly string[]): string {
  const masks: string[] = []
  for (let at = 0; at < conditions.length; at += MASK_BITS) {
    const bits = conditions.slice(at, at + MASK_BITS).map((condition, bit) => `(${condition} ? ${2 ** bit} : 0)`)
    masks.push(`(${bits.join(' | ')})`)
  }
  const numbers: string[] = []
  for (let at = 0; at < masks.length; at += 2) numbers.push(masks.slice(at, at + 2).join(` + ${2 ** MASK_BITS} * `))
  return numbers.length <= 1 ? (numbers[0] ?? '0') : `\`${numbers.map((number) => `\${${number}}`).join('/')}\``
}

function wholeOf(made: Extract<Made, { from: 'plain' }>): Made {
  return { ...made, transform: 'text' }
}

function unique(conditions: readonly (string | null)[]): string {
  const distinct = new Set(conditions.filter((condition) => condition !== null))
  distinct.delete('false')
  if (distinct.has('true')) return 'true'
  return distinct.size === 0
    ? 'false'
    : [...distinct].map((condition) => (distinct.size > 1 ? `(${condition})` : condition)).join(' || ')
}
