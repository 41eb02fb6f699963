/**
 * Indicators of all tenants in one block of shared memory: one thread writes, the others read the same block without a
 * lock. An open-addressed hash table (linear probing, 64-bit hash, at most 62 % full) leads to records of 32 bytes and
 * the texts that verify them; no indicator is an object.
 *
 * key     tenant + kind + value: one tenant's entries cannot be found for another. Tenant 0 has the shared entries
 * bound   the entries and bytes of text that the block was made for; then `add` returns false, and the owner makes
 *         a larger one
 * order   a record is whole before the slot that leads to it is stored, so a reader finds it whole or not at all
 */
import { randomInt } from 'node:crypto'
import { assert } from '../platform/assert.ts'
import { codeAt } from '../platform/code-at.ts'
import { KINDS, type Kind, ROLES, type Role } from './indicator.ts'

export type Capacity = { readonly entries: number; readonly textBytes: number; readonly tenants: number }

/** A record of the table. Seconds since the epoch. */
export type TableEntry = {
  readonly tenant: number
  readonly kind: Kind
  readonly role: Role
  readonly value: string
  readonly confidence: number
  /** OCSF: 1 informational to 5 critical. */
  readonly severityId: number
  /** Number of its source, see `sourceName`. */
  readonly source: number
  readonly seenS: number
  /** 0 means never. */
  readonly expiresS: number
  /** The entry matches nothing; for this tenant the shared entry of the same value matches nothing either. */
  readonly isFalsePositive: boolean
}

export const SHARED = 0
export const SOURCES_MAX = 4096

const HEADER_WORDS = 16
/** Indexes of header words, after slots, entries, words of text and tenants: the capacities. */
const ENTRIES_CAP = 1
const TEXT_CAP = 2
const TENANTS_CAP = 3
const ENTRIES = 4
const TEXT_USED = 5
const DEAD = 6
const TENANTS = 7
const SOURCES = 8
const SEED = 9
/** Words of a tenant: entries by kind as bits, lengths of IPv4 prefixes (33 bits), of IPv6 prefixes (129 bits). */
const TENANT_WORDS = 8
const V4_AT = 1
const V6_AT = 3
const SLOT_WORDS = 2
const ENTRY_WORDS = 8
/** Words of an entry: two of the hash, then these. */
const HASH_LOW = 0
const TEXT_AT = 2
/** Length of the text, 16 bits; kind and role, 8; flags, 8. */
const SHAPE = 3
const OF_TENANT = 4
/** Confidence, 8 bits; severity, 8; source, 16. */
const WORTH = 5
const SEEN = 6
const EXPIRES = 7
const LOAD = 0.62
const REMOVED = 1
const FALSE_POSITIVE = 2
/** Codes of roles and kinds in a key: the same value may be a warning, an indicator and a tenant's name. */
const ROLE_CODES: Readonly<Record<Role, number>> = {
  indicator: 0,
  warning: 32,
  warning_host: 64,
  flag: 128,
  flag_host: 160,
}
const ROLE_OF_CODE = new Map(ROLES.map((role) => [ROLE_CODES[role], role]))
const TENANT_NAME = 127
const SOURCE_NAME = 126
const KIND_CODES = Object.fromEntries(KINDS.map((kind, code) => [kind, code])) as Readonly<Record<Kind, number>>

export class IndicatorTable {
  readonly block: SharedArrayBuffer
  readonly #words: Int32Array
  readonly #text: Uint8Array
  readonly #slotsAt: number
  readonly #mask: number
  readonly #entriesAt: number
  readonly #tenantsAt: number
  readonly #sourcesAt: number
  readonly #seed: number
  /** Low half of the last key's hash. */
  #low = 0
  #high = 0

  constructor(block: SharedArrayBuffer) {
    this.block = block
    this.#words = new Int32Array(block)
    const [slots, entries, , tenants] = this.#words as unknown as [number, number, number, number]
    this.#sourcesAt = HEADER_WORDS
    this.#tenantsAt = this.#sourcesAt + SOURCES_MAX
    this.#slotsAt = this.#tenantsAt + tenants * TENANT_WORDS
    this.#entriesAt = this.#slotsAt + slots * SLOT_WORDS
    this.#text = new Uint8Array(block, 4 * (this.#entriesAt + entries * ENTRY_WORDS))
    this.#mask = slots - 1
    this.#seed = this.#words[SEED] as number
  }

