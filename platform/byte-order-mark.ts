/** Detects a text's encoding by its byte order mark, with which Windows programs begin files. */

/** A UTF-16 decoder for the mark, which removes it from the text; null for any other text. */
export function markedDecoder(body: Buffer): TextDecoder | null {
  if (body[0] === 0xff && body[1] === 0xfe) return new TextDecoder('utf-16le')
  return body[0] === 0xfe && body[1] === 0xff ? new TextDecoder('utf-16be') : null
}

export function hasUtf8Mark(body: Buffer): boolean {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
}

/** The text in UTF-8 without its mark. */
export function unmarkedUtf8(body: Buffer): Buffer {
  if (hasUtf8Mark(body)) return body.subarray(3)
  const decoder = markedDecoder(body)
  return decoder === null ? body : Buffer.from(decoder.decode(body))
}
