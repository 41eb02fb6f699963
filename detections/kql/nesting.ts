/** How deep a text nests, found out before it is parsed: the time of the parser grows with the square of it. */

/** Strings (verbatim, quoted, in triple marks) and comments are passed over. */
const TOKEN =
  /```[\s\S]*?(?:```|$)|@"(?:[^"]|"")*"?|@'(?:[^']|'')*'?|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\/\/[^\n]*|[([{]|[)\]}]/g

/** Where brackets are open more than `max` deep; null when nowhere. */
export function tooDeepAt(text: string, max: number): number | null {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '(' || token === '[' || token === '{') depth++
    else if (token === ')' || token === ']' || token === '}') depth = Math.max(0, depth - 1)
    if (depth > max) return index
  }
  return null
}
