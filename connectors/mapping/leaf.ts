/** Rows of a profile, checked against the dictionary: each leaf's type, its place, and its source. */
import {
  type Attribute,
  currentDictionary,
  type Dictionary,
  type EventClass,
  type Shape,
} from '../../schemas/ocsf/dictionary.ts'
import { type Column, columnsOf } from './columns.ts'
import { stepsOf } from './places.ts'
import type { Cell, Field, Fields, PlainKind, Rows, Word } from './table.ts'
import type { ObjectSpec, Words } from './transforms.ts'

/** The kind of a value in generated code. `json` is text that is JSON already. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'json'

export type Made =
  | {
      readonly from: 'constant'
      readonly json: string
      readonly value: Word | readonly Word[]
      readonly isAlways: boolean
    }
  | { readonly from: 'plain'; readonly transform: PlainKind; readonly fields: readonly Field[] }
  | { readonly from: 'list'; readonly fields: readonly Field[]; readonly pattern: RegExp; readonly as: ListKind }
  | {
      readonly from: 'each'
      readonly fields: readonly Field[]
      readonly before: string
      readonly separator: RegExp | null
    }
  | { readonly from: 'objects'; readonly fields: readonly Field[]; readonly spec: ObjectSpec }
  | { readonly from: 'concat'; readonly fields: readonly Field[]; readonly parts: readonly (Field | Literal)[] }
  | { readonly from: 'capture'; readonly fields: readonly Field[]; readonly pattern: RegExp; readonly as: PlainKind }
  | {
      readonly from: 'xml'
      readonly fields: readonly Field[]
      readonly steps: readonly Steps[]
      readonly as: PlainKind
    }
  | { readonly from: 'allHashes'; readonly as: 'hash' | 'hashes'; readonly fields: readonly Field[] }
  | { readonly from: 'localTime'; readonly fields: readonly Field[] }
  | { readonly from: 'first'; readonly of: readonly Made[] }
  | {
      readonly from: 'lookup'
      readonly fields: readonly Field[]
      readonly words: Words<Word>
      readonly pattern: RegExp | null
      readonly other: Word | null
      readonly missing: Word | null
    }

type ListKind = 'text' | 'email' | 'ip'
type Steps = readonly string[]
type Literal = { readonly words: string }

export type Leaf = {
  readonly path: string
  readonly attribute: Attribute
  readonly made: Made
  readonly kind: ValueKind
  readonly column: Column | null
  /** The column `ocsf` makes this leaf out of another one; it is not stored. */
  readonly isImplied: boolean
}

const KINDS: Readonly<Record<PlainKind, ValueKind>> = {
  text: 'text',
  lower: 'text',
  known: 'text',
  hostname: 'text',
  urlHost: 'text',
  urlPath: 'text',
  urlQuery: 'text',
  sid: 'text',
  integer: 'number',
  port: 'number',
  boolean: 'boolean',
  time: 'number',
  millis: 'number',
  zone: 'number',
  offset: 'number',
  ip: 'text',
  mac: 'text',
  email: 'text',
  guid: 'text',
  basename: 'text',
  dirname: 'text',
  account: 'text',
  accountDomain: 'text',
  hash: 'text',
  hashes: 'json',
  json: 'json',
}

/** Types whose text has a fixed form: only the transform that makes this form may fill them. */
const FORMS: Readonly<Record<string, string>> = {
  ip: 'ip',
  mac: 'mac',
  email: 'email',
  uuid: 'guid',
  datetime: '',
  bytestring: '',
  subnet: '',
}

