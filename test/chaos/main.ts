/**
 * Chaos for as long as one likes: `npm run chaos -- --rounds 50 [--seed 1] [--kafka] [--away 60]`, with a disk that fills
 * up: `npm run chaos -- --full-disk`, with a power cut: `npm run chaos -- --power-cut`, or with kills of the lake's engine in
 * the middle of inserts: `npm run chaos -- --mid-insert`. Status 1 when a promise was broken.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { faultsOf } from './faults.ts'
import { fillDisk } from './full-disk.ts'
import { killMidInsert } from './mid-insert.ts'
import { cutPower } from './power-cut.ts'
import { chaosRounds } from './rounds.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string' },
    kafka: { type: 'boolean' },
    away: { type: 'string' },
    'full-disk': { type: 'boolean' },
    'power-cut': { type: 'boolean' },
    'mid-insert': { type: 'boolean' },
  },
})
const trials = { 'full-disk': fillDisk, 'power-cut': cutPower, 'mid-insert': killMidInsert }
const trial = Object.entries(trials).find(([name]) => values[name as keyof typeof trials])?.[1]
const rounds = trial ? 0 : Number(values.rounds ?? 50)
const seed = Number(values.seed ?? randomInt(2 ** 31))
const tell = (line: string) => void process.stderr.write(`${line}\n`)

tell(`seed ${seed}`)
const rounded = () =>
  chaosRounds({ rounds, seed, tell, kafka: values.kafka ?? false, awaySeconds: Number(values.away ?? 0) })
const result = trial ? await trial(tell) : await rounded()
const faults = faultsOf(result)
const { ledger, ...figures } = result
console.log(JSON.stringify({ seed, rounds, ...figures, ledger, faults }))
for (const fault of faults) tell(`BROKEN: ${fault}`)
process.exitCode = faults.length === 0 ? 0 : 1
