/** Background work for analysts: triage, hunts, playbooks, on-call, the watch over sources and entity risk. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closureConfig, investigatorConfig, modelConfig, pushConfig } from '../../api/config.ts'
import { kqlSearchRule, suppressionWorkers } from '../../control/detect/detections/index.ts'
import { huntLake, huntWorkers } from '../../control/detect/hunts/index.ts'
import { executionWorkers, hostWorkers, scheduleWorkers } from '../../control/detect/purple-team/index.ts'
import { offeredProviders } from '../../control/detect/sandbox/index.ts'
import { resetBaselines } from '../../control/detect/ueba/index.ts'
import { platformIn, record, recordIn } from '../../control/platform/acting/index.ts'
import {
  type ArchiveDeps,
  archiveWorkers,
  eraseArchive,
  expireArchive,
  lakeRows,
} from '../../control/platform/archive/index.ts'
import {
  canonicalJson,
  destroyNaming,
  emailSubject,
  eraseSubject,
  signText,
} from '../../control/platform/audit/index.ts'
import { complianceWorkers } from '../../control/platform/compliance/index.ts'
import { askOver, ingestClient, takeOverIngest } from '../../control/platform/connectors/index.ts'
import { replayWorkers } from '../../control/platform/dead-letters/index.ts'
import { type ExportJobDeps, eraseExports, exportJobWorkers } from '../../control/platform/exports/index.ts'
import {
  type DeletionDeps,
  deletionWorkers,
  holdWorkers,
  lakeRetention,
  lakeSubject,
  patternsOf,
  type RetentionDeps,
  retentionWorkers,
} from '../../control/platform/governance/index.ts'
import { sourceWorkers } from '../../control/platform/sources/index.ts'
import { openVault, vaultKeys } from '../../control/platform/vault/index.ts'
import {
  comparisonWorkers,
  investigatorWorkers,
  modelTriageWorkers,
  triageWorkers,
} from '../../control/respond/agents/index.ts'
import { closureWorkers, grantWorkers } from '../../control/respond/autonomy/index.ts'
import { playbookWorkers } from '../../control/respond/playbooks/index.ts'
import { expireAlerts } from '../../control/soc/alerts/index.ts'
import { rotationWorkers } from '../../control/soc/oncall/index.ts'
import { reportWorkers } from '../../control/soc/reports/index.ts'
import { riskWorkers } from '../../control/soc/risk/index.ts'
import { fieldIndexWorker, SEARCH_JOB_LIMITS, searchJobWorkers } from '../../control/soc/searches/index.ts'
import { pushWorkers } from '../../control/soc/web-push/index.ts'
import { openEgress } from '../../platform/egress/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { type Sealer, sealerOf } from '../../platform/seal.ts'
import type { TenantId } from '../../platform/tenant.ts'
import type { Worker } from '../../platform/workers.ts'
import { lakeSources } from '../../query/lake-sources.ts'
import type { ArchivedEvents } from '../../stores/clickhouse/archived-events.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { holdTenants } from '../../stores/clickhouse/retention.ts'
import { type ReadLimits, tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { textIndexWorker } from '../../stores/clickhouse/text-index.ts'
import { openPostgres, type TenantTx } from '../../stores/postgres/pool.ts'
import type { Config } from '../config.ts'
import { runRoleWork } from '../health/background-work.ts'
import { clickhouseAnswers } from '../health/clickhouse-health.ts'
import { refuseMissingKeys } from '../health/credential-keys.ts'
import { listenForParts } from '../health/part-servers.ts'
import { statusServer } from '../health/status-server.ts'
import { KqlThreads } from '../kql/threads.ts'
import type { StartRole } from '../role.ts'
import { airGapOf } from '../settings/air-gap.ts'
import { openArchiveStore } from '../settings/archive-store.ts'
import { credentialKey } from '../settings/credential-key.ts'
import { reachedUrl } from '../settings/listening.ts'
import { requireCredentialKey } from '../settings/role-requirements.ts'
import { serveWorkers } from './serve-workers.ts'

/** The job itself ends its statement; this is for one that does not end. */
const PATIENT_GRACE_SECONDS = 60

export const startAgents: StartRole = async (config, log) => {
  const stop = new AbortController()
  const means = await openMeans(config, log)
  const { pool, clickhouse } = means
  const metrics = openMetrics('agents')
  const emulations = emulationWorkers(means)
  const risks = riskWorkers({ ...means.deps, audit: means.audit })
  const workers = runRoleWork(
    [...analysisWorkers(means), ...recordWorkers(means), ...lakeWorkers(means), ...risks, ...emulations],
    { role: 'agents', pool, log, metrics, stop: stop.signal },
  )
  const checks = {
    postgres: () => pool.query('SELECT 1'),
    clickhouse: () => clickhouseAnswers(clickhouse),
    ...workers.checks,
  }
  const server = statusServer(metrics, log, checks, workers.figures)
  const closeParts = await listenForParts(config, { 'purple-team': emulations, ueba: risks }, { metrics, log, checks })
  return serveWorkers(config, 'agents', {
    server,
    workers,
    stop,
    closeFirst: [closeParts],
    close: [() => means.close()],
  })
}

