/** Operations of atomic tests on real hosts, and of contracts. */
import { Type } from 'typebox'
import { AppError } from '../../../../platform/errors.ts'
import { invalid } from '../../../../platform/invalid-input.ts'
import { pageOfList } from '../../../../platform/paging.ts'
import { closed, named, oneOf, pageOf, pageQuery, plainText } from '../../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../../platform/acting/index.ts'
import { PURPLE_LIMITS } from '../limits.ts'
import { readAtomics } from './atomic-yaml.ts'
import { ATOMICS, atomics, importAtomic, markSafe, removeAtomic, requireAtomic } from './atomics.ts'
import {
  addExpectation,
  EXPECTATIONS,
  EXPECTED,
  type Expected,
  expectationsPage,
  requireExpectation,
  TECHNIQUE,
} from './expectations.ts'
import {
  askHostRun,
  beginHostRun,
  cancelHostRun,
  EVIDENCE,
  HOST_RUNS,
  hostRunsPage,
  REPORT,
  reportHostRun,
  requireHostRun,
} from './host-runs.ts'

const operation = operationsOf<unknown>()
const HOST = Type.String({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?$' })

const importFiles = operation({
  name: 'purple_team.import_atomics',
  summary: 'Import files of atomic tests in the format of Atomic Red Team',
  description:
    'Files are read independently; a faulty file or test is reported with its reason, and the others are imported. Nothing runs: a test must be put on the safe list first, and leaves it when its commands change.',
  permission: 'rules:write',
  audit: 'purple_team:atomics_imported',
  path: 'POST /purple-team/atomics',
  bodyBytes: 8 << 20,
  body: named(
    'AtomicsImport',
    Type.Object(
      {
        files: Type.Array(
          Type.Object({ name: plainText(300), text: Type.String({ maxLength: PURPLE_LIMITS.fileChars }) }, closed),
          { minItems: 1, maxItems: PURPLE_LIMITS.filesOfImport },
        ),
      },
      closed,
    ),
  ),
  output: named(
    'AtomicsImported',
    Type.Object({
      ...{ added: Type.Integer(), changed: Type.Integer(), unchanged: Type.Integer() },
      refused: Type.Array(Type.Object({ file: Type.String(), name: Type.String(), reason: Type.String() })),
    }),
  ),
  async run({ tx, actor, note }, { files }) {
    const counts = { added: 0, changed: 0, unchanged: 0 }
    const refused: { file: string; name: string; reason: string }[] = []
    for (const { name: file, text } of files) {
      try {
        const read = readAtomics(text)
        refused.push(...read.refused.map((one) => ({ file, ...one })))
        for (const atomic of read.atomics) counts[await importAtomic(tx, atomic, idOf(actor))]++
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'bad_request') throw error
        refused.push({ file, name: '', reason: error.message })
      }
    }
    note({ resource: 'purple_team_atomics', changes: { ...counts, refused: refused.length } })
    return { ...counts, refused }
  },
})

const listAtomics = operation({
  name: 'purple_team.atomics',
  summary: 'Imported atomic tests, by technique and name',
  permission: 'rules:read',
  path: 'GET /purple-team/atomics',
  query: Type.Object({ ...pageQuery, technique: Type.Optional(TECHNIQUE) }, closed),
  output: pageOf(ATOMICS.schema),
  run: async ({ tx }, { technique = null, ...page }) => pageOfList(await atomics(tx, technique), page, ({ id }) => id),
})

const readAtomic = operation({
  name: 'purple_team.atomic',
  summary: 'One imported atomic test with all its commands',
  permission: 'rules:read',
  path: 'GET /purple-team/atomics/:atomic_id',
  output: ATOMICS.schema,
  run: ({ tx }, { atomic_id: id }) => requireAtomic(tx, id),
})

const deleteAtomic = operation({
  name: 'purple_team.delete_atomic',
  summary: 'Remove an imported atomic test; its runs stay',
  permission: 'rules:write',
  audit: 'purple_team:atomic_deleted',
  removes: 'records',
  path: 'DELETE /purple-team/atomics/:atomic_id',
  status: 204,
  output: Type.Null(),
  async run({ tx, note }, { atomic_id: id }) {
    await removeAtomic(tx, id)
    note({ resource: 'purple_team_atomic', resourceId: id })
    return null
  },
})

const safe = operation({
  name: 'purple_team.mark_safe',
  summary: 'Put an imported test on the safe list, or take it off',
  permission: 'settings:write',
  audit: 'purple_team:atomic_marked',
  path: 'PUT /purple-team/atomics/:atomic_id/safe',
  body: named(
    'AtomicSafety',
    Type.Object(
      {
        is_safe: Type.Boolean(),
        digest: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the commands that were reviewed' }),
      },
      closed,
    ),
  ),
  output: ATOMICS.schema,
  async run({ tx, actor, note }, { atomic_id: id, is_safe: isSafe, digest }) {
    const atomic = await markSafe(tx, id, digest, isSafe ? idOf(actor) : null)
    note({ resource: 'purple_team_atomic', resourceId: id, changes: { is_safe: isSafe, name: atomic.name, digest } })
    return atomic
  },
})

const askRun = operation({
  name: 'purple_team.ask_host_run',
  summary: 'Request a run of an imported test on a host',
  description: `The test must be on the safe list, and \`consent\` is "run on HOST". svc sends nothing to the host: a person there runs \`svc purple run ID\` within ${PURPLE_LIMITS.hostRunHours} hours, reviews the commands, and confirms.`,
  permission: 'actions:write',
  audit: 'purple_team:host_run_asked',
  path: 'POST /purple-team/host-runs',
  status: 201,
  body: named(
    'HostRunCreate',
    Type.Object(
      {
        atomic_id: Type.String({ format: 'uuid' }),
        host: HOST,
        consent: plainText(300),
        arguments: Type.Optional(
          Type.Record(Type.String({ maxLength: 100 }), plainText(500, 0), {
            maxProperties: PURPLE_LIMITS.argumentsOfTest,
          }),
        ),
        evidence: Type.Optional(
          oneOf(EVIDENCE, {
            description:
              'default: host, which waits for the logs of the host; runner sends the started processes as exercise events, which tests the rules but not the logs of the host',
          }),
        ),
        limit_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: PURPLE_LIMITS.limitSecondsMax })),
        expected: Type.Optional(Type.Array(EXPECTED, { maxItems: PURPLE_LIMITS.expectedOfRun, uniqueItems: true })),
      },
      closed,
    ),
  ),
  output: HOST_RUNS.schema,
  async run({ tx, actor, note }, { atomic_id: atomicId, host, consent, arguments: values = {}, ...more }) {
    if (consent !== `run on ${host}`) throw invalid('consent', `must be "run on ${host}"`)
    const { evidence = 'host', limit_seconds: limitSeconds = PURPLE_LIMITS.limitSeconds, expected = [] } = more
    for (const one of expected) requireOne(one)
    const newRun = { host, evidence, values, limitSeconds, expected, by: idOf(actor) }
    const made = await askHostRun(tx, await requireAtomic(tx, atomicId), newRun)
    const changes = { host, atomic: made.atomic_name, technique_id: made.technique_id, evidence, steps: made.steps }
    note({ resource: 'purple_team_host_run', resourceId: made.id, changes })
    return made
  },
})