  /** `seed` prevents authors of feeds from choosing values that collide. */
  static make({ entries, textBytes, tenants }: Capacity, seed = randomInt(2 ** 31)): IndicatorTable {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(16, entries / LOAD)))
    const words = HEADER_WORDS + SOURCES_MAX + tenants * TENANT_WORDS + slots * SLOT_WORDS + entries * ENTRY_WORDS
    const block = new SharedArrayBuffer(4 * words + 4 * Math.ceil(textBytes / 4))
    const header = new Int32Array(block, 0, HEADER_WORDS)
    header.set([slots, entries, Math.ceil(textBytes / 4), tenants, 0, 0, 0, 1, 1, seed])
    return new IndicatorTable(block)
  }

  get entries(): number {
    return this.#at(ENTRIES) - this.#at(DEAD)
  }

  /** The capacity of a table that holds the live entries and is then filled to `share`. */
  capacityFor(share: number): Capacity {
    const grown = (used: number, least: number) => Math.ceil(Math.max(least, used / share))
    return {
      entries: grown(this.entries, 1024),
      textBytes: grown(4 * this.#at(TEXT_USED), 65_536),
      tenants: grown(this.#at(TENANTS), 64),
    }
  }

  /** The number of a tenant, which all other methods take; null while it has no entries. */
  tenantOf(id: string): number | null {
    const found = this.#find(SHARED, TENANT_NAME, id)
    return found < 0 ? null : (this.#words[found + WORTH] as number)
  }

  /** Gives a new tenant a number. Null when the table is full. */
  makeTenant(id: string): number | null {
    if (id === '') return SHARED
    const known = this.tenantOf(id)
    if (known !== null) return known
    const number = this.#at(TENANTS)
    if (number >= this.#at(TENANTS_CAP)) return null
    if (this.#insert(SHARED, TENANT_NAME, id, [number, 0, 0], 0) === null) return null
    Atomics.store(this.#words, TENANTS, number + 1)
    return number
  }

  /** The number of a source's name; past `SOURCES_MAX` names 0, which has no name. Null when the table is full. */
  makeSource(name: string): number | null {
    const key = keyOf(name)
    const known = this.#find(SHARED, SOURCE_NAME, key)
    if (known >= 0) return this.#words[known + WORTH] as number
    const number = this.#at(SOURCES)
    if (number >= SOURCES_MAX) return 0
    const made = this.#insert(SHARED, SOURCE_NAME, key, [number, 0, 0], 0)
    if (made === null) return null
    this.#words[this.#sourcesAt + number] = made
    Atomics.store(this.#words, SOURCES, number + 1)
    return number
  }

  sourceName(number: number): string {
    const record = this.#words[this.#sourcesAt + number] as number
    return record === 0 ? '' : this.#valueAt(record)
  }

  /** Adds the entry, or replaces the one with its tenant, role, kind and value. False when the table is full. */
  add(entry: TableEntry): boolean {
    const code = KIND_CODES[entry.kind] + ROLE_CODES[entry.role]
    const key = keyOf(entry.value)
    const worth = entry.confidence | (entry.severityId << 8) | (entry.source << 16)
    const flags = entry.isFalsePositive ? FALSE_POSITIVE : 0
    const found = this.#find(entry.tenant, code, key)
    if (found < 0) {
      if (this.#insert(entry.tenant, code, key, [worth, entry.seenS, entry.expiresS], flags) === null) return false
    } else {
      const words = this.#words
      if (((words[found + SHAPE] as number) >>> 24) & REMOVED) Atomics.sub(words, DEAD, 1)
      Atomics.store(words, found + WORTH, worth)
      Atomics.store(words, found + SEEN, entry.seenS)
      Atomics.store(words, found + EXPIRES, entry.expiresS)
      Atomics.store(words, found + SHAPE, ((words[found + SHAPE] as number) & 0xffffff) | (flags << 24))
    }
    this.#noteTenant(entry)
    return true
  }

  /** Its memory is freed when a larger table is made. */
  remove(tenant: number, role: Role, kind: Kind, value: string): void {
    const found = this.#find(tenant, KIND_CODES[kind] + ROLE_CODES[role], keyOf(value))
    if (found < 0) return
    const shape = this.#words[found + SHAPE] as number
    if ((shape >>> 24) & REMOVED) return
    Atomics.store(this.#words, found + SHAPE, shape | (REMOVED << 24))
    Atomics.add(this.#words, DEAD, 1)
  }

  /** Index of the entry's record; -1 when there is none. Records are never moved. */
  find(tenant: number, role: Role, kind: Kind, value: string): number {
    const found = this.#find(tenant, KIND_CODES[kind] + ROLE_CODES[role], keyOf(value))
    return found >= 0 && ((this.#words[found + SHAPE] as number) >>> 24) & REMOVED ? -1 : found
  }

  /** The record at an index that `find` returned. */
  entryAt(at: number): TableEntry {
    const words = this.#words
    const shape = words[at + SHAPE] as number
    const worth = words[at + WORTH] as number
    const code = (shape >>> 16) & 0xff
    return {
      tenant: words[at + OF_TENANT] as number,
      kind: KINDS[code & 31] as Kind,
      role: ROLE_OF_CODE.get(code & ~31) ?? 'indicator',
      value: this.#valueAt(at),
      confidence: worth & 0xff,
      severityId: (worth >>> 8) & 0xff,
      source: worth >>> 16,
      seenS: (words[at + SEEN] as number) >>> 0,
      expiresS: (words[at + EXPIRES] as number) >>> 0,
      isFalsePositive: ((shape >>> 24) & FALSE_POSITIVE) !== 0,
    }
  }

  /** True when the tenant ever had an indicator of the kind: most lookups are for kinds without any. */
  hasKind(tenant: number, kind: Kind): boolean {
    return ((this.#words[this.#tenantAt(tenant)] as number) & (1 << KIND_CODES[kind])) !== 0
  }

  /** True when the tenant ever had a network with a prefix of this length. */
  hasPrefix(tenant: number, isV6: boolean, length: number): boolean {
    const word = this.#words[this.#tenantAt(tenant) + (isV6 ? V6_AT : V4_AT) + (length >>> 5)] as number
    return (word & (1 << (length & 31))) !== 0
  }

  /** Copies all live entries, with the names of tenants and sources, to the next, larger table. */
  copyInto(larger: IndicatorTable): boolean {
    const words = this.#words
    const end = this.#entriesAt + this.#at(ENTRIES) * ENTRY_WORDS
    const tenants: number[] = [SHARED]
    const sources: number[] = [0]
    for (let at = this.#entriesAt; at < end; at += ENTRY_WORDS) {
      const shape = words[at + SHAPE] as number
      const code = (shape >>> 16) & 0xff
      if (code === TENANT_NAME) {
        const made = larger.makeTenant(this.#valueAt(at))
        if (made === null) return false
        tenants[words[at + WORTH] as number] = made
      } else if (code === SOURCE_NAME) {
        const made = larger.makeSource(this.#valueAt(at))
        if (made === null) return false
        sources[words[at + WORTH] as number] = made
      } else if (((shape >>> 24) & REMOVED) === 0) {
        const entry = this.entryAt(at)
        const moved = { tenant: tenants[entry.tenant] as number, source: sources[entry.source] as number }
        if (!larger.add(Object.assign(entry, moved))) return false
      }
    }
    return true
  }

  #at(word: number): number {
    return Atomics.load(this.#words, word)
  }

  #tenantAt(tenant: number): number {
    return this.#tenantsAt + tenant * TENANT_WORDS
  }

  #noteTenant({ tenant, kind, value, role }: TableEntry): void {
    if (role !== 'indicator' && kind !== 'cidr') return
    const at = this.#tenantAt(tenant)
    if (role === 'indicator') Atomics.or(this.#words, at, 1 << KIND_CODES[kind])
    if (kind !== 'cidr') return
    const length = Number(value.slice(value.indexOf('/') + 1))
    Atomics.or(this.#words, at + (value.includes(':') ? V6_AT : V4_AT) + (length >>> 5), 1 << (length & 31))
  }

  /** Index of the record of a key, -1 when there is none; includes removed records. */
  #find(tenant: number, code: number, key: string): number {
    this.#hash(tenant, code, key)
    const words = this.#words
    for (let slot = this.#low & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = this.#slotsAt + slot * SLOT_WORDS
      const number = Atomics.load(words, at + 1)
      if (number === 0) return -1
      if (words[at] !== this.#high) continue
      const record = this.#entriesAt + (number - 1) * ENTRY_WORDS
      if (words[record + HASH_LOW] === this.#low && this.#isKey(record, tenant, code, key)) return record
    }
  }

  #isKey(record: number, tenant: number, code: number, key: string): boolean {
    const words = this.#words
    const shape = words[record + SHAPE] as number
    if (words[record + OF_TENANT] !== tenant || (shape & 0xffffff) !== (key.length | (code << 16))) return false
    const at = 4 * ((words[record + TEXT_AT] as number) >>> 0)
    for (let i = 0; i < key.length; i++) if (this.#text[at + i] !== codeAt(key, i)) return false
    return true
  }

  /** Uses the key's hash in `#low` and `#high`, as `#find` left it. Returns the index of the record. */
  #insert(tenant: number, code: number, key: string, worth: readonly number[], flags: number): number | null {
    const words = this.#words
    const number = words[ENTRIES] as number
    const textAt = words[TEXT_USED] as number
    const textWords = (key.length + 3) >>> 2
    if (number >= (words[ENTRIES_CAP] as number) || textAt + textWords > (words[TEXT_CAP] as number)) return null
    const record = this.#entriesAt + number * ENTRY_WORDS
    words.set([this.#low, this.#high, textAt, key.length | (code << 16) | (flags << 24), tenant, ...worth], record)
    for (let i = 0; i < key.length; i++) this.#text[4 * textAt + i] = codeAt(key, i)
    words[TEXT_USED] = textAt + textWords
    words[ENTRIES] = number + 1
    let slot = this.#low & this.#mask
    while (words[this.#slotsAt + slot * SLOT_WORDS + 1] !== 0) slot = (slot + 1) & this.#mask
    words[this.#slotsAt + slot * SLOT_WORDS] = this.#high
    Atomics.store(words, this.#slotsAt + slot * SLOT_WORDS + 1, number + 1)
    return record
  }

  #valueAt(record: number): string {
    const at = 4 * ((this.#words[record + TEXT_AT] as number) >>> 0)
    const length = (this.#words[record + SHAPE] as number) & 0xffff
    return Buffer.from(this.#text.slice(at, at + length)).toString('utf8')
  }

  /** Two 32-bit hashes, each by multiplication and rotation with the finish of MurmurHash3. */
  #hash(tenant: number, code: number, key: string): void {
    let low = Math.imul(this.#seed ^ tenant, 0x9e3779b1) ^ code
    let high = Math.imul(this.#seed + code, 0x85ebca6b) ^ tenant
    for (let i = 0; i < key.length; i++) {
      const unit = codeAt(key, i)
      low = Math.imul(low ^ unit, 0x01000193)
      low ^= low >>> 15
      high = Math.imul((high << 5) ^ (high >>> 27) ^ unit, 0x9e3779b1)
    }
    this.#low = finished(low)
    this.#high = finished(high ^ key.length)
  }
}

function finished(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) | 0
}

/** The value as a string of bytes: text beyond ASCII has one character for each byte of UTF-8. */
function keyOf(value: string): string {
  for (let i = 0; i < value.length; i++)
    if (codeAt(value, i) > 0x7f) {
      const key = Buffer.from(value, 'utf8').toString('latin1')
      assert(key.length <= 0xffff, 'a value is shorter than a record can say')
      return key
    }
  return value
}
