/**
 * Runs all property tests in rounds with different seeds: `npm run fuzz -- [--rounds 10] [--times 5] [PATH...]`. Exits
 * with status 1 after the first round with a failure; the printed seed replays it.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

const ROOT = path.join(import.meta.dirname, '../..')
const VITEST = path.join(ROOT, 'node_modules/vitest/vitest.mjs')

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string' }, times: { type: 'string' } },
  allowPositionals: true,
})
const rounds = Number(values.rounds ?? 10)
const times = values.times ?? '5'
const isWanted = (file: string) => positionals.length === 0 || positionals.some((part) => file.includes(part))
const files = propertyFiles().filter(isWanted)
if (files.length === 0) {
  process.stderr.write(`no file with properties has ${positionals.join(' or ')} in its path\n`)
  process.exit(1)
}
for (let round = 1; round <= rounds; round++) {
  const seed = `${randomInt(2 ** 31)}`
  process.stdout.write(
    `round ${round} of ${rounds}: SVC_TEST_SEED=${seed} SVC_TEST_TIMES=${times}, ${files.length} files\n`,
  )
  const env = { ...process.env, SVC_TEST_SEED: seed, SVC_TEST_TIMES: times }
  const args = [VITEST, 'run', '--reporter=dot', '--testTimeout=1800000', ...files]
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

function propertyFiles(): string[] {
  const exclude = ['**/node_modules', '.cache', 'data']
  const tests = fs.globSync('**/*.test.ts', { cwd: ROOT, exclude })
  return tests.filter((file) => /fast-check|source-tests/.test(fs.readFileSync(path.join(ROOT, file), 'utf8'))).sort()
}