export function leavesOf(dictionary: Dictionary, eventClass: EventClass, rows: Rows, where: string): Leaf[] {
  const fail = (path: string, reason: string): never => {
    throw new TypeError(`${where}: ${path}: ${reason}`)
  }
  const columns = columnsOf(eventClass.uid)
  const leaves = Object.entries(rows).map(([path, cell]): Leaf => {
    const attribute = dictionary.attributeAt(eventClass, path)
    if (!attribute) return fail(path, `${eventClass.name} of OCSF ${dictionary.version} has no such attribute`)
    const made = resolve(cell, attribute, (reason) => fail(path, reason))
    const kind = kindOf(made)
    const column =
      made.from === 'constant' ? constantColumn(columns.byPath.get(path)) : (columns.byPath.get(path) ?? null)
    return { path, attribute, made, kind, column, isImplied: false }
  })
  for (const { path, attribute, made } of leaves) {
    const caption = attribute.captions && attribute.sibling && path.replace(/[^.]*$/, attribute.sibling)
    if (caption && rows[caption] !== undefined && namesOne(made))
      fail(caption, 'is the caption of its id; beside Other the word of the source stands there by itself')
  }
  const all = [...leaves, ...offsetOf(leaves, dictionary, eventClass)]
  return all.map((leaf) => ({ ...leaf, isImplied: isImplied(leaf, leaves, columns.file) }))
}

/** True when the value may be an id with a caption of its own, not just Other. */
function namesOne(made: Made): boolean {
  if (made.from === 'first') return made.of.some(namesOne)
  if (made.from === 'constant') return made.value !== OTHER
  return made.from === 'lookup' && [...made.words.values(), made.other ?? OTHER].some((id) => id !== OTHER)
}

/** Leaves that are added beside those that a table names. */
export const ADDED = { activity: 'activity_id', offset: 'timezone_offset' } as const

/** The UTC offset in the event's time, for tables that do not keep the time as it was written. */
function offsetOf(leaves: readonly Leaf[], dictionary: Dictionary, eventClass: EventClass): readonly Leaf[] {
  const fields = timeFieldsOf(leaves.find(({ path }) => path === 'time')?.made)
  const attribute = dictionary.attributeAt(eventClass, ADDED.offset)
  const isKept = leaves.some(({ path }) => path === ADDED.offset || path === 'metadata.original_time')
  if (isKept || fields.length === 0 || !attribute) return []
  const made: Made = { from: 'plain', transform: 'offset', fields }
  return [{ path: ADDED.offset, attribute, made, kind: 'number', column: null, isImplied: false }]
}

function timeFieldsOf(made: Made | undefined): readonly Field[] {
  if (made?.from === 'first') return made.of.flatMap(timeFieldsOf)
  return made?.from === 'plain' ? made.fields : []
}

/** Fields that a value is read from, in order. */
export function fieldsOf(made: Made): readonly Field[] {
  if (made.from === 'constant') return []
  return made.from === 'first' ? made.of.flatMap(fieldsOf) : made.fields
}

/**
 * True for a leaf that is written only beside other members of its object: a constant, or a lookup that always gives a
 * value.
 */
export function isCompanion({ made }: Leaf): boolean {
  return (made.from === 'constant' && !made.isAlways) || missingOf(made) !== null
}

/** The word for a record without a value; null when there is no such word. */
export function missingOf(made: Made): Word | null {
  if (made.from === 'first') return missingOf(made.of.at(-1) as Made)
  return made.from === 'lookup' ? made.missing : null
}

/**
 * A constant is written into a column only when the column is an id: elsewhere it is part of the constant text of the
 * rest.
 */
function constantColumn(column: Column | undefined): Column | null {
  return column && column.kind !== 'hash' && column.kind !== 'time' ? column : null
}

/** True for `file.name`, which follows from the path, and for the type of a file from columns, which is unknown. */
function isImplied(leaf: Leaf, leaves: readonly Leaf[], file: string): boolean {
  const path = leaves.find((other) => other.path === `${file}.path`)
  if (!path?.column || path.made.from !== 'plain') return false
  if (leaf.path === `${file}.type_id`) return leaf.made.from === 'constant' && leaf.made.value === 0
  if (leaf.path !== `${file}.name` || leaf.made.from !== 'plain') return false
  return leaf.made.transform === 'basename' && String(leaf.made.fields) === String(path.made.fields)
}

