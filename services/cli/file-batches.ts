/** A file of events in batches: lines as NDJSON, a file that is one JSON value as it is. */
import fs from 'node:fs'

export type FileBatch = { readonly body: Buffer; readonly type: string; readonly bytes: number }

const LF = 10
/** A pretty-printed or array file is sent whole, up to what one request may hold. */
const WHOLE_BYTES_MAX = 16 * 2 ** 20

export async function* fileBatches(file: string, batchBytes: number): AsyncGenerator<FileBatch> {
  const whole = wholeJson(file)
  if (whole) {
    yield { body: whole, type: 'application/json', bytes: whole.length }
    return
  }
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of fs.createReadStream(file, { highWaterMark: batchBytes })) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    const end = bytes.lastIndexOf(LF) + 1
    if (end > 0) yield lines(bytes.subarray(0, end))
    rest = bytes.subarray(end)
  }
  if (rest.length > 0) yield lines(rest)
}

function lines(body: Buffer): FileBatch {
  return { body, type: 'application/x-ndjson', bytes: body.length }
}

/** The file when it is one JSON value over several lines; null for lines of events. */
function wholeJson(file: string): Buffer | null {
  if (fs.statSync(file).size > WHOLE_BYTES_MAX) return null
  const bytes = fs.readFileSync(file)
  const first = bytes
    .subarray(0, bytes.indexOf(LF) < 0 ? bytes.length : bytes.indexOf(LF))
    .toString()
    .trim()
  const isOneLineOfEvents = first.startsWith('{') && first.endsWith('}')
  if (isOneLineOfEvents || !/^[[{]/.test(first)) return null
  try {
    JSON.parse(bytes.toString())
    return bytes
  } catch {
    return null
  }
}
