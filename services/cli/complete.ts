/** Completions of the commands that this program has beside those of the API. */
import type { Command } from 'commander'

/** Completions of the last word, which is being typed. */
export function ownCompletions(program: Command, words: readonly string[]): string[] {
  const typed = words.at(-1) ?? ''
  const flagAt = words.findIndex((word) => word.startsWith('-'))
  const before = words.slice(0, flagAt === -1 ? -1 : Math.min(flagAt, words.length - 1))
  let at: Command | undefined = program
  for (const word of before) {
    if (at === undefined || at.commands.length === 0) break
    at = at.commands.find((command) => command.name() === word)
  }
  const flags = at?.options.map(({ long }) => long ?? '') ?? []
  const names = flagAt === -1 ? (at?.commands.map((command) => command.name()) ?? []) : []
  return (typed.startsWith('-') ? flags : names).filter((word) => word !== '' && word.startsWith(typed))
}