export function kindOf(made: Made): ValueKind {
  if (made.from === 'constant') return 'json'
  if (made.from === 'localTime') return 'number'
  if (made.from === 'first') return kindOf(made.of[0] as Made)
  if (made.from === 'allHashes') return KINDS[made.as]
  if (made.from === 'list' || made.from === 'each' || made.from === 'objects') return 'json'
  if (made.from === 'concat') return 'text'
  if (made.from === 'capture' || made.from === 'xml') return KINDS[made.as]
  if (made.from === 'plain') return KINDS[made.transform]
  const sample = made.words.values().next().value ?? made.other ?? made.missing
  return typeof sample === 'number' ? 'number' : typeof sample === 'boolean' ? 'boolean' : 'text'
}

function listOf(fields: Fields): readonly Field[] {
  return typeof fields === 'string' ? [fields] : fields
}

type Fail = (reason: string) => never

function resolve(cell: Cell, attribute: Attribute, fail: Fail): Made {
  if (attribute.deprecatedSince !== null) return fail(`deprecated since ${attribute.deprecatedSince}`)
  if (typeof cell === 'string' || Array.isArray(cell)) {
    return plain('text', listOf(cell as Fields), attribute, fail)
  }
  const made = cell as Exclude<Cell, Fields>
  if (made.kind === 'first') return first(made.cells, attribute, fail)
  if (made.kind === 'is' || made.kind === 'always') return constant(made.value, made.kind === 'always', attribute, fail)
  if (made.kind === 'lookup') return lookup(made, attribute, fail)
  if (made.kind === 'list') {
    if (!attribute.isArray || attribute.json !== 'string') return fail('is no list of texts')
    const form = FORMS[attribute.type]
    if (form !== undefined && form !== made.as) return fail(`is ${attribute.type}; ${made.as} does not make one`)
    return { from: 'list', fields: listOf(made.fields), pattern: made.separator, as: made.as }
  }
  if (made.kind === 'allHashes') {
    plain('hashes', made.fields, attribute, fail)
    return { from: 'allHashes', as: 'hashes', fields: made.fields }
  }
  if (made.kind === 'each') return each(made, attribute, fail)
  if (made.kind === 'objects') return objects(made, attribute, fail)
  if (made.kind === 'concat') {
    const fields = made.parts.filter((part) => typeof part === 'string')
    plain('text', fields, attribute, fail)
    return { from: 'concat', fields, parts: made.parts }
  }
  if (made.kind === 'capture') {
    const as = plainKind(made.as, attribute, fail)
    return { from: 'capture', fields: listOf(made.fields), pattern: made.pattern, as }
  }
  if (made.kind === 'xml') {
    const as = plainKind(made.as, attribute, fail)
    return { from: 'xml', fields: listOf(made.fields), steps: made.paths.map((path) => path.split('/')), as }
  }
  if (made.kind === 'localTime') {
    return attribute.type === 'timestamp' ? { from: 'localTime', fields: made.fields } : fail('is no time')
  }
  return plain(made.kind, listOf(made.fields), attribute, fail)
}

function first(cells: readonly Cell[], attribute: Attribute, fail: Fail): Made {
  const of = cells.map((cell) => resolve(cell, attribute, fail))
  const kinds = new Set(of.map(kindOf))
  if (of.some(({ from }) => from === 'constant') || kinds.size !== 1) return fail('first() wants values of one kind')
  if (of.slice(0, -1).some((made) => missingOf(made) !== null))
    return fail('says what a record without it has before the last cell of first()')
  return { from: 'first', of }
}

