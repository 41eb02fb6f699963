/** Long texts as bytes: loops over bytes take half the time of loops over the units of a string. */

/** The ASCII text that was put last. */
export const asciiBytes = Buffer.alloc(1 << 16)

/** Copying a shorter text takes longer than it saves. */
const LENGTH_MIN = 96

/**
 * False for a text that is short, longer than the copy may be, or not all ASCII: the caller then reads the text itself.
 */
export function putAscii(text: string): boolean {
  // Fewer or more bytes than units: not all of it is there, or not all of it is ASCII.
  return text.length >= LENGTH_MIN && asciiBytes.utf8Write(text, 0) === text.length
}
