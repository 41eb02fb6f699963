/** Commands that ask an installation over its API, in place of the stores of this machine. */
import type { Command } from 'commander'
import { ownCompletions } from './complete.ts'

/** Commands that have others under their name, and run when they are typed alone. */
const COMMANDS_WITH_A_GROUP: ReadonlySet<string> = new Set(['lake'])

/**
 * Runs the command line when it names an operation of the API; returns false for a command of this program. For names
 * that both have, `--tenant` selects this program's command, which needs it.
 */
export async function runRemote(program: Command, args: readonly string[]): Promise<boolean> {
  const [first] = args
  if (first === '__complete') {
    const { completions } = await import('../../sdk/cli/src/completion.ts')
    const words = args.slice(1)
    const found = new Set([...ownCompletions(program, words), ...completions(words)])
    for (const word of [...found].sort()) process.stdout.write(`${word}\n`)
    return true
  }
  if (first === undefined || first.startsWith('-')) return false
  const own = commandOf(program, args)
  const needsTenant = own?.options.some(({ long, mandatory }) => long === '--tenant' && mandatory) ?? false
  if (own && (!needsTenant || args.some((arg) => /^(?:--tenant(?:=.*)?|--help|-h)$/s.test(arg)))) return false
  const { hasGroup, isRemote, runCli } = await import('../../sdk/cli/src/main.ts')
  const group = program.commands.find((command) => command.name() === first)
  const asksForHelp = args.slice(1).every((arg) => /^(?:--help|-h)$/.test(arg))
  if (args.length === 1 && COMMANDS_WITH_A_GROUP.has(first)) return false
  if (group && group.commands.length > 0 && asksForHelp && hasGroup(first)) {
    group.outputHelp()
    process.stdout.write('\nOperations of the API:\n')
    process.exitCode = await runCli([first])
    return true
  }
  if (group && !isRemote(args) && !(isSlip(group, args[1]) && hasGroup(first))) return false
  process.exitCode = await runCli(args)
  return true
}

/**
 * True for a word that is in neither group of commands. The API's group then reports it, because it has most of the
 * names.
 */
function isSlip(group: Command | undefined, word: string | undefined): boolean {
  if (!group || group.commands.length === 0 || word === undefined || /^(?:-|help$)/.test(word)) return false
  return group.commands.every((command) => command.name() !== word)
}

/** The command that the words lead to; undefined for a group, and for words that lead nowhere. */
function commandOf(program: Command, words: readonly string[]): Command | undefined {
  let at: Command | undefined = program
  for (const word of words) {
    if (at === undefined || at.commands.length === 0) break
    at = at.commands.find((command) => command.name() === word)
  }
  return at?.commands.length === 0 ? at : undefined
}
