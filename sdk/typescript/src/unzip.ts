/** Reads the files of a small ZIP archive by its central directory, in any runtime with DecompressionStream. */

/** Maximum unpacked bytes of all files. */
const UNPACKED_MAX = 512 * 1024 * 1024
const FILES_MAX = 16
const END = 0x06054b50
const END_BYTES = 22
const COMMENT_MAX = 65_535
const DIRECTORY = 0x02014b50
const LOCAL = 0x04034b50
const STORED = 0
const DEFLATED = 8

/** Null unless the file is a complete archive of a few files that agree with its directory. */
export async function unzip(zip: Uint8Array): Promise<ReadonlyMap<string, Uint8Array> | null> {
  try {
    return await filesOf(zip)
  } catch {
    return null // an offset outside of the archive, or data that cannot be decompressed
  }
}

async function filesOf(zip: Uint8Array): Promise<Map<string, Uint8Array> | null> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  let end = zip.length - END_BYTES
  while (end > 0 && end > zip.length - END_BYTES - COMMENT_MAX && view.getUint32(end, true) !== END) end--
  const count = view.getUint16(end + 10, true)
  if (view.getUint32(end, true) !== END || count > FILES_MAX) return null
  const files = new Map<string, Uint8Array>()
  let unpacked = 0
  let at = view.getUint32(end + 16, true)
  for (let n = 0; n < count; n++) {
    const method = view.getUint16(at + 10, true)
    const packedBytes = view.getUint32(at + 20, true)
    const bytes = view.getUint32(at + 24, true)
    const nameBytes = view.getUint16(at + 28, true)
    const local = view.getUint32(at + 42, true)
    const name = new TextDecoder().decode(zip.subarray(at + 46, at + 46 + nameBytes))
    unpacked += bytes
    if (view.getUint32(at, true) !== DIRECTORY || view.getUint32(local, true) !== LOCAL) return null
    if (unpacked > UNPACKED_MAX || files.has(name)) return null
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const packed = zip.subarray(begin, begin + packedBytes)
    if (method !== STORED && method !== DEFLATED) return null
    const content = method === STORED ? packed : await inflate(packed, bytes)
    if (content?.length !== bytes) return null
    files.set(name, content)
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return files
}

/** Null if the data is longer than the directory says. */
async function inflate(packed: Uint8Array, bytes: number): Promise<Uint8Array | null> {
  const stream = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const content = new Uint8Array(bytes)
  let length = 0
  for await (const part of stream as unknown as AsyncIterable<Uint8Array>) {
    if (length + part.length > bytes) return null
    content.set(part, length)
    length += part.length
  }
  return length === bytes ? content : null
}
