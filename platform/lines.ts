/** Lines of a byte stream; each byte is examined once, however long the line is and however the stream is chunked. */
const LINE_END = 0x0a

/** A line exceeded the caller's bound. Nothing after it was read. */
export class LineTooLong extends Error {
  readonly bytesMax: number

  constructor(bytesMax: number) {
    super(`a line has more than ${bytesMax} bytes`)
    this.bytesMax = bytesMax
  }
}

/**
 * Lines without their line ends; the last one may have none. Throws `LineTooLong` as soon as a line exceeds the bound,
 * also before its end has arrived.
 */
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
