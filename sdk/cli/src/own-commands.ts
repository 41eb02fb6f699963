/** Help of the commands that are no operations of the API, and the error for a command that does not exist. */

import { didYouMean } from '../../../platform/suggest.ts'
import { isGroup, listHelp } from './help.ts'
import { operations } from './operations.ts'
import { OWN_COMMANDS, type OwnCommand } from './own-command-texts.ts'
import { UsageError } from './usage-error.ts'

export type OwnName = keyof typeof OWN_COMMANDS

export function isOwn(word: string): word is OwnName {
  return Object.hasOwn(OWN_COMMANDS, word)
}

/** The help of a command of this table. */
export function ownHelp(name: OwnName): string {
  const { usage, summary, details }: OwnCommand = OWN_COMMANDS[name]
  return `svc ${usage}\n\n${sentence(summary)}\n${details === undefined ? '' : `\n${details}`}`
}

/** The help of the program: these commands, then each operation of the API. */
export function programHelp(): string {
  const width = Math.max(...Object.keys(OWN_COMMANDS).map((name) => name.length))
  const lines = Object.entries(OWN_COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}\n`)
  return `${lines.join('')}\n${listHelp([])}`
}

/** The error for words that no command begins with; it suggests a word for the first that is unknown. */
export function noSuchCommand(words: readonly string[]): UsageError {
  const wrong = words.findIndex((_, at) => !isGroup(words.slice(0, at + 1)))
  const known = operations().filter((one) => words.slice(0, wrong).every((word, at) => one.words[at] === word))
  const names = [...(wrong === 0 ? Object.keys(OWN_COMMANDS) : []), ...known.map((one) => one.words[wrong] ?? '')]
  return new UsageError(`there is no command ${words.join(' ')}${didYouMean(words[wrong] ?? '', [...new Set(names)])}`)
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