function requireOne({ rule_id: rule, technique_id: technique }: Expected): void {
  if ((rule ?? null) !== null && (technique ?? null) !== null)
    throw invalid('expected', 'a line names a rule or a technique, not both')
}

const listRuns = operation.page({
  name: 'purple_team.host_runs',
  summary: 'Runs on hosts, newest first',
  permission: 'rules:read',
  path: 'GET /purple-team/host-runs',
  item: HOST_RUNS.schema,
  run: ({ tx }, _, { rows, after }) => hostRunsPage(tx, rows, after),
})

const readRun = operation({
  name: 'purple_team.host_run',
  summary: 'One run on a host with its result',
  permission: 'rules:read',
  path: 'GET /purple-team/host-runs/:host_run_id',
  output: HOST_RUNS.schema,
  run: ({ tx }, { host_run_id: id }) => requireHostRun(tx, id),
})

const begin = operation({
  name: 'purple_team.begin_host_run',
  summary: 'Start a run as the runner on the host: once, and only on the machine it is for',
  description: 'Its contracts count from now on.',
  permission: 'actions:write',
  audit: 'purple_team:host_run_begun',
  path: 'POST /purple-team/host-runs/:host_run_id/begin',
  body: named('HostRunBegin', Type.Object({ machine: HOST }, closed)),
  output: HOST_RUNS.schema,
  async run({ tx, actor, note }, { host_run_id: id, machine }) {
    const run = await beginHostRun(tx, id, machine, idOf(actor))
    const { technique_id: ownTechnique, host, evidence } = run
    const lines = run.expected.length > 0 ? run.expected : [{ within_seconds: PURPLE_LIMITS.withinSeconds }]
    for (const line of lines) {
      const { rule_id: ruleId = null, technique_id: technique = null, within_seconds: withinSeconds } = line as Expected
      await addExpectation(tx, {
        ...{ hostRunId: id, ruleId, technique: ruleId === null ? (technique ?? ownTechnique) : null },
        ...{ host, evidence, since: run.began_at ?? new Date(), withinSeconds, by: run.requested_by },
      })
    }
    note({ resource: 'purple_team_host_run', resourceId: id, changes: { machine, host } })
    return run
  },
})

