/** Help that commander does not write: commands of the API's client, and `svc help COMMAND`. */
import type { Command } from 'commander'
import { OWN_COMMANDS } from '../../sdk/cli/src/own-command-texts.ts'

const OVER_THE_API = 'Any installation, over its API:'
const BOTH_FORMS = `
When a command exists in both forms, --tenant reads the stores of this machine, and without it the command calls the
API. svc help COMMAND explains a command, svc --version prints the version.`

export function addHelp(program: Command): void {
  program.helpCommand(false).addHelpText('after', () => `\n${overTheApi(program)}\n${BOTH_FORMS}`)
}

/** Commands of the API's client, in the form of commander's own groups. */
function overTheApi(program: Command): string {
  const help = program.createHelp()
  help.prepareContext({ helpWidth: process.stdout.columns })
  const width = help.padWidth(program, help)
  const names = program.commands.map((command) => command.name())
  const lines = Object.entries(OWN_COMMANDS)
    .filter(([name]) => !names.includes(name))
    .map(([name, { summary }]) => help.formatItem(name, width, summary, help))
  return [OVER_THE_API, ...lines].join('\n')
}

/** `svc help X Y` is `svc X Y --help`, for commands of this machine and of the API alike. */
export function helpAsFlag(args: readonly string[]): string[] {
  const [first, ...rest] = args
  return first === 'help' ? [...rest, '--help'] : [...args]
}