type Means = Awaited<ReturnType<typeof openMeans>>

/** Connections, keys and settings that the workers share. */
async function openMeans(config: Config, log: Log) {
  if (config.databaseUrl === null)
    throw new AppError('bad_config', 'DATABASE_URL: required, hunts and their results are stored there')
  if (config.clickhouseUrl === null)
    throw new AppError('bad_config', 'CLICKHOUSE_URL: required, hunts read the lake there')
  requireCredentialKey(config)
  const pool = openPostgres({ url: config.databaseUrl, poolSize: 8, log })
  await refuseMissingKeys(config, pool, log)
  const clickhouse = openClickhouse({ url: config.clickhouseUrl })
  // A statement of a search job may be silent for as long as the job may take.
  const patientSeconds = SEARCH_JOB_LIMITS.secondsMax + PATIENT_GRACE_SECONDS
  const patientClickhouse = openClickhouse({ url: config.clickhouseUrl, timeoutMs: patientSeconds * 1000 })
  const kqlThreads = new KqlThreads(config.clickhouseUrl, patientSeconds)
  const airGap = airGapOf(config)
  const egress = openEgress({ airGap, allowPrivate: config.ssrfAllowPrivate, log })
  const sealer = sealerOf(credentialKey(config))
  const vault = openVault(vaultKeys(credentialKey(config), false, log), log)
  const audit = recordIn(sealer)
  const gate = { airGap, allowPrivate: config.ssrfAllowPrivate, asksModels: true }
  const store = openArchiveStore(config, log)
  const archive: ArchiveDeps = {
    pool,
    store,
    lake: lakeRows(clickhouse),
    tempFolder: join(tmpdir(), 'svc-archive'),
    record: (tx, action, about) => record(tx, { audit }, platformIn(tx.tenantId, 'archive'), action, about),
    report: () => {},
    nowMs: Date.now,
  }
  return {
    ...{ config, log, pool, clickhouse, kqlThreads, airGap, egress, sealer, vault, audit, store, archive },
    deps: { pool, log, nowMs: Date.now },
    models: { ...modelConfig(), egress, vault, gate, nowMs: Date.now },
    lakeOf: (tenant: TenantId, archived?: ArchivedEvents) =>
      tenantReader(clickhouse, tenant, archived === undefined ? {} : { archive: archived }),
    patientReader: (tenant: TenantId, limits?: ReadLimits) => tenantReader(patientClickhouse, tenant, limits),
    ingest: {
      token: config.ingestServiceToken ?? config.serviceToken,
      url: config.ingestBaseUrl ?? reachedUrl(config, 'ingest'),
    },
    async close() {
      await kqlThreads.close()
      await patientClickhouse.close()
      await clickhouse.close()
      await pool.end()
    },
  }
}

/** Purple-team executions. They need the ingest service, because they push their events there. */
function emulationWorkers({ deps, audit, lakeOf, ingest: { url, token } }: Means): Worker[] {
  const purple = { ...deps, audit, pushEvents: token === null ? null : takeOverIngest(url, token), lake: lakeOf }
  return [...executionWorkers(purple), ...hostWorkers(purple), ...scheduleWorkers(purple)]
}

/** Judges and follows what happened: triage, investigations, hunts, playbooks, the watch over sources. */
function analysisWorkers(means: Means): Worker[] {
  const { config, deps, audit, pool, clickhouse, egress, vault, store, models, lakeOf, airGap } = means
  const investigator = investigatorConfig()
  const closures = closureConfig()
  const thresholds = { closeFrom: config.autoCloseThreshold, escalateFrom: config.escalateThreshold }
  return [
    ...huntWorkers({ ...deps, lake: huntLake(clickhouse, lakeSources()), store }),
    ...playbookWorkers({ ...deps, egress, vault }),
    ...triageWorkers({ ...deps, audit, settings: { ...thresholds, models } }),
    ...modelTriageWorkers({ ...deps, audit, models, lake: lakeOf, ...thresholds }),
    ...investigatorWorkers({
      ...{ ...deps, audit, models, egress, lake: lakeOf, sources: lakeSources() },
      sandboxesOf: (within) =>
        offeredProviders(investigator.sandbox, within, airGap).filter(({ name }) => name !== 'mock'),
      offersThirdParties: investigator.agentsToken !== null,
    }),
    ...comparisonWorkers({ pool, models, nowMs: Date.now }),
    ...grantWorkers({ ...deps, audit }),
    ...suppressionWorkers({ pool, audit }),
    ...(closures.enabled
      ? closureWorkers({ ...deps, audit, vault, settings: closures, ask: askOver(egress), lake: lakeOf })
      : []),
    ...sourceWorkers({ ...deps, audit, lake: lakeOf }),
  ]
}

