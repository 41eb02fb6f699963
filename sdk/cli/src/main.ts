/**
 * The command line over the API. `svc` passes commands that it does not have to this program; `svc-cli` is this program
 * alone.
 */
import process, { stderr, stdout } from 'node:process'
import { API_VERSION, ConnectionFailed, Problem } from '../../typescript/src/index.ts'
import { commandFirst, parseTyped } from './arguments.ts'
import { isGroup, listHelp } from './help.ts'
import { operationOf } from './operations.ts'
import { isOwn, noSuchCommand, type OwnName, ownHelp, programHelp } from './own-commands.ts'
import { unusedProxy, useProxyOfEnvironment } from './proxy.ts'
import { reasonOf, remedyOf } from './remedies.ts'
import { runOperation, statusOf } from './run.ts'
import { UsageError } from './usage-error.ts'

/** Returns the exit status of the process. */
export async function runCli(args: readonly string[]): Promise<number> {
  useProxyOfEnvironment(process.env)
  endWithStdout()
  try {
    return await run(args)
  } catch (error) {
    stderr.write(`${messageOf(error)}\n`)
    return statusOf(error)
  }
}

/** A reader that closes early (`| head -1`) is not an error; a full disk is. */
function endWithStdout(): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') stderr.write(`the output cannot be written: ${error.message}\n`)
    process.exit(1)
  })
}

/**
 * The message for an error: for a failed connection the same as in `svc doctor`; for a response of another server a
 * hint.
 */
function messageOf(error: unknown): string {
  if (error instanceof ConnectionFailed && error.cause instanceof Error)
    return [`no answer: ${reasonOf(error.cause)}`, remedyOf(error.cause), ...unusedProxy(process.env)].join('\n')
  const message = error instanceof Error ? error.message : String(error)
  const isOfOther = error instanceof Problem && (error.code === '' || error.detail === 'no such route')
  return isOfOther ? `${message}\nsvc doctor checks whether this is the address of the API` : message
}

async function run(typed: readonly string[]): Promise<number> {
  const args = commandFirst(typed)
  const all = args[0] === 'api' ? args.slice(1) : args[0] === 'help' ? [...args.slice(1), '--help'] : args
  const [first = '', ...rest] = all
  if (first === '__complete') {
    const { completions } = await import('./completion.ts')
    return shown(
      completions(rest)
        .map((word) => `${word}\n`)
        .join(''),
    )
  }
  if (isOwn(first)) return rest.some(isHelp) ? shown(ownHelp(first)) : RUN[first](rest)
  const operation = operationOf(all)
  if (operation) return runOperation(operation, all.slice(operation.words.length))
  if (/^(?:--version|-v|-V|version)$/.test(first) && rest.length === 0) return shown(`${API_VERSION}\n`)
  const flagAt = all.findIndex((word) => word.startsWith('-'))
  const words = flagAt === -1 ? all : all.slice(0, flagAt)
  if (words.length > 0 && !isGroup(words)) throw noSuchCommand(words)
  const { flags, positional } = parseTyped(all.slice(words.length), () => false)
  const [flag] = flags.keys()
  if (flag !== undefined || positional.length > 0)
    throw new UsageError(
      `${flag === undefined ? positional[0] : `--${flag}`} belongs after the words of a command: svc alerts list --limit 5`,
    )
  return shown(words.length > 0 ? listHelp(words) : args[0] === 'api' ? listHelp([]) : programHelp())
}

/** Each loads its code when it runs, so that no command waits for that of another. */
const RUN: Readonly<Record<OwnName, (args: readonly string[]) => Promise<number>>> = {
  login: async (args) => (await import('./login.ts')).login(args),
  enter: async (args) => (await import('./login.ts')).enter(args),
  logout: async (args) => (await import('./login.ts')).logout(args),
  profiles: async (args) => (await import('./login.ts')).listProfiles(args),
  api: async () => shown(listHelp([])),
  apply: async (args) => (await import('./apply.ts')).apply(args),
  pull: async (args) => (await import('./apply.ts')).pull(args),
  doctor: async (args) => (await import('./doctor.ts')).doctor(args),
  completion: async ([shell = '']) => {
    const script = (await import('./completion.ts')).completionScript(shell)
    if (script === undefined) throw new UsageError('svc completion bash, zsh or fish')
    return shown(script)
  },
  man: async (words) => {
    const page = (await import('./man.ts')).manPage(words, API_VERSION)
    if (page === undefined) throw noSuchCommand(words)
    return shown(page)
  },
}

function shown(text: string): number {
  stdout.write(text)
  return 0
}

function isHelp(arg: string): boolean {
  return arg === '--help' || arg === '-h'
}

export function hasGroup(word: string): boolean {
  return isGroup([word])
}

/** True for commands of this program, so that `svc` can pass them on. */
export function isRemote(typed: readonly string[]): boolean {
  const args = commandFirst(typed)
  const [first = ''] = args
  return first === '__complete' || isOwn(first) || operationOf(args) !== null
}
