/** Unicode simple case folding (CaseFolding.txt, status C and S): one code point becomes one code point. */

const ASCII = /^[\0-\x7f]*$/

/** The common form of all its case variants, with the same length in UTF-16 units. */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  let folded = ''
  for (const char of text) folded += foldChar(char)
  return folded
}

/**
 * `toLowerCase` alone knows neither the long s nor the final sigma; going through upper case finds them. Characters
 * whose upper case is several characters have no simple folding that way, and the dotless i folds to itself.
 */
function foldChar(char: string): string {
  if (char <= '\x7f') return char.toLowerCase()
  if (char === 'ı' || char === 'İ') return char
  const upper = char.toUpperCase()
  const lower = (isOne(upper) ? upper : char).toLowerCase()
  return isOne(lower) ? lower : char
}

function isOne(text: string): boolean {
  const code = text.codePointAt(0)
  return code !== undefined && text.length === (code > 0xffff ? 2 : 1)
}