function plain(transform: PlainKind, fields: readonly Field[], attribute: Attribute, fail: Fail): Made {
  // Ports are the only numbers with a range of their own; tables declare just integer.
  const isPort = transform === 'integer' && attribute.type === 'port'
  const made: Made = { from: 'plain', transform: isPort ? 'port' : transform, fields }
  if (transform === 'json') return attribute.json === 'any' ? made : fail('takes no JSON')
  if (transform === 'hashes')
    return attribute.object === 'fingerprint' && attribute.isArray ? made : fail('is no list of hashes')
  if (attribute.isArray) return fail('is an array; use list()')
  const kind = KINDS[transform]
  if (kind === 'boolean') return attribute.json === 'boolean' ? made : fail('is no boolean')
  if (kind === 'number') {
    if (attribute.json !== 'integer') return fail(`is ${attribute.type}, not a number`)
    if ((transform === 'time') !== (attribute.type === 'timestamp'))
      return fail(`is ${attribute.type}, not ${transform}`)
    return attribute.captions ? sameIds(fields, attribute.captions, fail) : made
  }
  if (attribute.json !== 'string') return fail(`is ${attribute.type}, not text`)
  const form = FORMS[attribute.type]
  return form === undefined || form === transform ? made : fail(`is ${attribute.type}; ${transform} does not make one`)
}

/** The kind to which a part of a text is converted. */
function plainKind(as: PlainKind, attribute: Attribute, fail: Fail): PlainKind {
  const made = plain(as, [], attribute, fail)
  return made.from === 'plain' ? made.transform : fail('is an enum; use lookup()')
}

/** A lookup for a vendor whose numbers are the schema's own; other numbers become Other. */
function sameIds(fields: readonly Field[], captions: ReadonlyMap<number, string>, fail: Fail): Made {
  if (!captions.has(OTHER)) return fail('has no Other; use lookup()')
  const words = new Map<unknown, Word>()
  for (const id of captions.keys()) words.set(id, id).set(String(id), id)
  return { from: 'lookup', fields, words, pattern: null, other: OTHER, missing: null }
}

const OTHER = 99

/** Each object has one text as a member; its other required members are among `others`. */
function each(cell: Extract<Cell, { kind: 'each' }>, attribute: Attribute, fail: Fail): Made {
  const shape = attribute.object === null ? null : currentDictionary().objectOf(attribute.object)
  if (!attribute.isArray || !shape) return fail('is no list of objects')
  const member = shape.attributes.get(cell.member) ?? fail(`${shape.name} has no ${cell.member}`)
  if (FORMS[member.type] !== undefined || member.json !== 'string' || member.isArray)
    return fail(`${cell.member}: is no text`)
  const others = Object.entries(cell.others).map(([name, word]): [string, Word] => {
    const other = shape.attributes.get(name) ?? fail(`${shape.name} has no ${name}`)
    return [name, wordOf(word, other, fail)]
  })
  const names = [cell.member, ...others.map(([name]) => name)]
  for (const { name, requirement } of shape.attributes.values()) {
    if (requirement === 'required' && !names.includes(name)) return fail(`${shape.name} demands ${name}`)
  }
  const before = JSON.stringify(Object.fromEntries(others)).slice(0, -1)
  const comma = others.length > 0 ? ',' : ''
  const start = `${before}${comma}${JSON.stringify(cell.member)}:`
  return { from: 'each', fields: listOf(cell.fields), before: start, separator: cell.separator ?? null }
}

/** JSON texts cannot be members. */
const NO_MEMBER: ReadonlySet<PlainKind> = new Set(['json', 'hashes'])

