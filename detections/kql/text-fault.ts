/**
 * Refuses texts that would take the parser too long, before it reads them: its time grows quadratically with nesting
 * depth and number of words.
 */
import { faultAt, type KqlFault } from './fault.ts'
import { KQL_LIMITS } from './limits.ts'

/** Strings (verbatim, quoted, in triple marks) and comments, numbers and commas, words, marks. */
const TOKEN =
  /```[\s\S]*?(?:```|$)|@"(?:[^"]|"")*"?|@'(?:[^']|'')*'?|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\/\/[^\n]*|\d\w*|,|[A-Za-z_$]\w*|[^\s\w]/g

/** Null when the text may be parsed. */
export function textFault(text: string): KqlFault | null {
  if (text.length > KQL_LIMITS.queryChars)
    return faultAt(text, 0, `the query is longer than ${KQL_LIMITS.queryChars} characters`)
  let depth = 0
  let words = 0
  let items = 0
  let pipes = 0
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '(' || token === '[' || token === '{') depth++
    else if (token === ')' || token === ']' || token === '}') depth = Math.max(0, depth - 1)
    if (depth > KQL_LIMITS.brackets)
      return faultAt(text, index, `brackets are open more than ${KQL_LIMITS.brackets} deep`)
    if (token === '|' && ++pipes > KQL_LIMITS.pipes)
      return faultAt(text, index, `the query has more than ${KQL_LIMITS.pipes} operators`)
    if (isItem(token)) items++
    else words++
    if (words > KQL_LIMITS.words)
      return faultAt(text, index, `the query has more than ${KQL_LIMITS.words} words and marks`)
    if (items > KQL_LIMITS.items)
      return faultAt(text, index, `the query has more than ${KQL_LIMITS.items} constants and commas`)
  }
  return null
}

/** A string without an end is no item: the parser reports each of those by itself. */
function isItem(token: string): boolean {
  return /^(?:[\d,]|\/\/)/.test(token) || /^@?(["']|```).*\1$/s.test(token)
}
