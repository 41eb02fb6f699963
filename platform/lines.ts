/** Lines of a stream of bytes, each looked at once however long it is and however it is cut. */
const LINE_END = 0x0a

/** A line that is longer than whoever reads it can take. Nothing behind it was read. */
export class LineTooLong extends Error {
  readonly bytesMax: number

  constructor(bytesMax: number) {
    super(`a line has more than ${bytesMax} bytes`)
    this.bytesMax = bytesMax
  }
}

/** Without their ends; the last one may have none. Throws `LineTooLong`, also for a line whose end is not there yet. */
export async function* linesIn(stream: AsyncIterable<unknown>, bytesMax: number): AsyncGenerator<Buffer> {
  let open: Buffer[] = []
  let openBytes = 0
  for await (const part of stream) {
    const chunk = Buffer.isBuffer(part) ? part : Buffer.from(part as Uint8Array)
    let from = 0
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      if (openBytes + end - from > bytesMax) throw new LineTooLong(bytesMax)
      const piece = chunk.subarray(from, end)
      yield open.length === 0 ? piece : Buffer.concat([...open, piece])
      open = []
      openBytes = 0
      from = end + 1
    }
    if (from === chunk.length) continue
    open.push(chunk.subarray(from))
    openBytes += chunk.length - from
    if (openBytes > bytesMax) throw new LineTooLong(bytesMax)
  }
  if (openBytes > 0) yield Buffer.concat(open)
}
