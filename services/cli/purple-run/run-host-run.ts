/**
 * Runs an atomic test on this machine: shows what would run, asks a person here for consent, registers the run with the
 * API, checks the prerequisites, runs the test, always cleans up, and reports the result.
 */
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Executor,
  isSameHost,
  PURPLE_LIMITS,
  type Report,
  type Steps,
} from '../../../control/detect/purple-team/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { type CommandResult, type Running, runCommand } from './run-command.ts'
import { startedPrograms } from './shell-words.ts'

export type HostRunShown = {
  readonly id: string
  readonly host: string
  readonly status: string
  readonly atomic_name: string
  readonly technique_id: string
  readonly limit_seconds: number
  readonly evidence: 'host' | 'runner'
  readonly steps: Steps
}

/** The API as a runner needs it. */
export type RunnerApi = {
  read(): Promise<HostRunShown>
  begin(machine: string): Promise<HostRunShown>
  report(report: Report): Promise<unknown>
}

export type Machine = {
  readonly name: string
  readonly user: string
  readonly platform: 'linux' | 'macos' | 'windows'
  readonly isElevated: boolean
  readonly tempFolder: string
}

export type RunnerOptions = {
  /** Asks a person here; gives the words that they typed. */
  readonly consent: (question: string) => Promise<string>
  readonly show: (text: string) => void
  readonly getPrerequisites: boolean
  /** Techniques and names of tests that the owner of this machine allows; null leaves it to the platform. */
  readonly allowed: ReadonlySet<string> | null
  readonly stop: AbortSignal
  readonly retryMs?: number
}

const REPORT_TRIES = 5

/** True when the test ran to its end. Throws `conflict` and `forbidden` before anything runs. */
export async function runHostRun(api: RunnerApi, machine: Machine, options: RunnerOptions): Promise<boolean> {
  const run = await api.read()
  refuseUnfit(run, machine, options)
  options.show(shownText(run))
  const typed = await options.consent(`type ${machine.name} to run this here: `)
  if (typed.trim() !== machine.name) throw new AppError('forbidden', 'no consent: nothing was run')
  const begun = await api.begin(machine.name)
  const report = sameSteps(run, begun)
    ? await runSteps(begun, machine, options)
    : { error: 'the commands changed after they were shown: nothing was run', ...NOTHING }
  await reportSurely(api, report, options)
  options.show(outcomeText(report))
  return report.error === null && report.test?.timed_out === false
}

const NOTHING = { test: null, cleanup: null, processes: [] }
const sameSteps = (a: HostRunShown, b: HostRunShown) => JSON.stringify(a.steps) === JSON.stringify(b.steps)

function refuseUnfit(
  { host, status, steps, technique_id: technique, atomic_name: name }: HostRunShown,
  machine: Machine,
  options: RunnerOptions,
): void {
  const refuse = (reason: string) => new AppError('conflict', reason)
  if (status !== 'waiting') throw refuse(`this run is ${status}`)
  if (!isSameHost(host, machine.name)) throw refuse(`this run is for ${host}, and this machine is ${machine.name}`)
  if (!steps.platforms.includes(machine.platform))
    throw refuse(`the test is for ${steps.platforms.join(', ')}, and this is ${machine.platform}`)
  if (steps.needs_elevation && !machine.isElevated) throw refuse('the test needs an administrator or root')
  if (options.allowed !== null && !options.allowed.has(technique) && !options.allowed.has(name))
    throw new AppError('forbidden', `neither ${technique} nor the name of the test is on the safe list of this machine`)
}

/** Everything that would run, with nothing that steers a terminal. */
function shownText({ atomic_name: name, technique_id: technique, steps, limit_seconds: limit }: HostRunShown): string {
  const block = (title: string, text: string | null) =>
    text === null ? [] : [`${title}:`, ...text.split('\n').map((line) => `    ${line}`)]
  return [
    `${technique} ${name}`,
    `each command may take ${limit} s`,
    ...steps.prerequisites.flatMap(({ description, check, get }) => [
      ...block(`prerequisite check (${description})`, check),
      ...block('  installed with --get-prerequisites', get),
    ]),
    ...block(`runs with ${steps.executor}`, steps.command),
    ...(steps.cleanup === null ? ['no cleanup'] : block('cleanup', steps.cleanup)),
  ].join('\n')
}

