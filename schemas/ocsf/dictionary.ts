/**
 * The OCSF dictionary: classes, objects and attributes of each version, as the schema project publishes them. Packed
 * by `compile.ts`; its licence is in `NOTICE`.
 */
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { assert } from '../../platform/assert.ts'
import type { StoredAttribute, StoredShape, StoredVersion } from './stored.ts'

/** The version that this program writes. Tenants may be shown an older one, see `migrate.ts`. */
export const OCSF_VERSION = '1.8.0'

/** Type uids are the class uid with two digits for the activity. */
const ACTIVITIES = 100

export type Attribute = {
  readonly name: string
  /** `string`, `integer`, `long`, `timestamp`, `ip`, `object` ...: the schema's own names without `_t`. */
  readonly type: string
  /** The JSON type of its values. */
  readonly json: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'any'
  readonly object: string | null
  readonly isArray: boolean
  readonly requirement: 'required' | 'recommended' | 'optional'
  /** Id -> caption; null when any value is allowed. */
  readonly captions: ReadonlyMap<number, string> | null
  readonly ids: ReadonlyMap<string, number> | null
  /** The attribute that holds the caption of this attribute's id. */
  readonly sibling: string | null
  /** The attribute exists only in events whose `metadata.profiles` names one of these; empty: in all events. */
  readonly profiles: readonly string[]
  readonly observable: number
  readonly deprecatedSince: string | null
}

export type Shape = {
  readonly name: string
  readonly caption: string
  readonly attributes: ReadonlyMap<string, Attribute>
  readonly atLeastOne: readonly string[]
  readonly justOne: readonly string[]
  readonly deprecatedSince: string | null
  /** Deprecated attribute -> the attribute of the same shape that replaced it. */
  readonly renames: ReadonlyMap<string, string>
}

export type EventClass = Shape & { readonly uid: number; readonly categoryUid: number }

export type ValueType = {
  readonly pattern: RegExp | null
  readonly lengthMax: number
  readonly range: readonly [number, number] | null
}

export class Dictionary {
  readonly version: string
  readonly #stored: StoredVersion
  readonly #attributes: Attribute[] = []
  readonly #classes = new Map<string, EventClass>()
  readonly #objects = new Map<string, Shape>()
  readonly #types = new Map<string, ValueType>()
  readonly #classNames = new Map<number, string>()

  constructor(stored: StoredVersion) {
    this.version = stored.version
    this.#stored = stored
    for (const [name, { u }] of Object.entries(stored.classes)) this.#classNames.set(u ?? 0, name)
  }

