/** How the command line declares a command. */
import { type Command, Option } from 'commander'
import { outliveReaders } from '../../process/closed-output.ts'
import { applyGlobals } from '../globals.ts'
import { failWithoutStdout } from '../stdout-faults.ts'

/** Commands under one heading of `svc --help`, in the order in which `add` declares them. */
export type CommandGroup = { readonly heading: string; readonly add: (program: Command) => void }

export const FORMAT = ['--format <name>', 'table, or TSV, CSV, either WithNames, JSON, JSONEachRow', 'table'] as const

/** Long-running commands: they outlive the reader of their stdout. */
const RUNS_ON: ReadonlySet<string> = new Set(['up', 'demo', 'start <roles...>'])

export function command(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .addOption(new Option('--data <dir>', 'data folder of the instance').env('SVC_DATA_DIR'))
    .addOption(new Option('--port-offset <n>', 'added to every port').env('SVC_PORT_OFFSET'))
    .hook('preAction', (_, action) => {
      applyGlobals(action.optsWithGlobals())
      if (RUNS_ON.has(name)) outliveReaders()
      else failWithoutStdout()
    })
}
