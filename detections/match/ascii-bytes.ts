/** Long texts as bytes: a loop over bytes takes half the time of one over the units of a string. */

/** The last ASCII text that was copied. */
export const asciiBytes = Buffer.alloc(1 << 16)

/** Copying a shorter text takes longer than it saves. */
const LENGTH_MIN = 96

/**
 * Copies the text; returns false for a text that is short, too long for the buffer, or not all ASCII: the caller then
 * reads the text itself.
 */
export function putAscii(text: string): boolean {
  // A different number of bytes than units: the text was cut, or it is not all ASCII.
  return text.length >= LENGTH_MIN && asciiBytes.utf8Write(text, 0) === text.length
}
