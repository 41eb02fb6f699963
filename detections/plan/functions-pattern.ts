/** Functions of a text and literal patterns; what is common to all functions stands in `functions.ts`. */
import { parseNetwork } from './cidr.ts'
import type { FunctionSpec } from './function-spec.ts'
import { compileLike, likeParts } from './like.ts'
import { compileRegex, type Regex, regexFlags } from './regex.ts'
import { type Scalar, toText } from './scalar.ts'

type Fault = { readonly fault: string }
type Compiled = ((subject: Scalar) => Scalar) | Fault

const pattern = (min: number, max: number, compile: (patterns: readonly Scalar[]) => Compiled): FunctionSpec => ({
  kind: 'pattern',
  min,
  max,
  compile,
})

const unknown = (): null => null

export const PATTERN_FUNCTIONS: Readonly<Record<string, FunctionSpec>> = {
  /** like(a, pattern, ...): whether all of a fits any pattern of `*` (any run) and `?` (one character). */
  like: pattern(2, 1024, (patterns) => anyOf(patterns, (text) => compileLike(likeParts(text)))),
  /** regex(a, pattern, flags?): whether a holds a match anywhere; flags of `i`, `m`, `s`. RE2 syntax. */
  regex: pattern(2, 3, ([source = null, flags = '']) => regexTest(source, flags)),
  /** extract(a, pattern, group): the text of a group of the first match; unknown without one. */
  extract: pattern(3, 3, ([source = null, group = null]) => extract(source, group)),
  /** cidrMatch(a, network, ...): true when an address is in any network; false when a is not an address. */
  cidrMatch: pattern(2, 1024, (networks) =>
    anyOf(networks, (text) => parseNetwork(text)?.contains ?? notNetwork(text)),
  ),
}

const notNetwork = (text: string): Fault => ({ fault: `'${text.slice(0, 60)}' is not a network` })

/** An unknown pattern makes the answer unknown, as an unknown subject does. */
function anyOf(patterns: readonly Scalar[], compile: (text: string) => ((text: string) => boolean) | Fault): Compiled {
  const tests: ((text: string) => boolean)[] = []
  for (const one of patterns) {
    const text = toText(one)
    if (text === null) return unknown
    const test = compile(text)
    if (typeof test !== 'function') return test
    tests.push(test)
  }
  return ofText((text) => tests.some((test) => test(text)))
}

function ofText(apply: (text: string) => Scalar): (subject: Scalar) => Scalar {
  return (subject) => {
    const text = toText(subject)
    return text === null ? null : apply(text)
  }
}

function regexTest(source: Scalar, flags: Scalar): Compiled {
  return withRegex(source, toText(flags) ?? '', (regex) => ofText((text) => regex.test(text)))
}

function extract(source: Scalar, group: Scalar): Compiled {
  if (typeof group !== 'number') return { fault: 'the group is not a number' }
  return withRegex(source, '', (regex) => ofText((text) => regex.group(text, group)))
}

function withRegex(source: Scalar, letters: string, then: (regex: Regex) => Compiled): Compiled {
  const text = toText(source)
  if (text === null) return unknown
  const flags = regexFlags(letters)
  if (flags === null) return { fault: `'${letters.slice(0, 20)}' are not flags of a regular expression` }
  const regex = compileRegex(text, flags)
  return 'fault' in regex ? regex : then(regex)
}