/** Members may lie in nested objects, whose required members count too. */
function objects(cell: Extract<Cell, { kind: 'objects' }>, attribute: Attribute, fail: Fail): Made {
  const shape = attribute.object === null ? null : currentDictionary().objectOf(attribute.object)
  if (!attribute.isArray || !shape) return fail('is no list of objects')
  const others = Object.entries(cell.others).map(([path, word]): [string[], Word] => [
    path.split('.'),
    wordOf(word, attributeAt(shape, path, fail), fail),
  ])
  const members = Object.entries(cell.members).map(([path, of]) => {
    const made = resolve(of, attributeAt(shape, path, fail), (reason) => fail(`${path}: ${reason}`))
    const at = { path: path.split('.') }
    if (made.from === 'lookup' && made.pattern === null && made.missing === null)
      return { ...at, places: made.fields.map(stepsOf), words: made.words, other: made.other }
    if (made.from !== 'plain' || NO_MEMBER.has(made.transform)) return fail(`${path}: is made of one value`)
    return { ...at, places: made.fields.map(stepsOf), transform: made.transform }
  })
  const memberNames = [...Object.keys(cell.members), ...Object.keys(cell.others)]
  const parents = new Set(memberNames.map((path) => path.split('.').slice(0, -1).join('.')))
  const demands = [...parents.add('')].flatMap((parent) => {
    const at = parent === '' ? shape : objectAt(shape, parent, fail)
    const required = [...at.attributes.values()].filter(({ requirement }) => requirement === 'required')
    return required.map(({ name }) => ({ parent: parent === '' ? [] : parent.split('.'), name }))
  })
  for (const { parent, name } of demands) {
    const path = [...parent, name].join('.')
    const hasMember = memberNames.some((one) => one === path || one.startsWith(`${path}.`))
    if (!hasMember) return fail(`${shape.name} demands ${path}`)
  }
  return { from: 'objects', fields: listOf(cell.fields), spec: { members, others, demands } }
}

function attributeAt(shape: Shape, path: string, fail: Fail): Attribute {
  const steps = path.split('.')
  const at = steps.length === 1 ? shape : objectAt(shape, steps.slice(0, -1).join('.'), fail)
  return at.attributes.get(steps.at(-1) ?? '') ?? fail(`${at.name} has no ${path}`)
}

function objectAt(shape: Shape, path: string, fail: Fail): Shape {
  return path.split('.').reduce((at, step) => {
    const attribute = at.attributes.get(step)
    const inner = attribute?.object && !attribute.isArray ? currentDictionary().objectOf(attribute.object) : null
    return inner ?? fail(`${at.name} has no object ${step}`)
  }, shape)
}

function constant(value: Word | readonly Word[], isAlways: boolean, attribute: Attribute, fail: Fail): Made {
  const values = Array.isArray(value) ? (value as readonly Word[]) : [value as Word]
  if (Array.isArray(value) !== attribute.isArray) return fail(attribute.isArray ? 'is an array' : 'is no array')
  const words = values.map((word) => wordOf(word, attribute, fail))
  const [first] = words
  const one: Word | readonly Word[] = attribute.isArray || first === undefined ? words : first
  return { from: 'constant', json: JSON.stringify(one), value: one, isAlways }
}

function lookup(cell: Extract<Cell, { kind: 'lookup' }>, attribute: Attribute, fail: Fail): Made {
  if (attribute.isArray) return fail('is an array')
  const words = new Map<unknown, Word>()
  for (const [word, meaning] of Object.entries(cell.words)) {
    const value = wordOf(meaning, attribute, fail)
    words.set(word, value).set(word.toLowerCase(), value)
    if (word !== '' && Number.isFinite(Number(word))) words.set(Number(word), value)
    if (word === 'true' || word === 'false') words.set(word === 'true', value)
  }
  const other = cell.other === undefined ? null : wordOf(cell.other, attribute, fail)
  const missing = cell.missing === undefined ? null : wordOf(cell.missing, attribute, fail)
  return { from: 'lookup', fields: listOf(cell.fields), words, pattern: cell.pattern ?? null, other, missing }
}

/** A word of an enum is written as its caption in tables, and stored as its id. */
function wordOf(word: Word, attribute: Attribute, fail: Fail): Word {
  if (attribute.ids) {
    const id = attribute.ids.get(String(word))
    return (
      id ?? fail(`has no value ${JSON.stringify(word)}; there are ${[...attribute.ids.keys()].slice(0, 30).join(', ')}`)
    )
  }
  const isRight = attribute.json === 'integer' ? Number.isInteger(word) : typeof word === attribute.json
  return isRight || attribute.json === 'any' ? word : fail(`${JSON.stringify(word)} is not ${attribute.type}`)
}
