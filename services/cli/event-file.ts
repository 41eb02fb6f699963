/** Files of events as commands read them: whole, from a path or standard input, unpacked when the name ends in `.br`. */
import fs from 'node:fs'
import zlib from 'node:zlib'

const LF = 10

/** `-` is standard input. */
export function readBody(file: string): Buffer {
  const bytes = file === '-' ? fs.readFileSync(0) : fs.readFileSync(file)
  return file.endsWith('.br') ? zlib.brotliDecompressSync(bytes) : bytes
}

/** Events of a file that is one JSON value over several lines or an array; null for lines of events. */
export function wholeJson(body: Buffer): readonly unknown[] | null {
  const first = body
    .subarray(0, body.indexOf(LF) < 0 ? body.length : body.indexOf(LF))
    .toString()
    .trim()
  if (!/^[[{]/.test(first) || (first.startsWith('{') && first.endsWith('}') && body.indexOf(LF) > 0)) return null
  try {
    const value = JSON.parse(body.toString()) as unknown
    return Array.isArray(value) ? value : [value]
  } catch {
    return null
  }
}

/** Number of the line that an offset is in, counted from 1; offsets are asked for in ascending order. */
export function lineCounter(body: Buffer): (offset: number) => number {
  let line = 1
  let at = 0
  return (offset) => {
    for (let end = body.indexOf(LF, at); end >= 0 && end < offset; end = body.indexOf(LF, at)) {
      line++
      at = end + 1
    }
    return line
  }
}
