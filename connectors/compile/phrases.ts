/**
 * Sentences that programs and devices write, as templates: `Failed {method} for {user*} from {ip} port {port}`. What
 * stands in braces is a word; with a star it may hold spaces, and runs as far as the rest of the sentence allows, so
 * that a name with ` from ` in it cannot pass for an address. `...` at the end takes whatever follows.
 */
import { FieldList, setLast } from '../formats/field-list.ts'

export type Phrases = Readonly<Record<string, string | readonly string[]>>
export type Said = Record<string, string>

/** Longer texts are left as they are: they are no sentences. */
const TEXT_MAX = 4096
const WORD_MAX = 512
const WORDS_MAX = 1024

type Template = {
  readonly kind: string
  /** Null when a value is in it: then any first word may begin the sentence. */
  readonly firstWord: string | null
  /** Its longest words: a text without them does not fit, which is told faster than by the pattern. */
  readonly mark: string
  readonly pattern: RegExp
  readonly names: readonly string[]
}

/** Gives the values by name and the template's key as `kind`; null when no template fits. The first that fits counts. */
export function phraseReader(...lists: readonly Phrases[]): (text: string) => Said | null {
  const templates = lists
    .flatMap(Object.entries<Phrases[string]>)
    .flatMap(([kind, of]) => [of].flat().map((template) => compiled(kind, template)))
  const words = new Set(templates.map(({ firstWord }) => firstWord).filter((word) => word !== null))
  const starting = (word: string | null) =>
    templates.filter(({ firstWord }) => firstWord === null || firstWord === word)
  const byWord = new Map([...words].map((word) => [word, starting(word)]))
  const others = starting(null)
  return (text) => {
    if (text.length > TEXT_MAX) return null
    const space = text.indexOf(' ')
    for (const template of byWord.get(space === -1 ? text : text.slice(0, space)) ?? others) {
      const found = text.includes(template.mark) ? template.pattern.exec(text) : null
      if (found) return saidBy(template, found)
    }
    return null
  }
}

function saidBy({ kind, names }: Template, found: RegExpExecArray): Said {
  said.clear()
  said.add('kind', kind)
  addGroups(names, found)
  return said.toFields(setLast) as Said
}

/** The groups of a pattern by name, without those that found nothing. */
export function groupsOf(names: readonly string[], found: readonly (string | undefined)[]): Said {
  said.clear()
  addGroups(names, found)
  return said.toFields(setLast) as Said
}

const said = new FieldList()

function addGroups(names: readonly string[], found: readonly (string | undefined)[]): void {
  for (let i = 0; i < names.length; i++) {
    const value = found[i + 1]
    if (value !== undefined && value !== '') said.add(names[i] as string, value)
  }
}

function compiled(kind: string, template: string): Template {
  const names: string[] = []
  let mark = ''
  const isOpen = template.endsWith('...')
  const body = isOpen ? template.slice(0, -3) : template
  const pattern = body
    .split(/(\{\w+\*?\})/)
    .map((part) => {
      const value = /^\{(\w+)(\*?)\}$/.exec(part)
      if (!value) {
        if (part.length > mark.length) mark = part
        return part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
      }
      names.push(value[1] as string)
      return value[2] === '*' ? `(.{0,${WORDS_MAX}})` : `(\\S{0,${WORD_MAX}}?)`
    })
    .join('')
  const [word = ''] = body.split(' ', 1)
  const isSplit = body.includes(' ') && !word.includes('{')
  const whole = new RegExp(`^${pattern}${isOpen ? '' : '$'}`, 's')
  return { kind, firstWord: isSplit ? word : null, mark, pattern: whole, names }
}
