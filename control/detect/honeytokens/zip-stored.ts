/**
 * A ZIP archive of a few small texts, not compressed (APPNOTE 6.3, version 2.0). Documents of offices are such archives.
 */
import { crc32 } from 'node:zlib'

type Entry = { readonly name: string; readonly text: string }

/** 1980-01-01: the earliest time that the format knows, so that equal documents are equal bytes. */
const DOS_DATE = 0x21
const VERSION = 20

export function zipStored(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, text } of entries) {
    const [label, data] = [Buffer.from(name), Buffer.from(text)]
    const local = Buffer.concat([header(0x04034b50, 30, label, data, 0), label, data])
    central.push(Buffer.concat([header(0x02014b50, 46, label, data, offset), label]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

/** Header of an entry: both kinds have the same fields, that of the directory two bytes later and with the offset. */
function header(signature: number, size: number, label: Buffer, data: Buffer, offset: number): Buffer {
  const made = Buffer.alloc(size)
  const isDirectory = size === 46
  const at = isDirectory ? 2 : 0
  made.writeUInt32LE(signature, 0)
  if (isDirectory) made.writeUInt16LE(VERSION, 4)
  made.writeUInt16LE(VERSION, 4 + at)
  made.writeUInt16LE(DOS_DATE, 12 + at)
  made.writeUInt32LE(crc32(data), 14 + at)
  made.writeUInt32LE(data.length, 18 + at)
  made.writeUInt32LE(data.length, 22 + at)
  made.writeUInt16LE(label.length, 26 + at)
  if (isDirectory) made.writeUInt32LE(offset, 42)
  return made
}
