/**
 * Chaos for as long as one likes: `npm run chaos -- --rounds 50 [--seed 1] [--kafka] [--away 60]`, with a disk that fills
 * up: `npm run chaos -- --full-disk`, with a power cut: `npm run chaos -- --power-cut`, with kills just before a process
 * writes, syncs or renames: `npm run chaos -- --at-syscalls [--rounds 20]`, with a disk that refuses such calls:
 * `npm run chaos -- --bad-disk [--rounds 20]`, or with a network that is cut between it and its servers:
 * `npm run chaos -- --network [--rounds 20] [--seed 1] [--kafka]`, or with three brokers of Kafka and two replicas of the
 * stages: `npm run chaos -- --brokers [--rounds 3] [--seed 1]`, or with a standby of Postgres that takes over behind a
 * pooler: `npm run chaos -- --standby [--rounds 5]`. Status 1 when a promise was broken.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { killAtSyscalls } from './at-syscalls.ts'
import { refuseCalls } from './bad-disk.ts'
import { killBrokers } from './brokers.ts'
import { faultsOf } from './faults.ts'
import { fillDisk } from './full-disk.ts'
import { cutNetwork } from './network.ts'
import { cutPower } from './power-cut.ts'
import { type ChaosResult, chaosRounds } from './rounds.ts'
import { failOver } from './standby.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string' },
    kafka: { type: 'boolean' },
    away: { type: 'string' },
    'full-disk': { type: 'boolean' },
    'power-cut': { type: 'boolean' },
    'at-syscalls': { type: 'boolean' },
    'bad-disk': { type: 'boolean' },
    network: { type: 'boolean' },
    brokers: { type: 'boolean' },
    standby: { type: 'boolean' },
  },
})
const seed = Number(values.seed ?? randomInt(2 ** 31))
const tell = (line: string) => void process.stderr.write(`${line}\n`)

tell(`seed ${seed}`)
const result = await run()
const faults = faultsOf(result)
const { ledger, ...figures } = result
console.log(JSON.stringify({ seed, ...figures, ledger, faults }))
for (const fault of faults) tell(`BROKEN: ${fault}`)
process.exit(faults.length === 0 ? 0 : 1) // A connection that a fault left half open would keep this process alive.

function run(): Promise<ChaosResult> {
  const rounds = (otherwise: number) => Number(values.rounds ?? otherwise)
  if (values['full-disk']) return fillDisk(tell)
  if (values['power-cut']) return cutPower(tell)
  if (values['at-syscalls']) return killAtSyscalls(rounds(20), tell)
  if (values['bad-disk']) return refuseCalls(rounds(20), tell)
  if (values.brokers) return killBrokers({ rounds: rounds(3), seed, tell })
  if (values.standby) return failOver({ rounds: rounds(5), seed, tell })
  const { kafka = false, away } = values
  if (values.network) return cutNetwork({ rounds: rounds(20), seed, tell, kafka })
  return chaosRounds({ rounds: rounds(50), seed, tell, kafka, awaySeconds: Number(away ?? 0) })
}
