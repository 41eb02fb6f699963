/** `svc purple run ID`: runs an atomic test from the API on this machine, with consent given here. */
import { readFileSync, statSync } from 'node:fs'
import { hostname, tmpdir, userInfo } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { AppError } from '../../../platform/errors.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import { clientOf } from '../../../sdk/cli/src/run.ts'
import { printable } from '../../../sdk/cli/src/table.ts'
import { request } from '../../../sdk/typescript/src/index.ts'
import { type HostRunShown, type Machine, runHostRun } from './run-host-run.ts'

export type PurpleRunOptions = {
  readonly consent?: string
  readonly getPrerequisites?: boolean
  readonly safeList?: string
  readonly profile?: string
  readonly apiUrl?: string
  readonly apiKey?: string
}

export async function runPurpleRun(id: string, options: PurpleRunOptions): Promise<void> {
  if (!isUuid(id)) throw new AppError('bad_request', 'give the id of the run')
  const client = clientOf(globalsOf(options))
  const path = `/api/v1/purple-team/host-runs/${id}`
  const ask = (method: string, step: string, body?: object): Promise<unknown> => {
    const content = body === undefined ? undefined : JSON.stringify(body)
    const media = body === undefined ? undefined : 'application/json'
    const reads = method === 'GET'
    return request(client, {
      method,
      path: path + step,
      headers: {},
      content,
      media,
      keyed: !reads,
      reads,
      isPublic: false,
    })
  }
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
  const hasRun = await runHostRun(
    {
      read: async () => (await ask('GET', '')) as HostRunShown,
      begin: async (machine) => (await ask('POST', '/begin', { machine })) as HostRunShown,
      report: (report) => ask('POST', '/report', report),
    },
    thisMachine(),
    {
      consent: (question) => (options.consent === undefined ? askHere(question) : Promise.resolve(options.consent)),
      show: (text) => process.stderr.write(`${printable(text, '\n\t')}\n`),
      getPrerequisites: options.getPrerequisites === true,
      allowed: options.safeList === undefined ? null : safeListIn(options.safeList),
      stop: stop.signal,
    },
  )
  if (!hasRun) process.exitCode = 1
}

function globalsOf({ profile, apiUrl, apiKey }: PurpleRunOptions) {
  const named = { ...(profile === undefined ? {} : { profile }), ...(apiKey === undefined ? {} : { apiKey }) }
  return { json: false, all: false, help: false, ...named, ...(apiUrl === undefined ? {} : { apiUrl }) }
}

function thisMachine(): Machine {
  const platform = process.platform === 'win32' ? 'windows' : process.platform === 'darwin' ? 'macos' : 'linux'
  const isElevated = process.getuid?.() === 0 || platform === 'windows' // Windows itself refuses what needs more
  return { name: hostname(), user: userInfo().username, platform, isElevated, tempFolder: tmpdir() }
}

/** A line for each technique or name of a test; `#` begins a remark. Others than its owner must not be able to write it. */
function safeListIn(file: string): ReadonlySet<string> {
  let text: string
  try {
    if (process.platform !== 'win32' && (statSync(file).mode & 0o022) !== 0)
      throw new AppError('forbidden', `${file} is writable by other users`)
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('bad_request', `${file} cannot be read`, { cause })
  }
  return new Set(
    text
      .split('\n')
      .map((line) => line.replace(/#.*/, '').trim())
      .filter((line) => line !== ''),
  )
}

async function askHere(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new AppError(
      'bad_request',
      'cannot ask for consent without a terminal: use --consent with the name of this machine',
    )
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}
