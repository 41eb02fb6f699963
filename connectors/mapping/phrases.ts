/**
 * Sentences of programs and devices, as templates: `Failed {method} for {user*} from {ip} port {port}`. A name in
 * braces stands for a word; with a star it may hold spaces, and runs as far as the rest of the sentence allows, so that
 * a name with ` from ` in it cannot pass for an address. `...` at the end takes any rest: a word before it ends at the
 * next space, without the mark that stands there. `template.ts` reads them.
 */
import { FieldList, setLast } from '../formats/field-list.ts'
import { readTemplate, type Template, templateOf } from './template.ts'

export type Phrases = Readonly<Record<string, string | readonly string[]>>
export type PhraseValues = Record<string, string>

/** Longer texts are not sentences and are left as they are. */
const TEXT_MAX = 4096

type Phrase = {
  readonly kind: string
  /** The word with which each text of the template begins; null when that word contains a value. */
  readonly firstWord: string | null
  /**
   * Words that every text of the template contains: the longest, the longest with a bracket or quote, and the last.
   * Their absence is the fastest test.
   */
  readonly mark: string
  readonly keen: string
  readonly end: string
  readonly template: Template
}

type Read = (text: string) => PhraseValues | null

/**
 * Reads the values by name, with the template's key as `kind`; null when no template fits. The first that fits counts.
 * The templates are compiled with the first text, because a process sees the sentences of few programs.
 */
export function phraseReader(...lists: readonly Phrases[]): Read {
  let reader: Read | null = null
  return (text) => {
    reader ??= sentenceReader(lists)
    return reader(text)
  }
}

/** Like `phraseReader`, but it compiles the templates at once: used for tables whose sentences a tenant wrote. */
export function sentenceReader(lists: readonly Phrases[]): Read {
  const phrases = lists
    .flatMap(Object.entries<Phrases[string]>)
    .flatMap(([kind, of]) => [of].flat().map((sentence) => phraseOf(kind, sentence)))
  const words = new Set(phrases.map(({ firstWord }) => firstWord).filter((word) => word !== null))
  const starting = (word: string | null) => phrases.filter(({ firstWord }) => firstWord === null || firstWord === word)
  const byWord = new Map([...words].map((word) => [word, starting(word)]))
  const others = starting(null)
  return (text) => {
    if (text.length > TEXT_MAX) return null
    const space = text.indexOf(' ')
    for (const { kind, mark, keen, end, template } of byWord.get(space === -1 ? text : text.slice(0, space)) ??
      others) {
      if (!text.endsWith(end) || !text.includes(mark) || !text.includes(keen)) continue
      fields.clear()
      fields.add('kind', kind)
      if (readTemplate(template, text, fields)) return fields.toFields(setLast) as PhraseValues
    }
    return null
  }
}

/** The groups of a pattern by name, without those that matched nothing. */
export function groupsOf(names: readonly string[], found: readonly (string | undefined)[]): PhraseValues {
  fields.clear()
  for (let i = 0; i < names.length; i++) {
    const value = found[i + 1]
    if (value !== undefined && value !== '') fields.add(names[i] as string, value)
  }
  return fields.toFields(setLast) as PhraseValues
}

const fields = new FieldList()

function phraseOf(kind: string, sentence: string): Phrase {
  const template = templateOf(sentence)
  const longest = (of: readonly string[]) => of.reduce((best, one) => (one.length > best.length ? one : best), '')
  const mark = longest(template.marks)
  const keen = longest(template.marks.filter((one) => /[()<>[\]"']/.test(one)))
  const end = template.isOpen ? '' : (template.marks.at(-1) as string)
  const [word = ''] = sentence.split(' ', 1)
  const isSplit = sentence.includes(' ') && !word.includes('{')
  return { kind, firstWord: isSplit ? word : null, mark, keen, end, template }
}
