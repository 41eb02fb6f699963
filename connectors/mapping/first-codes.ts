/**
 * The characters with which a text that matches a pattern may begin, derived from the pattern: a program that tests
 * many patterns needs only those that allow the text's first character. A part that is not understood allows any
 * character, so the set may be too large but never too small; a test compares it with the engine.
 */
import { codeAt } from '../../platform/code-at.ts'

/** 1 at the codes that may come first; the last place stands for all higher codes. */
export type FirstCodes = Uint8Array

const OTHERS = 128
export const PLACES = OTHERS + 1

/** Index of a text's first character; -1 for the empty text, which matches no pattern that has first codes. */
export function placeOf(text: string): number {
  return text === '' ? -1 : Math.min(codeAt(text, 0), OTHERS)
}

/**
 * Null when any text may match, the empty one included: for patterns that do not begin with `^`, and for those that are
 * not understood.
 */
export function firstCodes({ source, flags, ignoreCase }: RegExp): FirstCodes | null {
  // These flags change the syntax or the meaning of `^`.
  if (/[uvm]/.test(flags)) return null
  const reader = new Reader(source, ignoreCase)
  const first = reader.alternatives()
  return reader.isWhole && first.isAnchored && !first.isNullable ? first.codes : null
}

/**
 * Builds an index of a list whose members have a pattern: it returns the members that may match a text, in order. A
 * member without a pattern may match any text.
 */
export function byFirstCode<T>(
  all: readonly T[],
  beginsOf: (one: T) => RegExp | undefined,
): (text: string) => readonly T[] {
  const first = all.map((one) => {
    const begins = beginsOf(one)
    return begins ? firstCodes(begins) : null
  })
  const byPlace = Array.from({ length: PLACES }, (_, place) => all.filter((_, at) => first[at]?.[place] !== 0))
  const byNoText = all.filter((_, at) => first[at] === null)
  return (text) => byPlace[placeOf(text)] ?? byNoText
}

/**
 * The codes with which a part of a pattern may begin. A nullable part may match no character: then the first codes of
 * the next part count too.
 */
type First = { readonly codes: FirstCodes; readonly isNullable: boolean; readonly isAnchored: boolean }

const NOTHING: First = { codes: codesThat(() => false), isNullable: true, isAnchored: false }
const OPENING = /\((?:\?(?:[:=!]|<[=!]|<\w+>))?/y
const QUANTIFIER = /(?:([?*]|\{0(?:,\d*)?\})|\+|\{\d+(?:,\d*)?\})\??/y
const CLASS = /\[\^?(?:\\.|[^\]\\])*\]/y
const ESCAPE = /\\(?:x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|[^xucpPk1-9])/y
const ONE = /[^\\^$()[\]{}|*+?]/y

class Reader {
  readonly #source: string
  readonly #flags: string
  #at = 0
  #isKnown = true

  constructor(source: string, ignoresCase: boolean) {
    this.#source = source
    this.#flags = ignoresCase ? 'is' : 's'
  }

  /** True when the whole pattern was understood. */
  get isWhole(): boolean {
    return this.#isKnown && this.#at === this.#source.length
  }

  /**
   * Reads up to a closing parenthesis or the end. The recursion is safe, because only the tables' own patterns are
   * read.
   */
  alternatives(): First {
    let all = this.#sequence()
    while (this.#takes('|')) {
      const { codes, isNullable, isAnchored } = this.#sequence()
      all = {
        codes: either(all.codes, codes),
        isNullable: all.isNullable || isNullable,
        isAnchored: all.isAnchored && isAnchored,
      }
    }
    return all
  }

  #sequence(): First {
    let all = NOTHING
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at))) {
      const next = this.#quantified()
      if (!all.isNullable) continue
      all = {
        codes: either(all.codes, next.codes),
        isNullable: next.isNullable,
        isAnchored: all.isAnchored || next.isAnchored,
      }
    }
    return all
  }

  #quantified(): First {
    const one = this.#atom()
    const quantifier = this.#match(QUANTIFIER)
    return quantifier?.[1] === undefined ? one : { ...one, isNullable: true, isAnchored: false }
  }

  #atom(): First {
    if (this.#takes('^')) return { ...NOTHING, isAnchored: true }
    if (this.#takes('$')) return NOTHING
    const group = this.#match(OPENING)
    if (group) return this.#group(group[0])
    const one = this.#match(CLASS) ?? this.#match(ESCAPE) ?? this.#match(ONE)
    if (one) return this.#character(one[0])
    this.#isKnown = false
    this.#at = this.#source.length
    return NOTHING
  }

  #group(opening: string): First {
    const first = this.alternatives()
    this.#takes(')')
    const looksAround = /[=!]$/.test(opening)
    return looksAround ? NOTHING : first
  }

  /** The engine itself tests which characters a class, an escape or a letter matches. */
  #character(source: string): First {
    if (source === '\\b' || source === '\\B') return NOTHING
    return { codes: codesOf(source, this.#flags), isNullable: false, isAnchored: false }
  }

  #takes(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#source)
    if (found) this.#at = pattern.lastIndex
    return found
  }
}

/** Results by flags and source of a part: most patterns begin with the same few characters and classes. */
const known = new Map<string, FirstCodes>()

function codesOf(source: string, flags: string): FirstCodes {
  const key = `${flags} ${source}`
  let codes = known.get(key)
  if (!codes) {
    const pattern = new RegExp(`^${source}$`, flags)
    known.set(key, (codes = codesThat((text) => pattern.test(text))))
  }
  return codes
}

/** Characters above ASCII share one code, which is always set, because a class may contain some of them. */
function codesThat(isOne: (text: string) => boolean): FirstCodes {
  return Uint8Array.from({ length: PLACES }, (_, code) => (code === OTHERS || isOne(String.fromCharCode(code)) ? 1 : 0))
}

function either(a: FirstCodes, b: FirstCodes): FirstCodes {
  return a.map((code, at) => code | (b[at] ?? 0))
}
