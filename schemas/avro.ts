/**
 * Avro values on the topics, in single-object encoding: two marker bytes, the writer schema's CRC-64-AVRO fingerprint,
 * the value (Avro specification 1.12, "Single-object encoding"). A value of an older writer stays readable: its schema
 * is kept as `<name>.<n>.avsc` beside the current `<name>.avsc`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import avro from 'avsc'
import { assert } from '../platform/assert.ts'

const FOLDER = new URL('./avro/', import.meta.url)
export const HEADER_BYTES = 10
/** The start value of CRC-64-AVRO, which is also its polynomial. */
const EMPTY = 0xc15d213aa4d7a795n

type Writer = {
  readonly name: string
  /** Null for the current version. */
  readonly version: number | null
  readonly type: avro.Type
  readonly header: Buffer
}

const writers = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.avsc'))
  .map(loadWriter)
const current = new Map(writers.filter((w) => w.version === null).map((w) => [w.name, w]))
const byFingerprint = new Map(writers.map((w) => [w.header.toString('latin1'), w]))
const resolvers = new Map<Writer, ReturnType<avro.Type['createResolver']>>()

export type AvroName =
  | 'event-batch'
  | 'normalized-events'
  | 'dead-letter'
  | 'ledger-entries'
  | 'signals'
  | 'rule-matches'
  | 'schema-drift'
  | 'control-change'
  | 'entity-change'
  | 'time-marks'
  | 'alert-drafts'
  | 'entity-observations'
  | 'anomalies'

/** Values are encoded here and then copied out; values larger than `PAGE_MAX` get memory of their own. */
let page = Buffer.allocUnsafeSlow(1 << 16)
const PAGE_MAX = 4 << 20

/** The whole value with its header. */
export function encodeAvro(name: AvroName, value: unknown): Buffer {
  const { header, type } = writerOf(name)
  const end = type.encode(value, page, HEADER_BYTES)
  if (end >= 0) {
    header.copy(page)
    return Buffer.from(page.subarray(0, end))
  }
  const bytes = page.length - end // the number of missing bytes
  if (bytes > PAGE_MAX) return Buffer.concat([header, type.toBuffer(value)])
  page = Buffer.allocUnsafeSlow(Math.min(PAGE_MAX, 2 * bytes))
  return encodeAvro(name, value)
}

/** Throws when the bytes are not a value of this name, written by any version of its schema. */
export function decodeAvro<T>(name: AvroName, bytes: Buffer): T {
  const writer = byFingerprint.get(bytes.toString('latin1', 0, HEADER_BYTES))
  if (writer?.name !== name) throw new TypeError(`not a ${name}: unknown Avro fingerprint`)
  const value = bytes.subarray(HEADER_BYTES)
  return (writer.version === null ? writer.type.fromBuffer(value) : decodeOld(writer, value)) as T
}

/** The ten bytes that start every value of this name; for hand-written codecs of hot records. `version` is an older one. */
export function avroHeader(name: AvroName, version: number | null = null): Buffer {
  if (version === null) return writerOf(name).header
  const older = writers.find((writer) => writer.name === name && writer.version === version)
  assert(older, `schema ${name}.${version} exists`)
  return older.header
}

function decodeOld(writer: Writer, value: Buffer): unknown {
  const reader = writerOf(writer.name as AvroName).type
  let resolver = resolvers.get(writer)
  if (!resolver) {
    resolver = reader.createResolver(writer.type)
    resolvers.set(writer, resolver)
  }
  return reader.fromBuffer(value, resolver)
}

function writerOf(name: AvroName): Writer {
  const writer = current.get(name)
  assert(writer, `schema ${name} exists`)
  return writer
}

function loadWriter(file: string): Writer {
  const [name, version] = file.replace(/\.avsc$/, '').split('.')
  assert(name, 'a schema file has a name')
  const schema = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))
  const type = avro.Type.forSchema(schema, { wrapUnions: false })
  return { name, type, version: version === undefined ? null : Number(version), header: headerOf(type) }
}

function headerOf(type: avro.Type): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16BE(0xc301)
  header.writeBigUInt64LE(crc64(Buffer.from(JSON.stringify(type.schema()))), 2)
  return header
}

/** CRC-64-AVRO of a schema in parsing canonical form, as the Avro specification defines it. */
export function crc64(bytes: Uint8Array): bigint {
  let fp = EMPTY
  for (const byte of bytes) fp = (fp >> 8n) ^ tableEntry((fp ^ BigInt(byte)) & 0xffn)
  return fp
}

function tableEntry(index: bigint): bigint {
  let fp = index
  for (let bit = 0; bit < 8; bit++) fp = (fp >> 1n) ^ (EMPTY & -(fp & 1n))
  return fp
}