/** Workers for notifications and records: push messages, shifts, reports, holds, deletions and retention. */
function recordWorkers(means: Means): Worker[] {
  const { config, deps, audit, clickhouse, egress, lakeOf } = means
  const vapid = pushConfig()
  return [
    ...(vapid === null ? [] : pushWorkers({ ...deps, egress, vapid })),
    ...holdWorkers({ ...deps, hold: (tenants) => holdTenants(clickhouse, tenants) }),
    ...deletionWorkers(deletionDeps(means)),
    ...retentionWorkers(retentionDeps(means)),
    ...rotationWorkers(deps),
    ...reportWorkers({ ...deps, audit, lake: lakeOf }),
    ...complianceWorkers({ ...deps, lake: lakeOf, retentionDays: config.retentionDays }),
  ]
}

/** Long work over the lake: archive, indexes, exports, search jobs and replays of dead letters. */
function lakeWorkers(means: Means): Worker[] {
  const { deps, log, pool, clickhouse, audit, vault, store, archive, kqlThreads, lakeOf, patientReader } = means
  const { url, token } = means.ingest
  return [
    ...archiveWorkers(archive, log),
    textIndexWorker(clickhouse),
    fieldIndexWorker({ pool, client: clickhouse }),
    ...exportJobWorkers({
      ...{ ...deps, store, vault, tempFolder: join(tmpdir(), 'svc-exports') },
      ...{ kqlRule: kqlSearchRule, sources: lakeSources, read: patientReader },
      record: exportRecord({ audit }),
    }),
    ...searchJobWorkers({ pool, lake: lakeOf, store, log, askKql: kqlThreads.ask, readSql: patientReader }),
    ...(token === null ? [] : replayWorkers({ pool, lake: lakeOf, log, ingest: ingestClient(url, token) })),
  ]
}

const exportRecord =
  ({ audit }: Pick<Means, 'audit'>): ExportJobDeps['record'] =>
  (tx, action, about) =>
    record(tx, { audit }, platformIn(tx.tenantId, 'exports'), action, about)

function deletionDeps({ pool, clickhouse, log, sealer, vault, audit, archive, store }: Means): DeletionDeps {
  return {
    pool,
    lake: lakeSubject(clickhouse),
    log,
    eraseFromAudit: (tx, people) => eraseAll(tx, sealer, people),
    eraseFromArchive: (tenant, { kind, value }, held) =>
      eraseArchive(archive, tenant, {
        ...{ kind, value, text: patternsOf({ value }).inEvents },
        held: held.map((one) => patternsOf({ value: one }).inEvents).join('|'),
      }),
    eraseFromExports: (tenant, subject) =>
      eraseExports({ ...archive, store, record: exportRecord({ audit }) }, tenant, subject),
    forgetBaselines: (tx, { kind, value }) =>
      resetBaselines(tx, { entity: value, types: [kind], by: null, reason: null, nowMs: Date.now() }),
    record: (tx, id, changes) =>
      record(tx, { audit }, platformIn(tx.tenantId, 'subject-deletions'), 'subject_deletion:completed', {
        ...{ resource: 'subject_deletion', resourceId: id, changes },
      }),
    sign: async (statement) => {
      const { keyId, signature } = await signText(pool, vault, canonicalJson(statement))
      return { key_id: keyId, signature }
    },
  }
}

function retentionDeps({ pool, clickhouse, audit, archive }: Means): RetentionDeps {
  return {
    pool,
    lake: lakeRetention(clickhouse),
    expireArchive: (tenant, before, held) => expireArchive(archive, tenant, before, held),
    expireAlerts: (tenant, before) => expireAlerts(pool, tenant, before),
    record: (tx, changes) =>
      record(tx, { audit }, platformIn(tx.tenantId, 'retention'), 'retention:removed', {
        resource: 'retention',
        changes,
      }),
    nowMs: Date.now,
  }
}

/** Pseudonymises every person that the audit log names, and the addresses of failed sign-ins. */
async function eraseAll(
  tx: TenantTx,
  sealer: Sealer,
  { ids, emails, naming }: Parameters<DeletionDeps['eraseFromAudit']>[1],
): Promise<number> {
  const [first] = emails
  const subjects = ids.length > 0 ? ids : first === undefined ? [] : [emailSubject(first)]
  let erased = 0
  for (const subjectId of subjects) {
    const by = { kind: 'platform', id: 'subject-deletions' } as const
    erased += (await eraseSubject(tx, sealer, { subjectId, emails, by })).subjectsErased
  }
  return erased + (await destroyNaming(tx, naming))
}
