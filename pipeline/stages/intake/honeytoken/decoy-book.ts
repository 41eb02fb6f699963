/**
 * The tenants' decoys from control data, and the search for their values in a text. A value is found by the rarest of
 * its words, so a text is read once however many decoys there are; then the whole value is compared.
 */

/** Control data: one document per decoy, under its id. */
export const HONEYTOKEN_KIND = 'honeytoken'
export const DECOY_VALUE_KINDS = [
  'address',
  'file_name',
  'access_key_id',
  'track_path',
  'user',
  'dns_name',
  'url',
] as const
export type DecoyValueKind = (typeof DECOY_VALUE_KINDS)[number]

export type DecoyDocument = {
  readonly name: string
  readonly values: readonly { readonly kind: DecoyValueKind; readonly value: string }[]
}

/** A value of a decoy that a text holds. */
export type DecoyMatch = { readonly id: string; readonly name: string; readonly kind: DecoyValueKind }

type Entry = DecoyMatch & { readonly text: string; readonly anchor: string; readonly anchorAt: number }

const WORDS = /[\p{L}\p{N}]+/gu
/** Characters that must not precede a value: with them it is part of a longer one. */
const NOT_BEFORE: Readonly<Record<DecoyValueKind, RegExp>> = {
  address: /[\p{L}\p{N}_.+-]$/u,
  file_name: /[\p{L}\p{N}_.-]$/u,
  access_key_id: /[\p{L}\p{N}]$/u,
  track_path: /[\p{L}\p{N}]$/u,
  user: /[\p{L}\p{N}_.-]$/u,
  dns_name: /[\p{L}\p{N}_-]$/u,
  url: /[\p{L}\p{N}]$/u,
}
/** A following dot may end a sentence; a dot and a letter continue a longer name. */
const NOT_AFTER = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u
/** Largest length of a letter, mark or surrogate pair beside a value, in UTF-16 units. */
const BESIDE = 2

export class DecoyBook {
  readonly #byTenant = new Map<string, Decoys>()

  /** Listener for `ControlFeed`. A document that describes no decoy counts as none. */
  change(tenant: string, kind: string, id: string, document: unknown): void {
    if (kind !== HONEYTOKEN_KIND) return
    const decoys = this.#byTenant.get(tenant) ?? new Decoys()
    if (isDecoy(document)) decoys.put(id, document)
    else decoys.remove(id)
    if (decoys.size === 0) this.#byTenant.delete(tenant)
    else this.#byTenant.set(tenant, decoys)
  }

  /** Undefined for a tenant without decoys. */
  of(tenant: string): Decoys | undefined {
    return this.#byTenant.get(tenant)
  }
}

/** Decoys of one tenant. */
export class Decoys {
  readonly #byAnchor = new Map<string, Entry[]>()
  readonly #byId = new Map<string, readonly Entry[]>()

  get size(): number {
    return this.#byId.size
  }

  put(id: string, { name, values }: DecoyDocument): void {
    this.remove(id)
    const entries = values.flatMap(({ kind, value }) => {
      const entry = this.#entryOf(id, name, kind, value)
      if (entry === null) return []
      this.#byAnchor.set(entry.anchor, [...(this.#byAnchor.get(entry.anchor) ?? []), entry])
      return [entry]
    })
    if (entries.length > 0) this.#byId.set(id, entries)
  }

  remove(id: string): void {
    for (const entry of this.#byId.get(id) ?? []) {
      const others = (this.#byAnchor.get(entry.anchor) ?? []).filter((other) => other !== entry)
      if (others.length === 0) this.#byAnchor.delete(entry.anchor)
      else this.#byAnchor.set(entry.anchor, others)
    }
    this.#byId.delete(id)
  }

  /** Calls `found` for each value that the text contains as a whole, in any case, and not as part of a longer value. */
  eachIn(text: string, found: (match: DecoyMatch) => void): void {
    const lower = text.toLowerCase()
    WORDS.lastIndex = 0
    for (let word = WORDS.exec(lower); word !== null; word = WORDS.exec(lower)) {
      const entries = this.#byAnchor.get(word[0])
      if (entries === undefined) continue
      for (const entry of entries) if (standsAt(lower, word.index - entry.anchorAt, entry)) found(entry)
    }
  }

  /**
   * The value's word that indexes the fewest other values: many addresses share a domain. Null for a value without a
   * word.
   */
  #entryOf(id: string, name: string, kind: DecoyValueKind, value: string): Entry | null {
    const text = value.toLowerCase()
    let best: Entry | null = null
    let bestOthers = Number.POSITIVE_INFINITY
    for (const { 0: anchor, index: anchorAt } of text.matchAll(WORDS)) {
      const others = this.#byAnchor.get(anchor)?.length ?? 0
      if (others < bestOthers || (others === bestOthers && anchor.length > (best?.anchor.length ?? 0))) {
        best = { id, name, kind, text, anchor, anchorAt }
        bestOthers = others
      }
    }
    return best
  }
}

function standsAt(lower: string, start: number, { text, kind }: Entry): boolean {
  if (start < 0 || !lower.startsWith(text, start)) return false
  const end = start + text.length
  const before = lower.slice(Math.max(0, start - BESIDE), start)
  return !NOT_BEFORE[kind].test(before) && !NOT_AFTER.test(lower.slice(end, end + BESIDE + 1))
}

function isDecoy(document: unknown): document is DecoyDocument {
  const { name, values } = (document ?? {}) as Partial<DecoyDocument>
  const kinds: readonly string[] = DECOY_VALUE_KINDS
  return (
    typeof name === 'string' &&
    Array.isArray(values) &&
    values.every(({ kind, value }) => kinds.includes(kind) && typeof value === 'string')
  )
}
