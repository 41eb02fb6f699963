import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Report, Steps } from '../../../control/detect/purple-team/hosts/host-runs.ts'
import { type HostRunShown, type Machine, type RunnerOptions, runHostRun } from './run-host-run.ts'
import { startedPrograms } from './shell-words.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-runner-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const machine = (): Machine => ({
  ...{ name: 'web-1', user: 'pat', platform: 'linux', isElevated: false, tempFolder: folder },
})
const STEPS: Steps = {
  ...{ executor: 'sh', command: 'echo ran', cleanup: null, needs_elevation: false },
  ...{ platforms: ['linux'], prerequisites: [] },
}

async function run(
  steps: Partial<Steps>,
  own: Partial<RunnerOptions> & { limit?: number; begun?: Partial<Steps> } = {},
) {
  const shown: string[] = []
  const reports: Report[] = []
  let began = 0
  const whole: HostRunShown = {
    ...{ id: 'r', host: 'web-1.acme.example', status: 'waiting', atomic_name: 'A test', technique_id: 'T1003.008' },
    ...{ limit_seconds: own.limit ?? 30, evidence: 'host', steps: { ...STEPS, ...steps } },
  }
  const api = {
    read: async () => whole,
    begin: async () => {
      began++
      return { ...whole, steps: { ...whole.steps, ...own.begun } }
    },
    report: async (report: Report) => void reports.push(report),
  }
  const options: RunnerOptions = {
    ...{ consent: async () => 'web-1', show: (text) => shown.push(text), getPrerequisites: false, allowed: null },
    ...{ stop: new AbortController().signal, ...own },
  }
  const outcome = await runHostRun(api, machine(), options).then(
    (isWhole) => ({ isWhole, refused: null as string | null }),
    (error: Error) => ({ isWhole: false, refused: error.message }),
  )
  return { ...outcome, shown: shown.join('\n'), report: reports[0], began }
}

test('everything that runs is shown before, and its output and its record are reported', async () => {
  const file = join(folder, 'made')
  const done = await run({ command: `echo seen; cat /dev/null > ${file}`, cleanup: `rm ${file}` })
  expect(done).toMatchObject({
    isWhole: true,
    began: 1,
    report: { error: null, test: { exit_code: 0, output: 'seen\n' } },
  })
  expect(done.shown).toContain(`cat /dev/null > ${file}`)
  expect(done.shown).toContain(`rm ${file}`)
  expect(done.report?.cleanup?.exit_code).toBe(0)
  expect(existsSync(file)).toBe(false)
  expect(done.report?.processes.map(({ image }) => image)).toEqual(
    expect.arrayContaining(['/bin/sh', expect.stringMatching(/\/cat$/)]),
  )
})

test.each([
  ['without consent', { consent: async () => 'yes' }, {}, /no consent/],
  ['for another platform', {}, { platforms: ['windows'] }, /is for windows/],
  ['without the rights that it needs', {}, { needs_elevation: true }, /administrator or root/],
  ['that the owner of the machine does not allow', { allowed: new Set(['T1059']) }, {}, /safe list/],
])('no command runs %s', async (_, options, steps, reason) => {
  expect(await run(steps, options)).toMatchObject({ began: 0, refused: expect.stringMatching(reason) })
})

test('commands that changed after they were shown are not run', async () => {
  const file = join(folder, 'made')
  const done = await run({}, { begun: { command: `touch ${file}`, cleanup: `touch ${file}` } })
  expect(done.report).toMatchObject({
    error: expect.stringMatching(/changed after they were shown/),
    test: null,
    cleanup: null,
  })
  expect(existsSync(file)).toBe(false)
})

test('a command that hangs is killed with its children, and the cleanup runs', async () => {
  const file = join(folder, 'cleaned')
  const pids = join(folder, 'pids')
  const command = `sleep 600 & echo $! > ${pids}; echo $$ >> ${pids}; sleep 600`
  const done = await run({ command, cleanup: `touch ${file}` }, { limit: 1 })
  expect(done).toMatchObject({ isWhole: false, report: { test: { timed_out: true, exit_code: null } } })
  expect(existsSync(file)).toBe(true)
  for (const pid of readFileSync(pids, 'utf8').trim().split('\n').map(Number)) expect(isAlive(pid)).toBe(false)
})

test('a runner that is interrupted ends the test, cleans up, and says so', async () => {
  const file = join(folder, 'cleaned')
  const stop = new AbortController()
  const began = join(folder, 'began')
  const going = run({ command: `touch ${began}; sleep 600`, cleanup: `touch ${file}` }, { stop: stop.signal })
  await expect.poll(() => existsSync(began), { timeout: 20_000 }).toBe(true)
  stop.abort()
  expect((await going).report?.error).toBe('the runner was interrupted')
  expect(existsSync(file)).toBe(true)
})

test('cleans up after a failed test, and reports its status', async () => {
  const file = join(folder, 'cleaned')
  const done = await run({ command: 'exit 3', cleanup: `touch ${file}` })
  expect(done.report).toMatchObject({ error: null, test: { exit_code: 3 }, cleanup: { exit_code: 0 } })
  expect(existsSync(file)).toBe(true)
})

test('installs missing prerequisites only on request', async () => {
  const file = join(folder, 'needed')
  const prerequisites = [
    { description: 'the file', executor: 'sh' as const, check: `test -f ${file}`, get: `touch ${file}` },
  ]
  const without = await run({ prerequisites, cleanup: `touch ${file}` })
  expect(without.report).toMatchObject({ error: 'a prerequisite is missing: the file', test: null, cleanup: null })
  expect(existsSync(file)).toBe(false)
  const done = await run({ prerequisites, cleanup: `rm ${file}` }, { getPrerequisites: true })
  expect(done.report).toMatchObject({ error: null, test: { exit_code: 0 }, cleanup: { exit_code: 0 } })
  expect(existsSync(file)).toBe(false)
})

test('output is bounded, and says that it was cut', async () => {
  const { report } = await run({ command: 'head -c 100000 /dev/zero | tr "\\0" x' })
  expect(report?.test).toMatchObject({ output_cut: true })
  expect(report?.test?.output).toHaveLength(16_384)
})

test('does not pass the runner’s credentials to the test', async () => {
  process.env.SVC_API_KEY = 'of-the-runner'
  const { report } = await run({ command: 'env' })
  delete process.env.SVC_API_KEY
  expect(report?.test?.output).not.toContain('of-the-runner')
  expect(report?.test?.output).toContain('PATH=')
})

test('programs of a command are found outside of quotes', () => {
  expect(startedPrograms('A=1 cat /etc/shadow | sort; echo "a; b" && id\n# no\n$(x)', 10)).toEqual([
    { program: 'cat', commandLine: 'cat /etc/shadow' },
    { program: 'sort', commandLine: 'sort' },
    { program: 'echo', commandLine: 'echo "a; b"' },
    { program: 'id', commandLine: 'id' },
  ])
})

function isAlive(pid: number): boolean {
  try {
    // A zombie (ended, not yet reaped by its parent) counts as ended.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
