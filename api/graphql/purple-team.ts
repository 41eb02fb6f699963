import {
  type CoveredTechnique,
  type Execution,
  executionsPage,
  purpleCoverage,
  requireExecution,
} from '../../control/detect/purple-team/index.ts'
import { alertsByTechnique } from '../../control/soc/alerts/index.ts'
import { attackTechnique, techniquesByTactic } from '../../detections/attack/attack.ts'
import { invalid } from '../../platform/invalid-input.ts'
import type { GraphqlContext } from './context.ts'
import { PAGE_MAX } from './limits.ts'
import type { Resolve, Resolvers } from './schema.ts'

/** `schema.graphql` names it. */
const ALERT_DAYS = 90

type Coverage = {
  readonly techniques: readonly (CoveredTechnique & { readonly alerts: number })[]
  readonly atMs: number
}

export const purpleTeamResolvers: Resolvers = {
  'Query.purpleTeamExecutions': executions,
  'Query.attackCoverage': coverage,
  'Mutation.runAtomicTest': run,
  'Mutation.cancelExecution': cancel,
  'PurpleTeamExecution.atomicTestId': ({ testId }: Execution) => testId,
  'PurpleTeamExecution.status': ({ state }: Execution) => state.toUpperCase(),
  'PurpleTeamExecution.startedAt': ({ startedAt, queuedAt }: Execution) => (startedAt ?? queuedAt).toISOString(),
  'PurpleTeamExecution.completedAt': ({ endedAt }: Execution) => endedAt?.toISOString() ?? null,
  'PurpleTeamExecution.findings': ({ findings, error }: Execution) => [
    ...findings.map(({ title, seconds }) => (seconds === null ? title : `${title} (after ${seconds} s)`)),
    ...(error === null ? [] : [error]),
  ],
  'AttackCoverage.tactics': ({ techniques }: Coverage) =>
    techniquesByTactic(techniques.map(({ technique }) => technique)).map(({ tactic }) => tactic),
  'AttackCoverage.testedCount': ({ techniques }: Coverage) => techniques.filter(({ tested }) => tested > 0).length,
  'AttackCoverage.detectedCount': ({ techniques }: Coverage) =>
    techniques.filter(({ state }) => state === 'detected').length,
  'AttackCoverage.generatedAt': ({ atMs }: Coverage) => new Date(atMs).toISOString(),
  'TechniqueCoverage.techniqueId': ({ technique }: CoveredTechnique) => technique,
  'TechniqueCoverage.techniqueName': ({ technique }: CoveredTechnique) => attackTechnique(technique)?.name ?? technique,
  'TechniqueCoverage.tactics': ({ technique }: CoveredTechnique) => attackTechnique(technique)?.tactics ?? [],
  'TechniqueCoverage.detections': ({ rules }: CoveredTechnique) => rules,
  'TechniqueCoverage.lastTestedAt': ({ last }: CoveredTechnique) => last?.endedAt.toISOString() ?? null,
  'TechniqueCoverage.detected': ({ state }: CoveredTechnique) => (state === 'untested' ? null : state === 'detected'),
}

async function executions(
  _: unknown,
  { status }: { readonly status?: string | null },
  { read }: GraphqlContext,
): Promise<Execution[]> {
  const state = status == null ? undefined : (status.toLowerCase() as Execution['state'])
  const placed = await read((tx) => executionsPage(tx, { state }, PAGE_MAX, null))
  return placed.map(({ item }) => item)
}

async function coverage(_: unknown, __: unknown, { read, deps }: GraphqlContext): Promise<Coverage> {
  const [techniques, alerts] = await read(
    async (tx) => [await purpleCoverage(tx), await alertsByTechnique(tx, ALERT_DAYS)] as const,
  )
  return {
    techniques: techniques.map((one) => ({ ...one, alerts: alerts.get(one.technique) ?? 0 })),
    atMs: deps.nowMs(),
  }
}

type RunArgs = { readonly atomicTestId: string; readonly targetHost?: string | null }

async function run(
  _: unknown,
  { atomicTestId, targetHost = null }: RunArgs,
  { invoke, read }: GraphqlContext,
  info: Parameters<Resolve>[3],
): Promise<Execution> {
  if (targetHost !== null)
    throw invalid('targetHost', 'is not taken: no executor runs tests on hosts here, and events of a test are made up')
  const { id } = await invoke(info, { atomicTestId })
  return read((tx) => requireExecution(tx, String(id)))
}

async function cancel(
  _: unknown,
  { id }: { readonly id: string },
  { invoke, read }: GraphqlContext,
  info: Parameters<Resolve>[3],
): Promise<Execution> {
  await invoke(info, { executionId: id })
  return read((tx) => requireExecution(tx, id))
}
