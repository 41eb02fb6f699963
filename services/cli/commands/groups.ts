/** All commands of the command line, in the order of `svc --help`: by the work that they are for. */
import type { Command } from 'commander'
import type { CommandGroup } from './command.ts'
import { CUSTOMERS } from './customers.ts'
import { DETECT } from './detect.ts'
import { INTAKE } from './intake.ts'
import { PROGRAMS } from './programs.ts'
import { PROOF } from './proof.ts'
import { RESPOND } from './respond.ts'
import { RUN } from './run.ts'
import { SEARCH } from './search.ts'
import { STORES } from './stores.ts'

const GROUPS: readonly CommandGroup[] = [RUN, INTAKE, SEARCH, DETECT, RESPOND, CUSTOMERS, PROOF, STORES, PROGRAMS]

export function addCommands(program: Command): void {
  for (const { heading, add } of GROUPS) {
    const earlier = program.commands.length
    add(program)
    for (const added of program.commands.slice(earlier)) added.helpGroup(heading)
  }
}
