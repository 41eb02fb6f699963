/**
 * The format of one version of the schema in `dictionary.ndjson.br`. Single-letter names, because they repeat thousands
 * of times.
 */

export type StoredAttribute = {
  /** Type without its `_t`. */
  readonly t: string
  /** Name of the object when the type is `object`. */
  readonly o?: string
  /** 1: an array of them. */
  readonly a?: number
  /** 2 required, 1 recommended. */
  readonly r?: number
  /** Values and their captions. */
  readonly e?: Readonly<Record<string, string>>
  /** The attribute that holds the caption. */
  readonly s?: string
  /** Profiles it belongs to. */
  readonly p?: readonly string[]
  /** Type id of the observable that it is. */
  readonly b?: number
  /** Deprecated since. */
  readonly d?: string
}

export type StoredShape = {
  readonly c: string
  /** Attribute name -> number in `attributes`. */
  readonly a: Readonly<Record<string, number>>
  readonly u?: number
  readonly g?: number
  /** `at_least_one` and `just_one`, each with its paths. */
  readonly k?: Readonly<Record<string, readonly string[]>>
  readonly d?: string
  /** Deprecated attribute -> the one that took its place. */
  readonly n?: Readonly<Record<string, string>>
}

export type StoredType = {
  readonly t?: string
  readonly x?: string
  readonly l?: number
  readonly m?: readonly [number, number]
  readonly b?: number
}

export type StoredVersion = {
  readonly version: string
  readonly categories: Readonly<Record<string, string>>
  readonly types: Readonly<Record<string, StoredType>>
  readonly classes: Readonly<Record<string, StoredShape>>
  readonly objects: Readonly<Record<string, StoredShape>>
  readonly attributes: readonly StoredAttribute[]
}