const report = operation({
  name: 'purple_team.report_host_run',
  summary: 'Report the result of a run as the runner on the host',
  permission: 'actions:write',
  audit: 'purple_team:host_run_reported',
  path: 'POST /purple-team/host-runs/:host_run_id/report',
  body: named('HostRunReport', REPORT),
  output: HOST_RUNS.schema,
  async run({ tx, note }, { host_run_id: id, ...sent }) {
    const run = await reportHostRun(tx, id, sent)
    const changes = { status: run.status, error: sent.error, exit_code: sent.test?.exit_code ?? null }
    note({ resource: 'purple_team_host_run', resourceId: id, changes })
    return run
  },
})

const cancel = operation({
  name: 'purple_team.cancel_host_run',
  summary: 'Cancel a run that has not started',
  permission: 'actions:write',
  audit: 'purple_team:host_run_cancelled',
  path: 'POST /purple-team/host-runs/:host_run_id/cancel',
  output: HOST_RUNS.schema,
  async run({ tx, note }, { host_run_id: id }) {
    await requireHostRun(tx, id)
    const run = await cancelHostRun(tx, id)
    note({ resource: 'purple_team_host_run', resourceId: id })
    return run
  },
})

const expectedBody = Type.Object(
  {
    rule_id: Type.Optional(plainText(200)),
    technique_id: Type.Optional(TECHNIQUE),
    host: HOST,
    within_seconds: Type.Optional(Type.Integer({ minimum: 10, maximum: PURPLE_LIMITS.withinSecondsMax })),
  },
  closed,
)

const expect = operation({
  name: 'purple_team.expect',
  summary: 'Expect a rule, or any rule that names a technique, to fire on a host by a deadline',
  description: 'For activity produced on the host by hand or by another tool.',
  permission: 'rules:write',
  audit: 'purple_team:expectation_added',
  path: 'POST /purple-team/expectations',
  status: 201,
  body: named('PurpleExpectationCreate', expectedBody),
  output: EXPECTATIONS.schema,
  async run({ tx, actor, note, nowMs }, { rule_id: ruleId = null, technique_id: technique = null, host, ...more }) {
    if ((ruleId === null) === (technique === null)) throw invalid('rule_id', 'name a rule or a technique')
    const { within_seconds: withinSeconds = PURPLE_LIMITS.withinSeconds } = more
    const added = await addExpectation(tx, {
      ...{ hostRunId: null, ruleId, technique, host, evidence: 'host', since: new Date(nowMs), withinSeconds },
      by: idOf(actor),
    })
    const changes = { rule_id: ruleId, technique_id: technique, host, within_seconds: withinSeconds }
    note({ resource: 'purple_team_expectation', resourceId: added.id, changes })
    return added
  },
})

const listExpectations = operation.page({
  name: 'purple_team.expectations',
  summary: 'Detection contracts with the last link that worked, newest first',
  permission: 'rules:read',
  path: 'GET /purple-team/expectations',
  filters: { host_run: Type.Optional(Type.String({ format: 'uuid' })) },
  item: EXPECTATIONS.schema,
  run: ({ tx }, { host_run: run = null }, { rows, after }) => expectationsPage(tx, run, rows, after),
})

const readExpectation = operation({
  name: 'purple_team.expectation',
  summary: 'One detection contract with the last link that worked',
  permission: 'rules:read',
  path: 'GET /purple-team/expectations/:expectation_id',
  output: EXPECTATIONS.schema,
  run: ({ tx }, { expectation_id: id }) => requireExpectation(tx, id),
})

export const HOST_OPERATIONS = [
  ...[importFiles, listAtomics, readAtomic, deleteAtomic, safe],
  ...[askRun, listRuns, readRun, begin, report, cancel],
  ...[expect, listExpectations, readExpectation],
]