  classNames(): readonly string[] {
    return Object.keys(this.#stored.classes)
  }

  /** By name (`process_activity`) or uid (1007); null when this version has no such class. */
  classOf(key: string | number): EventClass | null {
    const name = typeof key === 'number' ? this.#classNames.get(key) : key
    if (name === undefined) return null
    const known = this.#classes.get(name)
    if (known) return known
    const stored = Object.hasOwn(this.#stored.classes, name) ? this.#stored.classes[name] : undefined
    if (!stored) return null
    const made = { ...this.#shape(name, stored), uid: stored.u ?? 0, categoryUid: stored.g ?? 0 }
    this.#classes.set(name, made)
    return made
  }

  objectOf(name: string): Shape | null {
    const known = this.#objects.get(name)
    if (known) return known
    const stored = Object.hasOwn(this.#stored.objects, name) ? this.#stored.objects[name] : undefined
    if (!stored) return null
    const made = this.#shape(name, stored)
    this.#objects.set(name, made)
    return made
  }

  categoryName(uid: number): string | null {
    return this.#stored.categories[String(uid)] ?? null
  }

  /** The attribute at a path of a class (`actor.user.name`, `attacks[0].technique.uid`); null when there is none. */
  attributeAt(shape: Shape, path: string): Attribute | null {
    let at: Shape | null = shape
    let attribute: Attribute | null = null
    for (const step of path.split('.')) {
      attribute = at?.attributes.get(step.replace(/\[\d+\]$/, '')) ?? null
      if (!attribute) return null
      at = attribute.object ? this.objectOf(attribute.object) : null
    }
    return attribute
  }

  /** Bounds of a type, its base type's included. */
  typeOf(name: string): ValueType {
    let known = this.#types.get(name)
    if (!known) {
      const stored = this.#stored.types[name]
      const pattern = stored?.x ? this.#plainPattern(name, stored.x) : ''
      known = {
        pattern: pattern === '' ? null : new RegExp(pattern),
        lengthMax: stored?.l ?? Number.POSITIVE_INFINITY,
        range: stored?.m ?? null,
      }
      this.#types.set(name, known)
    }
    return known
  }

  /**
   * 1.0.0 writes the address pattern for PCRE, with group calls that JavaScript lacks; the plain pattern of 1.8.0 is
   * used instead.
   */
  #plainPattern(name: string, pattern: string): string {
    return pattern.startsWith('/') ? (currentDictionary().#stored.types[name]?.x ?? '') : pattern
  }

  /** Observable type id of an attribute: its own, or its type's; 0 when it is none. */
  observableOf(attribute: Attribute): number {
    return attribute.observable || (this.#stored.types[attribute.type]?.b ?? 0)
  }

  #shape(name: string, stored: StoredShape): Shape {
    return {
      name,
      caption: stored.c,
      attributes: new Map(Object.entries(stored.a).map(([key, number]) => [key, this.#attribute(key, number)])),
      atLeastOne: stored.k?.at_least_one ?? [],
      justOne: stored.k?.just_one ?? [],
      deprecatedSince: stored.d ?? null,
      renames: new Map(Object.entries(stored.n ?? {})),
    }
  }

  #attribute(name: string, number: number): Attribute {
    const known = this.#attributes[number]
    if (known?.name === name) return known
    const stored = this.#stored.attributes[number]
    assert(stored !== undefined, `attribute ${number} of ${name} is in the dictionary`)
    const made = { ...attributeFrom(name, stored), json: this.#jsonOf(stored) }
    this.#attributes[number] = made
    return made
  }

  #jsonOf({ t }: StoredAttribute): Attribute['json'] {
    const base = this.#stored.types[t]?.t ?? t
    if (base === 'integer' || base === 'long') return 'integer'
    if (base === 'float') return 'number'
    if (base === 'boolean' || base === 'object') return base
    return base === 'json' ? 'any' : 'string'
  }
}

function attributeFrom(name: string, stored: StoredAttribute): Omit<Attribute, 'json'> {
  const values = stored.e
    ? Object.entries(stored.e).map(([id, caption]): [number, string] => [Number(id), caption])
    : null
  const isNumeric = values?.every(([id]) => Number.isInteger(id)) ?? false
  return {
    name,
    type: stored.t,
    object: stored.o ?? null,
    isArray: stored.a === 1,
    requirement: stored.r === 2 ? 'required' : stored.r === 1 ? 'recommended' : 'optional',
    captions: values && isNumeric ? new Map(values) : null,
    ids: values && isNumeric ? new Map(values.map(([id, caption]) => [caption, id])) : null,
    sibling: stored.s ?? null,
    profiles: stored.p ?? [],
    observable: stored.b ?? 0,
    deprecatedSince: stored.d ?? null,
  }
}

const loaded = new Map<string, Dictionary>()
let lines: Map<string, string> | null = null

/** Null for an unknown version. Loading the newest one takes 15 ms, each other one as long again. */
export function dictionaryOf(version: string): Dictionary | null {
  const known = loaded.get(version)
  if (known) return known
  lines ??= unpack()
  const line = lines.get(version)
  if (line === undefined) return null
  const made = new Dictionary(JSON.parse(line) as StoredVersion)
  loaded.set(version, made)
  return made
}

/** The version that this program writes. */
export function currentDictionary(): Dictionary {
  const dictionary = dictionaryOf(OCSF_VERSION)
  assert(dictionary !== null, `the dictionary has version ${OCSF_VERSION}`)
  return dictionary
}

/** Every version there is, oldest first. */
export function ocsfVersions(): readonly string[] {
  lines ??= unpack()
  return [...lines.keys()]
}

function unpack(): Map<string, string> {
  const text = brotliDecompressSync(readFileSync(new URL('dictionary.ndjson.br', import.meta.url))).toString('utf8')
  return new Map(text.split('\n').map((line) => [versionIn(line), line]))
}

/** `version` is the first member of a line. */
function versionIn(line: string): string {
  const version = /^\{"version":"([^"]+)"/.exec(line)?.[1]
  assert(version !== undefined, 'a line of the dictionary begins with its version')
  return version
}

export function typeUid(classUid: number, activityId: number): number {
  return classUid * ACTIVITIES + activityId
}