async function runSteps(
  { steps, limit_seconds: seconds }: HostRunShown,
  machine: Machine,
  options: RunnerOptions,
): Promise<Report> {
  const cwd = mkdtempSync(join(machine.tempFolder, 'svc-purple-'))
  const processes: Report['processes'] = []
  const outputChars = PURPLE_LIMITS.outputChars
  const run = (executor: Executor, command: string, more: object = {}) =>
    runCommand(executor, command, { limitMs: seconds * 1000, cwd, outputChars, stop: options.stop, ...more })
  let test: CommandResult | null = null
  let error: string | null = null
  let hasChanged = false
  try {
    for (const { description, executor, check, get } of steps.prerequisites) {
      if ((await run(executor, check)).exit_code === 0) continue
      if (get !== null && options.getPrerequisites) {
        hasChanged = true
        await run(executor, get)
        if ((await run(executor, check)).exit_code === 0) continue
      }
      error = `a prerequisite is missing: ${description || check}`.slice(0, 1000)
      break
    }
    if (error === null && !options.stop.aborted) {
      hasChanged = true
      const onStart = (running: Running) => processes.push(...recordOf(running, steps, machine))
      test = await run(steps.executor, steps.command, { onStart })
    }
    if (options.stop.aborted) error = 'the runner was interrupted'
  } catch (cause) {
    error = `it could not be run: ${cause instanceof Error ? cause.message : 'unknown'}`.slice(0, 1000)
  }
  // The cleanup has its own time limit, and also runs after the runner was interrupted.
  let cleanup: CommandResult | null = null
  if (steps.cleanup !== null && hasChanged)
    cleanup = await run(steps.executor, steps.cleanup, { stop: undefined }).catch((cause: unknown) => {
      error ??= `the cleanup could not be run: ${cause instanceof Error ? cause.message : 'unknown'}`.slice(0, 1000)
      return null
    })
  rmSync(cwd, { recursive: true, force: true })
  return { error, test, cleanup, processes: processes.slice(0, PURPLE_LIMITS.processes) }
}

/** The shell itself, and the programs that its text names and that this machine has. */
function recordOf({ pid, image, commandLine, at }: Running, steps: Steps, { user }: Machine): Report['processes'] {
  const cut = (text: string, chars: number) => text.replaceAll('\0', '').slice(0, chars)
  const of = (path: string, line: string, parent: string, id: number) => ({
    ...{ image: cut(path, 500), command_line: cut(line, 4000), parent_image: cut(parent, 500), user: cut(user, 200) },
    ...{ pid: id, at: at.toISOString() },
  })
  const programs = startedPrograms(steps.command, PURPLE_LIMITS.processes - 1).flatMap(
    ({ program, commandLine: line }) => {
      const path = pathOf(program)
      return path === null ? [] : [of(path, line, image, 0)]
    },
  )
  return [of(image, commandLine, process.execPath, pid), ...programs]
}

function pathOf(program: string): string | null {
  if (/[/\\]/.test(program)) return program
  const names = process.platform === 'win32' ? [`${program}.exe`, program] : [program]
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of names) {
      const path = join(folder, name)
      try {
        accessSync(path, constants.X_OK)
        return path
      } catch {
        // Not in this folder: the next one of PATH is tried.
      }
    }
  return null
}

/** The test has run: a report that does not get through is tried again, and shown in the end. */
async function reportSurely(api: RunnerApi, report: Report, { show, retryMs = 1_000 }: RunnerOptions): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await api.report(report)
      return
    } catch (error) {
      // An answer may have been lost on its way: the report itself is there.
      const kept = await api.read().catch(() => null)
      if (kept?.status === 'done' || kept?.status === 'failed') return
      if (tries < REPORT_TRIES) {
        await delay(retryMs * 2 ** (tries - 1))
        continue
      }
      show(`the report could not be delivered: ${JSON.stringify(report)}`)
      throw error
    }
  }
}

function outcomeText({ error, test, cleanup }: Report): string {
  const of = (name: string, result: CommandResult | null) =>
    result === null
      ? `${name}: not run`
      : `${name}: ${result.timed_out ? 'stopped at its time limit' : `exit status ${result.exit_code ?? 'unknown'}`}, ${result.seconds.toFixed(1)} s`
  return [of('test', test), of('cleanup', cleanup), ...(error === null ? [] : [`failed: ${error}`])].join('\n')
}
