/**
 * Chaos for as long as one likes: `npm run chaos -- --rounds 50 [--seed 1] [--kafka] [--away 60]`, with a disk that fills
 * up: `npm run chaos -- --full-disk`, with a power cut: `npm run chaos -- --power-cut`, or with kills just before a process
 * writes, syncs or renames: `npm run chaos -- --at-syscalls [--rounds 20]`. Status 1 when a promise was broken.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { killAtSyscalls } from './at-syscalls.ts'
import { faultsOf } from './faults.ts'
import { fillDisk } from './full-disk.ts'
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
    'at-syscalls': { type: 'boolean' },
  },
})
const onDisk = values['full-disk'] ? fillDisk : values['power-cut'] ? cutPower : null
const rounds = onDisk ? 0 : Number(values.rounds ?? (values['at-syscalls'] ? 20 : 50))
const seed = Number(values.seed ?? randomInt(2 ** 31))
const tell = (line: string) => void process.stderr.write(`${line}\n`)

tell(`seed ${seed}`)
const rounded = () =>
  values['at-syscalls']
    ? killAtSyscalls(rounds, tell)
    : chaosRounds({ rounds, seed, tell, kafka: values.kafka ?? false, awaySeconds: Number(values.away ?? 0) })
const result = onDisk ? await onDisk(tell) : await rounded()
const faults = faultsOf(result)
const { ledger, ...figures } = result
console.log(JSON.stringify({ seed, rounds, ...figures, ledger, faults }))
for (const fault of faults) tell(`BROKEN: ${fault}`)
process.exitCode = faults.length === 0 ? 0 : 1
