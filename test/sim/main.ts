/**
 * `npm run sim -- --seed N --steps M [--seeds K]`: simulates K worlds with seeds from N on; exits with status 1 if one
 * is wrong.
 */
import { parseArgs } from 'node:util'
import { simulate } from './run.ts'

const { values } = parseArgs({
  options: { seed: { type: 'string' }, steps: { type: 'string' }, seeds: { type: 'string' } },
})
const first = whole('seed', values.seed ?? '1')
const steps = whole('steps', values.steps ?? '3000')
const count = whole('seeds', values.seeds ?? '1')

let failed = 0
let batches = 0
for (let seed = first; seed < first + count; seed++) {
  const report = await simulate(seed, steps)
  batches += report.batches
  if (report.violations.length === 0) continue
  failed++
  process.stdout.write(`seed ${seed} is wrong:\n${report.violations.map((text) => `  ${text}\n`).join('')}`)
  process.stdout.write(`  replay: npm run sim -- --seed ${seed} --steps ${steps}\n`)
}
process.stdout.write(`${count} seeds from ${first}, ${steps} steps each, ${batches} batches sent: ${failed} wrong\n`)
process.exitCode = failed > 0 ? 1 : 0

function whole(name: string, text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name}: a whole number, not ${text}`)
  return number
}
