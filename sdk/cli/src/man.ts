/** The manual page, made from the declarations: `svc man | man -l -`. */
import { GLOBAL_HELP, operationHelp } from './help.ts'
import { type Operation, operations } from './operations.ts'
import { OWN_COMMANDS } from './own-command-texts.ts'

const STATUSES: readonly (readonly [string, string])[] = [
  ['0', 'done'],
  ['1', 'anything else'],
  ['2', 'wrong arguments; nothing was sent'],
  ['3', 'not signed in, or not allowed'],
  ['4', 'not found'],
  ['5', 'refused: a conflict or an invalid value'],
  ['6', 'temporarily unavailable: too many requests, or a service is down'],
  ['7', 'no answer'],
  ['130', 'interrupted'],
]

/**
 * The roff text of all commands, or of those that begin with these words, with their flags; undefined if there are
 * none.
 */
export function manPage(words: readonly string[], version: string): string | undefined {
  const under = operations().filter((one) => words.every((word, at) => one.words[at] === word))
  if (under.length === 0) return undefined
  const name = ['svc', ...words].join('-')
  return [
    `.TH ${escaped(name).toUpperCase()} 1 "" "svc ${escaped(version)}" "svc"`,
    '.SH NAME',
    escaped(`${name} - ${words.length === 0 ? 'the svc security-operations platform from a terminal' : title(under)}`),
    '.SH SYNOPSIS',
    `.B svc${words.map((word) => ` ${escaped(word)}`).join('')}`,
    '[COMMAND] [ARGUMENT...] [FLAGS]',
    ...(words.length === 0
      ? [
          '.SH COMMANDS',
          ...Object.values(OWN_COMMANDS).flatMap(({ usage, summary }) => term([usage, summary])),
          '.SH OPERATIONS OF THE API',
          ...under.flatMap(summaryOf),
        ]
      : under.flatMap(sectionOf)),
    '.SH FLAGS OF EVERY OPERATION',
    ...literal(GLOBAL_HELP),
    '.SH ENVIRONMENT',
    ...term([
      'SVC_API_URL, SVC_API_KEY',
      'an installation and a key for it; they go before what login keeps, and without a key whoever signed in at that address is used',
    ]),
    '.SH FILES',
    ...term(['~/.config/svc/credentials.json', 'what login keeps, readable by its owner alone']),
    '.SH EXIT STATUS',
    ...STATUSES.flatMap(term),
    '',
  ].join('\n')
}

function title(under: readonly Operation[]): string {
  return under.length === 1 ? (under[0]?.summary ?? '') : `${under.length} operations of the API`
}

function summaryOf({ words, arguments: names, summary }: Operation): string[] {
  return term([[...words, ...names.map((name) => `<${name}>`)].join(' '), summary])
}

function sectionOf(operation: Operation): string[] {
  const own = operationHelp(operation).replace(`\n${GLOBAL_HELP}`, '')
  return [`.SH "${escaped(operation.words.join(' ')).toUpperCase()}"`, ...literal(own)]
}

function term([name, text]: readonly [string, string]): string[] {
  return ['.TP', `.B ${escaped(name)}`, escaped(text)]
}

function literal(text: string): string[] {
  return ['.nf', ...text.trimEnd().split('\n').map(escaped), '.fi']
}

/** Escapes backslashes, hyphens, and a dot or quote at the start of a line, which have a meaning in roff. */
function escaped(text: string): string {
  const line = text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replaceAll(/[^\x20-\x7e]/gu, (character) => {
      const code = character.codePointAt(0)?.toString(16).toUpperCase() ?? ''
      return `\\[u${code.padStart(4, '0')}]`
    })
  return /^[.']/.test(line) ? `\\&${line}` : line
}
