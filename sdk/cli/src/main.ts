/**
 * The command line over the API. `svc` passes commands that it does not have to this program; `svc-cli` is this program
 * alone.
 */
import process, { stderr, stdout } from 'node:process'
import { API_VERSION, ConnectionFailed, Problem } from '../../typescript/src/index.ts'
import { commandFirst } from './arguments.ts'
import { listHelp } from './help.ts'
import { operationOf, operations } from './operations.ts'
import { useProxyOfEnvironment } from './proxy.ts'
import { reasonOf, remedyOf } from './remedies.ts'
import { runOperation, statusOf } from './run.ts'
import { didYouMean } from './suggest.ts'
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
    return `no answer: ${reasonOf(error.cause)}\n${remedyOf(error.cause)}`
  const message = error instanceof Error ? error.message : String(error)
  const isOfOther = error instanceof Problem && (error.code === '' || error.detail === 'no such route')
  return isOfOther ? `${message}\nsvc doctor checks whether this is the address of the API` : message
}

async function run(typed: readonly string[]): Promise<number> {
  const args = commandFirst(typed)
  const [first = '', ...rest] = args[0] === 'api' ? args.slice(1) : args
  if (first === 'login') return (await import('./login.ts')).login(rest)
  if (first === 'enter') return (await import('./login.ts')).enter(rest)
  if (first === 'logout') return (await import('./login.ts')).logout(rest)
  if (first === 'profiles') return (await import('./login.ts')).listProfiles(rest)
  if (first === 'doctor') return (await import('./doctor.ts')).doctor(rest)
  if (first === 'apply') return (await import('./apply.ts')).apply(rest)
  if (first === 'pull') return (await import('./apply.ts')).pull(rest)
  if (first === '__complete') {
    const { completions } = await import('./completion.ts')
    return shown(
      completions(rest)
        .map((word) => `${word}\n`)
        .join(''),
    )
  }
  if (first === 'completion') {
    const { completionScript } = await import('./completion.ts')
    const script = completionScript(rest[0] ?? '')
    if (script === undefined) throw new UsageError('svc completion bash, zsh or fish')
    return shown(script)
  }
  if (first === 'man') {
    const { manPage } = await import('./man.ts')
    const page = manPage(rest, API_VERSION)
    if (page === undefined) throw new UsageError(`there is no command ${rest.join(' ')}${nearest(rest)}`)
    return shown(page)
  }
  const all = first === '' ? rest : [first, ...rest]
  const operation = operationOf(all)
  if (operation) return runOperation(operation, all.slice(operation.words.length))
  const words = all.slice(
    0,
    all.findIndex((word) => word.startsWith('-')) === -1 ? all.length : all.findIndex((word) => word.startsWith('-')),
  )
  if (words.length === 0) return shown(listHelp([]))
  if (isGroup(words)) return shown(listHelp(words))
  throw new UsageError(`there is no command ${words.join(' ')}${nearest(words)}`)
}

export function hasGroup(word: string): boolean {
  return isGroup([word])
}

function isGroup(words: readonly string[]): boolean {
  return operations().some((one) => words.every((word, at) => one.words[at] === word))
}

/** Suggests a word for an unknown first word. */
function nearest(words: readonly string[]): string {
  const good = words.findIndex((_, at) => !isGroup(words.slice(0, at + 1)))
  const known = operations().filter((one) => words.slice(0, good).every((word, at) => one.words[at] === word))
  return didYouMean(words[good] ?? '', [...new Set(known.map((one) => one.words[good] ?? ''))])
}

function shown(text: string): number {
  stdout.write(text)
  return 0
}

/** True for commands of this program, so that `svc` can pass them on. */
export function isRemote(typed: readonly string[]): boolean {
  const args = commandFirst(typed)
  const [first = ''] = args
  return (
    [
      'api',
      'login',
      'enter',
      'logout',
      'profiles',
      'doctor',
      'apply',
      'pull',
      'completion',
      'man',
      '__complete',
    ].includes(first) || operationOf(args) !== null
  )
}
