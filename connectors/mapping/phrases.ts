/**
 * Sentences of programs and devices, as templates: `Failed {method} for {user*} from {ip} port {port}`. A name in
 * braces stands for a word; with a star it may hold spaces, and runs as far as the rest of the sentence allows, so that
 * a name with ` from ` in it cannot pass for an address. `...` at the end takes any rest: a word before it ends at the
 * next space, without the mark that stands there. `template.ts` reads them.
 */
import { FieldList, setLast } from '../formats/field-list.ts'
import { readTemplate, type Template, templateOf } from './template.ts'

export type Phrases = Readonly<Record<string, string | readonly string[]>>
export type Said = Record<string, string>

/** Longer texts are not sentences and are left as they are. */
const TEXT_MAX = 4096

type Phrase = {
  readonly kind: string
  /** Null when a value is in it: then any first word may begin the sentence. */
  readonly firstWord: string | null
  /**
   * Its longest words, the longest with a bracket or quote, and the last: the fastest test is that a text lacks one of
   * them.
   */
  readonly mark: string
  readonly keen: string
  readonly end: string
  readonly template: Template
}

type Read = (text: string) => Said | null

/**
 * Gives the values by name and the template's key as `kind`; null when no template fits. The first that fits counts. The
 * templates are read with the first text: a process meets the sentences of few programs.
 */
export function phraseReader(...lists: readonly Phrases[]): Read {
  let reader: Read | null = null
  return (text) => {
    reader ??= sentenceReader(lists)
    return reader(text)
  }
}

/** As `phraseReader`, with the templates read at once: of tables whose sentences a tenant wrote. */
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
      if (readTemplate(template, text, fields)) return fields.toFields(setLast) as Said
    }
    return null
  }
}

/** The groups of a pattern by name, without those that found nothing. */
export function groupsOf(names: readonly string[], found: readonly (string | undefined)[]): Said {
  fields.clear()
  for (let i = 0; i < names.length; i++) {
    const value = found[i + 1]
    if (value !== undefined && value !== '') fields.add(names[i] as string, value)
  }
  return fields.toFields(setLast) as Said
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
