/** Functions of a text and literal patterns (`plan/functions-pattern.ts`) as SQL of one leaf `x`. */
import { parseNetwork } from '../plan/cidr.ts'
import type { Value } from '../plan/expr.ts'
import { likeParts } from '../plan/like.ts'
import { regexFlags } from '../plan/regex.ts'
import { cidrSql } from './compile-cidr.ts'
import { likeSql, regexFault, regexSql } from './compile-test.ts'
import { hasText, textOf } from './leaf-functions.ts'

type Compiled = { readonly sql: (leaf: string) => string } | { readonly refused: string }

/** Null for functions that take no patterns. */
export function compilePattern(name: string, args: readonly Value[]): Compiled | null {
  if (name !== 'like' && name !== 'regex' && name !== 'cidrMatch' && name !== 'extract') return null
  const texts = args.map((arg) => (arg.kind === 'literal' && arg.value !== null ? String(arg.value) : null))
  const known = texts.filter((text) => text !== null)
  if (known.length < texts.length) return { refused: `${name} with an unknown pattern` }
  if (!known.every((text) => text.isWellFormed())) return { refused: `${name} with half a surrogate pair` }
  if (name === 'like') return anyOf(known.map((text) => (leaf) => likeSql(leaf, likeParts(text))))
  if (name === 'regex') return regex(known)
  if (name === 'extract') return { refused: 'the function extract has no SQL form' }
  if (!known.every((text) => parseNetwork(text))) return { refused: 'cidrMatch needs a valid network' }
  return anyOf(known.map((text) => (leaf) => cidrSql(leaf, text)))
}

function regex([source = '', letters = '']: readonly string[]): Compiled {
  const flags = regexFlags(letters)
  const fault = flags === null ? 'flags of a regular expression' : regexFault(source, flags)
  if (flags === null || fault !== null) return { refused: fault ?? '' }
  return anyOf([(leaf) => regexSql(leaf, source, flags)])
}

function anyOf(tests: readonly ((text: string) => string)[]): Compiled {
  const sql = (leaf: string) => {
    const held = tests.map((test) => test(textOf(leaf))).join(' OR ')
    return `if(${hasText(leaf)}, if(${held}, 'btrue', 'bfalse'), 'z')`
  }
  return { sql }
}
