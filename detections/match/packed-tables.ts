/** Text tables of fields as bytes, for a cache: building them takes several times as long as reading them. */
import { TextTable } from './field-tables.ts'
import { AnchoredTable, ContainsTable } from './literal-tables.ts'
import { RawFilter } from './raw-filter.ts'

type Tables = ReadonlyMap<number, TextTable>

/** The part of an array in the bytes behind the header. */
type Part = { readonly kind: 'words' | 'bytes'; readonly at: number; readonly length: number }
const WORD = 4

/** The length of a header in JSON, the header, and the arrays, each from a whole word on. */
export function packTables(tables: Tables): Buffer {
  const parts: Uint8Array[] = []
  let size = 0
  const put = (array: Int32Array | Uint8Array): Part => {
    const at = size
    parts.push(Buffer.from(array.buffer, array.byteOffset, array.byteLength))
    const gap = padding(array.byteLength)
    if (gap > 0) parts.push(new Uint8Array(gap))
    size += array.byteLength + gap
    return { kind: array instanceof Int32Array ? 'words' : 'bytes', at, length: array.length }
  }
  const plain = [...tables].map(([number, { forward, backward, anywhere, filter }]) => ({
    number,
    parts: { forward, backward, anywhere, filter: filter && new Uint8Array(filter.tables) },
  }))
  const header = Buffer.from(
    JSON.stringify(plain, (_, value: unknown) =>
      value instanceof Int32Array || value instanceof Uint8Array ? put(value) : value,
    ),
  )
  const length = Buffer.alloc(WORD)
  length.writeUInt32LE(header.length)
  return Buffer.concat([length, header, Buffer.alloc(padding(header.length)), ...parts])
}

/** Throws when the bytes are not in this form. The tables use the memory of the bytes. */
export function unpackTables(packed: Uint8Array): Tables {
  const bytes = packed.byteOffset % WORD === 0 ? packed : new Uint8Array(packed)
  const headerLength = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).readUInt32LE()
  const header = Buffer.from(bytes.buffer, bytes.byteOffset + WORD, headerLength).toString()
  const first = bytes.byteOffset + WORD + headerLength + padding(headerLength)
  const plain = JSON.parse(header, (_, value: unknown) =>
    isPart(value)
      ? new (value.kind === 'words' ? Int32Array : Uint8Array)(
          bytes.buffer as ArrayBuffer,
          first + value.at,
          value.length,
        )
      : value,
  ) as readonly { readonly number: number; readonly parts: PlainTable }[]
  return new Map(plain.map(({ number, parts }) => [number, tableOf(parts)]))
}

type PlainTable = Pick<TextTable, 'forward' | 'backward' | 'anywhere'> & { readonly filter: Uint8Array | null }

function tableOf({ forward, backward, anywhere, filter }: PlainTable): TextTable {
  return new TextTable({
    forward: forward && new AnchoredTable(forward),
    backward: backward && new AnchoredTable(backward),
    anywhere: anywhere && new ContainsTable(anywhere),
    filter: filter && new RawFilter(Buffer.from(filter.buffer, filter.byteOffset, filter.length)),
  })
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && 'kind' in value && 'at' in value
}

function padding(length: number): number {
  return (WORD - (length % WORD)) % WORD
}
