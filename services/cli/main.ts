/** The command line. Its commands are declared in `commands/`, a file for each group of `svc --help`. */
import { readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { Command } from 'commander'
import { failureText } from '../process/failure-text.ts'
import { addCommands } from './commands/groups.ts'
import { addHelp, helpAsFlag } from './help.ts'
import { runRemote } from './remote.ts'

enableCompileCache() // a command is over before its code has been compiled twice

const program = new Command('svc').description('security operations platform')
program.configureHelp({ showGlobalOptions: true })
addCommands(program)
addHelp(program)

const args = helpAsFlag(process.argv.slice(2))
const [first, ...others] = args

try {
  // Some commands have an option of this name, so it cannot be declared for all of them.
  if (first === '--version' && others.length === 0) process.stdout.write(`${version()}\n`)
  else if (!(await runRemote(program, args))) await program.parseAsync(args, { from: 'user' })
} catch (error) {
  const text = failureText(error)
  if (text === null) throw error
  // Use cases name the body's member; the user typed an option.
  process.stderr.write(`svc: ${text.replace(/^body\.(\w+): /, '--$1: ')}\n`)
  process.exitCode = 1
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}
