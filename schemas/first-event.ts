/**
 * Which event a block of `svc.normalized_events` begins with. The columns that tell it are the first four of every layout:
 * tenant_id LowCardinality(String), event_uid UUID, time and ingest_time DateTime64(3).
 */
import { assert } from '../platform/assert.ts'
import { uuidText } from '../platform/uuid-text.ts'

export type FirstEvent = { readonly uid: string; readonly receivedMs: number }

/** Throws when the block is not one of events, or has no rows. */
export function firstEvent(block: Buffer): FirstEvent {
  const head = new Head(block)
  head.varint() // columns
  const rows = head.varint()
  assert(rows > 0, 'a block of events has rows')
  head.column('tenant_id', 'LowCardinality(String)')
  head.skip(16) // version and flags of the dictionary
  const [flags, keys] = [block.readUInt8(head.at - 8), head.uint64()]
  for (let i = 0; i < keys; i++) head.skip(head.varint())
  head.skip(8 + rows * 2 ** (flags & 3)) // an index a row
  head.column('event_uid', 'UUID')
  const uid = uuidAt(block, head.at)
  head.skip(16 * rows)
  head.column('time', 'DateTime64(3)')
  head.skip(8 * rows)
  head.column('ingest_time', 'DateTime64(3)')
  return { uid, receivedMs: Number(block.readBigInt64LE(head.at)) }
}

/** Two words of 64 bits, the lower byte of each first. */
function uuidAt(block: Buffer, at: number): string {
  return uuidText([at, at + 8].map((word) => block.readBigUInt64LE(word).toString(16).padStart(16, '0')).join(''))
}

class Head {
  at = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  skip(bytes: number): void {
    this.at += bytes
  }

  varint(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes.readUInt8(this.at++)
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }

  uint64(): number {
    this.skip(8)
    return Number(this.#bytes.readBigUInt64LE(this.at - 8))
  }

  column(name: string, type: string): void {
    for (const wanted of [name, type]) {
      const length = this.varint()
      const found = this.#bytes.latin1Slice(this.at, this.at + length)
      assert(found === wanted, `a block of events has ${wanted} here, not ${found}`)
      this.skip(length)
    }
  }
}
