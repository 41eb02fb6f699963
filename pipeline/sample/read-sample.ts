/**
 * Reads samples of events for outsiders, in a thread: a small sample of many short lines takes seconds, and the process
 * serves all tenants meanwhile.
 *
 * bound   CPU time of one sample, and of the samples of a tenant
 */
import { assert } from '../../platform/assert.ts'
import { type FairLimits, FairThread } from '../../platform/fair-thread.ts'
import { InvalidInput, invalid } from '../../platform/invalid-input.ts'
import type { Proposal } from './propose.ts'
import type { SampleReading } from './reading.ts'
import type { OwnTable, SampleAnswer, SampleQuestion } from './sample-thread.ts'

export const SAMPLE_THREAD: FairLimits = {
  /** @bound CPU time to read one sample of events -> 422 */
  cpuMs: 3_000,
  wallMs: 60_000,
  lookMs: 50,
  heapMb: 512,
  idleMs: 30_000,
  /** @bound CPU time to read the samples of a tenant = {}, refilled by 0.5 s a second -> 429 with Retry-After */
  tenantCpuMs: 20_000,
  tenantCpuMsPerSecond: 500,
  tenants: 10_000,
}

const thread = new FairThread<SampleQuestion, SampleAnswer>(
  new URL('./sample-thread.ts', import.meta.url),
  SAMPLE_THREAD,
)

export type Sample = {
  readonly sample: string | Uint8Array
  readonly format: string
  /** Tables that precede those of the product, in their order. */
  readonly tables?: readonly OwnTable[]
}

/** Throws 422 for a sample that takes too long, 429 for a tenant whose samples did. */
export async function readSample(tenant: string, { sample, format, tables = [] }: Sample): Promise<SampleReading> {
  const answer = await answerOf(tenant, { kind: 'read', sample, format, tables })
  assert('reading' in answer, 'a sample that was read has a reading')
  return answer.reading
}

/** As `proposeFor`, within the bounds of `readSample`. */
export async function proposeInThread(tenant: string, name: string, sample: string, format: string): Promise<Proposal> {
  const answer = await answerOf(tenant, { kind: 'propose', name, sample, format })
  assert('proposal' in answer, 'a table that was proposed is the answer')
  return answer.proposal
}

async function answerOf(tenant: string, question: SampleQuestion): Promise<SampleAnswer> {
  thread.requireBudget(tenant, 'the samples of this tenant have taken too long to read')
  const answer = await thread.ask(tenant, question)
  if (answer === null) throw invalid('sample', `takes more than ${SAMPLE_THREAD.cpuMs} ms to be read: send fewer lines`)
  if ('faults' in answer) throw new InvalidInput(...answer.faults)
  return answer
}
