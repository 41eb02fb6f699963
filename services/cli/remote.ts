/** Commands that ask an installation over its API, in place of the stores of this machine. */
import type { Command } from 'commander'

/**
 * Runs what is typed where it is an operation of the API, and gives false where it is a command of this program. Of the
 * names that both have, the one with `--tenant` is this program's, which needs it.
 */
export async function runRemote(program: Command, args: readonly string[]): Promise<boolean> {
  const [first] = args
  if (first === undefined || first.startsWith('-')) return false
  const own = commandOf(program, args)
  const needsTenant = own?.options.some(({ long, mandatory }) => long === '--tenant' && mandatory) ?? false
  if (own && (!needsTenant || args.some((arg) => /^(?:--tenant(?:=.*)?|--help|-h)$/s.test(arg)))) return false
  const { isRemote, runCli } = await import('../../sdk/cli/src/main.ts')
  const isKnownHere = program.commands.some((command) => command.name() === first) || first === 'help'
  if (isKnownHere && !isRemote(args)) return false
  process.exitCode = await runCli(args)
  return true
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
