/**
 * Object container files of Avro 1.11 ("Object Container Files"). The schema is written exactly as given: `avsc` drops
 * attributes that it does not know, but Iceberg finds fields of its manifests by their `field-id`.
 */
import { randomBytes } from 'node:crypto'
import avro from 'avsc'
import { AppError } from '../../platform/errors.ts'

const MAGIC = Buffer.from('Obj\x01', 'latin1')
const SYNC_BYTES = 16
/** Rows of a block. */
const BLOCK_ROWS = 1_000

const META = avro.Type.forSchema({ type: 'map', values: 'bytes' })
const LONG = avro.Type.forSchema('long')

export function writeAvroFile(
  schema: object,
  metadata: Readonly<Record<string, string>>,
  rows: readonly unknown[],
): Buffer {
  const type = avro.Type.forSchema(schema as avro.Schema)
  const texts = { 'avro.schema': JSON.stringify(schema), 'avro.codec': 'null', ...metadata }
  const meta = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, Buffer.from(value)]))
  const sync = randomBytes(SYNC_BYTES)
  const parts = [MAGIC, META.toBuffer(meta), sync]
  for (let at = 0; at < rows.length; at += BLOCK_ROWS) {
    const block = rows.slice(at, at + BLOCK_ROWS)
    const data = Buffer.concat(block.map((row) => type.toBuffer(row)))
    parts.push(LONG.toBuffer(block.length), LONG.toBuffer(data.length), data, sync)
  }
  return Buffer.concat(parts)
}

/** Rows of a file that `writeAvroFile` wrote. Throws `conflict` for one that is broken. */
export function readAvroFile<T>(file: Buffer): T[] {
  if (!file.subarray(0, MAGIC.length).equals(MAGIC)) throw broken()
  const meta = decoded<Record<string, Buffer>>(META, file, MAGIC.length)
  const type = avro.Type.forSchema(JSON.parse(meta.value['avro.schema']?.toString() ?? 'null') as avro.Schema)
  const sync = file.subarray(meta.offset, meta.offset + SYNC_BYTES)
  const rows: T[] = []
  for (let at = meta.offset + SYNC_BYTES; at < file.length; ) {
    const count = decoded<number>(LONG, file, at)
    const bytes = decoded<number>(LONG, file, count.offset)
    let row = { offset: bytes.offset }
    for (let left = count.value; left > 0; left--) {
      const found = decoded<T>(type, file, row.offset)
      rows.push(found.value)
      row = found
    }
    at = row.offset + SYNC_BYTES
    const isWhole = row.offset === bytes.offset + bytes.value
    if (!isWhole || !file.subarray(row.offset, at).equals(sync)) throw broken()
  }
  return rows
}

function decoded<T>(type: avro.Type, file: Buffer, at: number): { value: T; offset: number } {
  const { value, offset } = type.decode(file, at)
  if (offset < 0) throw broken()
  return { value: value as T, offset }
}

const broken = () => new AppError('conflict', 'a manifest of the archive is broken')
