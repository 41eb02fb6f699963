/**
 * The part of Markdown that people use in comments: bold, italic, code, lists and quotes. There are no links, because a
 * comment names addresses of attackers, and nobody should open one by mistake.
 */
export type Words = { readonly kind: 'plain' | 'bold' | 'italic' | 'code'; readonly text: string }

export type Block =
  | { readonly kind: 'lines' | 'quote'; readonly lines: readonly (readonly Words[])[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Words[])[] }
  | { readonly kind: 'code'; readonly text: string }

/** With the name of a language at most: code on the line of its marks is no fence. */
const FENCE = /^ {0,3}```\w*\s*$/
const BULLET = /^ {0,3}[-*+] +(?=\S)/
const NUMBER = /^ {0,3}\d{1,9}[.)] +(?=\S)/
const QUOTE = /^ {0,3}> ?/
/** Stars and underscores inside of words are parts of paths and names, such as `C:\*\a*` and `svc_backup`, and no marks. */
const MARKED =
  /`(?<code>[^`\n]+)`|\*\*(?<bold>[^*\n]+)\*\*|(?<=^|[\s(])(?<mark>[*_])(?<italic>[^*_\s][^*_\n]*)\k<mark>(?=$|[\s.,;:!?)])/g

const KINDS: readonly (readonly [RegExp, (lines: readonly string[]) => Block])[] = [
  [BULLET, (lines) => ({ kind: 'list', isOrdered: false, items: lines.map(wordsOf) })],
  [NUMBER, (lines) => ({ kind: 'list', isOrdered: true, items: lines.map(wordsOf) })],
  [QUOTE, (lines) => ({ kind: 'quote', lines: lines.map(wordsOf) })],
]

export function blocksOf(text: string): Block[] {
  const lines = text.split('\n')
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    const isFence = FENCE.test(line)
    const [mark, blockOf] = KINDS.find(([start]) => start.test(line)) ?? []
    const isOf = (one: string) =>
      isFence ? !FENCE.test(one) : mark ? mark.test(one) : one.trim() !== '' && !isMarked(one)
    const first = isFence ? at + 1 : at
    const end = endOf(lines, first, isOf)
    const own = lines.slice(first, end)
    if (isFence) blocks.push({ kind: 'code', text: own.join('\n') })
    else if (mark && blockOf) blocks.push(blockOf(own.map((one) => one.replace(mark, ''))))
    else if (own.length > 0) blocks.push({ kind: 'lines', lines: own.map(wordsOf) })
    // The end of a fence and an empty line belong to no block.
    at = isFence || end === at ? end + 1 : end
  }
  return blocks
}

const isMarked = (line: string): boolean => FENCE.test(line) || KINDS.some(([start]) => start.test(line))

function endOf(lines: readonly string[], first: number, isOf: (line: string) => boolean): number {
  const end = lines.findIndex((line, at) => at >= first && !isOf(line))
  return end === -1 ? lines.length : end
}

export function wordsOf(line: string): Words[] {
  const words: Words[] = []
  let at = 0
  for (const found of line.matchAll(MARKED)) {
    const { code, bold, italic = '' } = found.groups ?? {}
    if (found.index > at) words.push({ kind: 'plain', text: line.slice(at, found.index) })
    if (code !== undefined) words.push({ kind: 'code', text: code })
    else if (bold !== undefined) words.push({ kind: 'bold', text: bold })
    else words.push({ kind: 'italic', text: italic })
    at = found.index + found[0].length
  }
  if (at < line.length) words.push({ kind: 'plain', text: line.slice(at) })
  return words
}
