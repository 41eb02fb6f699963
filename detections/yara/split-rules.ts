/**
 * Finds the rules of a source without compiling it, so that one bad rule can be left out and the others kept. It knows
 * no more of YARA than where texts, patterns, hex strings and comments begin and end. Linear in the source.
 */
export type RuleSpan = {
  readonly name: string
  readonly isGlobal: boolean
  /** Positions in the text, modifiers and the closing brace included. */
  readonly start: number
  readonly end: number
  readonly line: number
  /** Boolean meta entries: the engine's own answer does not distinguish true and false. */
  readonly flags: Readonly<Record<string, boolean>>
  /** Texts of the meta entries `severity` and `level`; signals use the first one that exists. */
  readonly severities: readonly string[]
  /** The texts that its meta entry `title` holds. */
  readonly titles: readonly string[]
  /** Nesting of brackets and prefix operators. */
  readonly nesting: number
}

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/|[A-Za-z_]\w*|[{}=:]|[^\S\n]+|\n|[\s\S]/g

type Token = { readonly text: string; readonly at: number; readonly line: number }

export function splitRules(source: string): readonly RuleSpan[] {
  const spans: RuleSpan[] = []
  const tokens = tokensOf(source)
  for (let i = 0; i < tokens.length; ) {
    const head = headAt(tokens, i)
    const end = head ? bodyEnd(tokens, head.next) : -1
    if (head && end > 0) spans.push(spanOf(tokens, i, head, end))
    i = head && end > 0 ? end + 1 : i + 1
  }
  return spans
}

function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = []
  let line = 1
  for (const { 0: text, index: at } of source.matchAll(TOKEN)) {
    if (!/^\s|^\/[/*]/.test(text)) tokens.push({ text, at, line })
    line += text === '\n' ? 1 : text.length > 1 ? text.split('\n').length - 1 : 0
  }
  return tokens
}

type Head = { readonly name: string; readonly isGlobal: boolean; readonly next: number }

/** `global private rule name`, in any order. */
function headAt(tokens: readonly Token[], at: number): Head | null {
  let i = at
  while (tokens[i]?.text === 'global' || tokens[i]?.text === 'private') i++
  const name = tokens[i + 1]?.text
  if (tokens[i]?.text !== 'rule' || name === undefined || !/^[A-Za-z_]/.test(name)) return null
  const isGlobal = tokens.slice(at, i).some(({ text }) => text === 'global')
  return { name, isGlobal, next: i + 2 }
}

/** The closing brace of the first opening one; hex strings nest inside. -1 when there is none. */
function bodyEnd(tokens: readonly Token[], from: number): number {
  let depth = 0
  for (let i = from; i < tokens.length; i++) {
    const text = tokens[i]?.text
    if (text === 'rule' && depth === 0) return -1
    if (text === '{') depth++
    if (text === '}' && --depth === 0) return i
  }
  return -1
}

function spanOf(tokens: readonly Token[], first: number, head: Head, last: number): RuleSpan {
  const [start, end] = [tokens[first], tokens[last]]
  return {
    name: head.name,
    isGlobal: head.isGlobal,
    start: start?.at ?? 0,
    end: (end?.at ?? 0) + 1,
    line: start?.line ?? 0,
    flags: flagsOf(tokens, head.next, last),
    severities: ['severity', 'level'].flatMap((name) => metaText(tokens, head.next, last, name)),
    titles: metaText(tokens, head.next, last, 'title').map((text) => text.replaceAll(/\\(["\\])/g, '$1')),
    nesting: nestingOf(tokens, head.next, last),
  }
}

const PREFIX: ReadonlySet<string> = new Set(['not', '-', '~'])

/**
 * Operators before an operand nest like brackets; of consecutive `-` each counts, because a subtraction has an operand
 * in between.
 */
function nestingOf(tokens: readonly Token[], from: number, to: number): number {
  let [deepest, open, prefixes] = [0, 0, 0]
  for (let i = from; i < to; i++) {
    const text = tokens[i]?.text ?? ''
    if (text === '(') open++
    if (text === ')') open--
    prefixes = PREFIX.has(text) ? prefixes + 1 : 0
    deepest = Math.max(deepest, open + prefixes)
  }
  return deepest
}

/** True when the meta entries of a rule end here. */
function isSection(tokens: readonly Token[], i: number): boolean {
  return tokens[i + 1]?.text === ':' && /^(strings|condition|variables)$/.test(tokens[i]?.text ?? '')
}

function metaText(tokens: readonly Token[], from: number, to: number, name: string): readonly string[] {
  for (let i = from; i < to && !isSection(tokens, i); i++) {
    const value = tokens[i + 2]?.text
    if (tokens[i]?.text === name && tokens[i + 1]?.text === '=' && value?.startsWith('"')) return [value.slice(1, -1)]
  }
  return []
}

function flagsOf(tokens: readonly Token[], from: number, to: number): Readonly<Record<string, boolean>> {
  const flags: Record<string, boolean> = Object.create(null)
  for (let i = from; i < to && !isSection(tokens, i); i++) {
    const value = tokens[i + 2]?.text
    const name = tokens[i]?.text
    if (name !== undefined && tokens[i + 1]?.text === '=' && (value === 'true' || value === 'false'))
      flags[name] = value === 'true'
  }
  return flags
}

/** The source with some rules replaced by spaces, so that the rest stays on its lines. */
export function withoutRules(source: string, spans: readonly RuleSpan[]): string {
  let text = ''
  let at = 0
  for (const { start, end } of spans) {
    text += source.slice(at, start) + source.slice(start, end).replace(/[^\n]/g, ' ')
    at = end
  }
  return text + source.slice(at)
}
