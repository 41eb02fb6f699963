/** Derives a value from the value at a field's path (`FieldPath.derive`). */
import type { Derive } from './event-view.ts'

/**
 * Matches a word of a command line: the text between blanks, where blanks inside double quotes belong to the word. A
 * quote after a backslash is an ordinary character, as in Windows (CommandLineToArgvW). Linear time, and RE2 gives the
 * same matches.
 */
export const ARGUMENT = String.raw`(?:\\\\|\\"|"(?:\\\\|\\"|[^"])*"?|[^ \t\r\n"])+`
/** Parts to strip from a word: its quotes, and backslashes that escape a character. The groups stay. */
export const ARGUMENT_QUOTES = String.raw`(\\\\)|\\(")|"`

const ARGUMENTS = new RegExp(ARGUMENT, 'g')
const QUOTES = new RegExp(ARGUMENT_QUOTES, 'g')

/**
 * Derives from a text, and from each item of a list; other values are returned unchanged, but `words` also takes
 * numbers and booleans. Undefined when the value has no such part; an empty list when a command line has no words, or
 * when no item of a list has such a part.
 */
export function derived(value: unknown, derive: Derive): unknown {
  if (!Array.isArray(value)) return ofLeaf(value, derive)
  return one(value.flatMap((item) => ofLeaf(item, derive)).filter((item) => item !== undefined))
}

function one(items: readonly unknown[]): unknown {
  return items.length === 1 ? items[0] : items
}

function ofLeaf(value: unknown, derive: Derive): unknown {
  if (typeof derive === 'object')
    return typeof value === 'object' || value === undefined ? value : wordOf(String(value), derive.words)
  return typeof value === 'string' ? ofText(value, derive) : value
}

function wordOf(text: string, words: Readonly<Record<string, string>>): string | undefined {
  return Object.hasOwn(words, text) ? words[text] : undefined
}

function ofText(text: string, derive: Exclude<Derive, object>): unknown {
  const slash = Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\'))
  switch (derive) {
    case 'lower':
      return text.toLowerCase()
    case 'basename':
      return text.slice(slash + 1)
    case 'dirname':
      return text.slice(0, Math.max(slash, 0))
    case 'extension':
      return extensionOf(text.slice(slash + 1))
    case 'arguments':
      return one(argumentsOf(text))
    case 'argument_count':
      return argumentsOf(text).length
  }
}

function extensionOf(name: string): string | undefined {
  const dot = name.lastIndexOf('.')
  return dot < 0 || dot === name.length - 1 ? undefined : name.slice(dot + 1)
}

function argumentsOf(line: string): readonly string[] {
  return (line.match(ARGUMENTS) ?? []).map((word) => word.replaceAll(QUOTES, '$1$2'))
}
