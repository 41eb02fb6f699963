// Every check of the project: `npm test`. The tests run beside the others, which take turns. With arguments, which go to
// vitest, only those tests run: `npm test -- pipeline/stages/intake`.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { install, nodePath, root } from './bootstrap.mjs'

install()
const node = nodePath()
const args = process.argv.slice(2)

const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
/** As a person runs them by `npm run NAME`: a script that does not start is found here. */
const CHECKS = ['lint', 'types', 'boundaries', 'deadcode'].map((name) => {
  return { name: `npm run ${name}`, command: ['/bin/sh', '-c', scripts[name]], isQuiet: true }
})
/** Run by the project's own Node, from the packages as installed: no shell, nothing from PATH. */
const vitest = (...files) => [
  node,
  '--disable-warning=ExperimentalWarning',
  'node_modules/vitest/vitest.mjs',
  'run',
  ...files,
]
const TESTS = { name: 'tests', command: vitest(...args), isQuiet: false }

/** Where the tests leave which files had to be ended by force, when nothing else was wrong (`test/stuck-files.ts`). */
const STUCK_FILES = path.join(os.tmpdir(), `svc-stuck-files-${process.pid}`)
/** And which files failed, when they are few (`test/failed-files.ts`). */
const FAILED_FILES = path.join(os.tmpdir(), `svc-failed-files-${process.pid}`)
/** And what was skipped, and why (`test/skipped-tests.ts`). */
const SKIPPED_LINE = path.join(os.tmpdir(), `svc-skipped-${process.pid}`)

/** A test that spins cannot be timed out from inside. */
const STEP_MINUTES_MAX = 60

const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const child of running) end(child, signal)
    process.exit(1)
  })
}

const startedAt = performance.now()
const results = []
await Promise.all([oneByOne(args.length > 0 ? [] : CHECKS), oneByOne([TESTS])])
const skipped = claimed(SKIPPED_LINE)
process.stdout.write(`\n${results.join('\n')}\n`)
process.stdout.write(
  `${process.exitCode ? 'FAILED' : 'ok    '}  ${'everything'.padEnd(18)} ${seconds(startedAt).padStart(7)} s\n`,
)
if (skipped) process.stdout.write(`${skipped}\n`)

async function oneByOne(steps) {
  for (const step of steps) await judged(step)
}

async function judged(step) {
  const since = performance.now()
  let { code, output } = await runStep(step)
  const stuck = step === TESTS ? JSON.parse(claimed(STUCK_FILES) ?? '[]') : []
  if (code !== 0 && stuck.length > 0) {
    process.stdout.write(`\nSTUCK, and run once more: ${stuck.join(', ')}\n`)
    code = (await runStep({ ...step, command: vitest(...stuck) })).code
    results.push(`STUCK   ${stuck.map((file) => path.relative(root, file)).join(', ')}: see above where`)
  }
  const failed = step === TESTS ? JSON.parse(claimed(FAILED_FILES) ?? '[]') : []
  if (code !== 0 && failed.length > 0 && stuck.length === 0 && args.length === 0) {
    process.stdout.write(`\nFAILED, and run once more, alone: ${failed.join(', ')}\n`)
    code = (await runStep({ ...step, command: vitest(...failed) })).code
    claimed(FAILED_FILES)
    const names = failed.map((file) => path.relative(root, file)).join(', ')
    if (code === 0) results.push(`FLAKY   ${names}: failed, then passed alone. It is a fault to find: see above`)
  }
  const isFine = code === 0
  if (!isFine) process.stdout.write(output)
  results.push(`${isFine ? 'ok    ' : 'FAILED'}  ${step.name.padEnd(18)} ${seconds(since).padStart(7)} s`)
  process.stdout.write(`${results.at(-1)}\n`)
  if (!isFine) process.exitCode = 1
}

/**
 * Output of a quiet step is shown only when it fails. The step has its own process group, so that all of it can be
 * ended.
 */
function runStep({ command: [program, ...args], isQuiet }) {
  const child = spawn(program, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
    env: {
      // The seed is always the same: more values of it find nothing new. `npm run fuzz` has other seeds, and more of each.
      SVC_TEST_TIMES: '0.2',
      ...process.env,
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
      SVC_STUCK_FILES: STUCK_FILES,
      SVC_FAILED_FILES: FAILED_FILES,
      SVC_SKIPPED_LINE: SKIPPED_LINE,
    },
  })
  running.add(child)
  const hang = setTimeout(() => {
    process.stderr.write(`${program} ${args.join(' ')} did not end within ${STEP_MINUTES_MAX} minutes\n`)
    end(child, 'SIGKILL')
  }, STEP_MINUTES_MAX * 60_000)
  const chunks = []
  child.stdout?.on('data', (chunk) => chunks.push(chunk))
  child.stderr?.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: `${error}\n` }))
    child.on('close', (code) => {
      clearTimeout(hang)
      running.delete(child)
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() })
    })
  })
}

/** Reads and removes a file that a step has left; null when there is none. */
function claimed(file) {
  if (!fs.existsSync(file)) return null
  const text = fs.readFileSync(file, 'utf8')
  fs.rmSync(file)
  return text
}

function end(child, signal) {
  if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, signal)
}

function seconds(since) {
  return ((performance.now() - since) / 1000).toFixed(1)
}
