/**
 * The stages: intake, which matches the rules, correlate, observe, baseline, fuse, lake and alerts; and the scans of YARA beside them. Fusion
 * tells of itself on a port of its own.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { LearnedBook } from '../../connectors/learned/learned-book.ts'
import { YaraTexts } from '../../detections/tenant/yara-texts.ts'
import { SetScanner } from '../../detections/yara/set-scanner.ts'
import { appendTimeMarks, loadEntries, runEntries } from '../../pipeline/run-topology.ts'
import { CarefulScanner } from '../../pipeline/scans/careful-scanner.ts'
import { EntityResets } from '../../pipeline/stages/baseline/entity-resets.ts'
import { TenantWeights } from '../../pipeline/stages/fuse/tenant-weights.ts'
import { DecoyBook } from '../../pipeline/stages/intake/honeytoken/decoy-book.ts'
import { CORRELATE, INTAKE, type Parts, TOPOLOGY } from '../../pipeline/topology.ts'
import { AppError } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { lakePort } from '../../stores/clickhouse/lake-port.ts'
import { openPostgres, type Postgres } from '../../stores/postgres/pool.ts'
import { systemClock } from '../../stream/clock.ts'
import { ControlFeed } from '../../stream/control-feed.ts'
import type { Driver } from '../../stream/driver.ts'
import type { SinkHooks } from '../../stream/run-sink.ts'
import type { StageHooks } from '../../stream/run-stage.ts'
import { Pace } from '../../stream/sink-backpressure.ts'
import { FeedPositions } from '../../stream/time/feed-positions.ts'
import { MARK_MS } from '../../stream/time/mark-time.ts'
import { clickhouseAnswers } from '../health/clickhouse-health.ts'
import { listen, statusServer } from '../health/status-server.ts'
import { type StreamTimeHealth, streamTimeHealth } from '../health/stream-time.ts'
import { openIntake } from '../intake/open-intake.ts'
import { intakeParts } from '../intake/run-intake.ts'
import { ruleMetrics, scansMetrics } from '../metrics/detect-metrics.ts'
import { lagOf, pipelineMetrics } from '../metrics/pipeline-metrics.ts'
import type { StartRole } from '../role.ts'
import { listening } from '../settings/listening.ts'
import { requireBackbone } from '../settings/role-requirements.ts'
import { openBackbone } from '../stream/backbone.ts'
import { eventTouches } from '../stream/event-touches.ts'
import { IntelTables } from '../stream/intel-table.ts'
import { publishAnomalies } from '../stream/publish-anomalies.ts'
import { fusedAlerts } from '../stream/write-alerts.ts'
import { followStops } from '../sync-stopped-rules.ts'

/**
 * Longest silence of the lake during an insert. An insert may continue on the server after that without harm: its rows
 * are looked up before it is sent again.
 */
const LAKE_SILENT_MS_MAX = 30_000

/** Longest wait of events for the indicators at a start. */
const INTEL_WAIT_MS = 30_000

/** Each partition of drafts is written by one connection at a time. */
const ALERT_CONNECTIONS = 4

/** Intake has its own runner, see `services/intake`. */
const HERE = TOPOLOGY.entries.filter((entry) => entry !== INTAKE)
/** Sinks need no rules and do not wait for them. */
const STORING = HERE.filter(({ kind }) => kind === 'sink')
/** Windows wait until the rules of all tenants are compiled. */
const JOINING = HERE.filter(({ name }) => name === CORRELATE.name)
const JUDGING = HERE.filter((entry) => entry.kind !== 'sink' && !JOINING.includes(entry))

export const startPipeline: StartRole = async (config, log) => {
  if (config.clickhouseUrl === null)
    throw new AppError('bad_config', 'CLICKHOUSE_URL: required, the lake is written there')
  if (config.databaseUrl === null && config.databaseAppUrl === null)
    throw new AppError('bad_config', 'DATABASE_URL: required, alerts are written there')
  requireBackbone(config)
  const stop = new AbortController()
  const driver = await openBackbone(config, ['pipeline'], log)
  const clickhouse = openClickhouse({ url: config.clickhouseUrl, timeoutMs: LAKE_SILENT_MS_MAX })
  const postgres = openPostgres({
    ...{ url: config.databaseAppUrl ?? (config.databaseUrl as string), poolSize: ALERT_CONNECTIONS, log },
  })
  const metrics = openMetrics('pipeline')
  const hooks = pipelineMetrics(metrics, log)
  const pace = new Pace()
  const feeds = new FeedPositions()
  const ruleReports = ruleMetrics(metrics, log)
  const intel = new IntelTables(postgres, log, (block) => intake.showIntel(block))
  const intake = openIntake({
    ...{ config, driver, feeds, pace, metrics, log },
    ...{ stageHooks: hooks.stage, ruleHooks: ruleReports.rules, intel },
  })
  const { rules } = intake
  const yara = new YaraTexts(ruleReports.yara)
  const engine = new SetScanner()
  const books = {
    weights: new TenantWeights(),
    resets: new EntityResets(),
    decoys: new DecoyBook(),
    learned: new LearnedBook(),
  }
  const control = new ControlFeed((...change) => {
    for (const follower of [rules, yara, intel, ...Object.values(books)]) follower.change(...change)
  })
  const following = control.follow(driver, log, stop.signal)
  const stops = followStops([rules, yara], control.caughtUp, config.clickhouseUrl, log)
  const time = {
    ...{ everyMs: MARK_MS, now: Date.now, clock: systemClock, feeds },
    refused: (err: unknown) => log.warn({ err }, 'cannot append watermarks, retrying'),
  }
  const parts: Parts = {
    ...intakeParts(driver, rules),
    alerts: fusedAlerts(postgres, metrics, log),
    anomalies: publishAnomalies(postgres, metrics, log),
    touches: eventTouches(postgres, metrics, log, { isNotified: config.alertWebhookUrl !== null }),
    fuse: { weightsOf: (tenant) => books.weights.of(tenant) },
    baseline: { resetMs: (tenant, type, entity) => books.resets.of(tenant, type, entity) },
    lake: lakePort(clickhouse, config.clickhouseBodies ?? undefined),
    scans: { book: yara, scanner: new CarefulScanner(yara, engine, systemClock), hooks: scansMetrics(metrics, log) },
  }
  const [judging, joining, storing] = await Promise.all([
    loadEntries(JUDGING),
    loadEntries(JOINING),
    loadEntries(STORING),
  ])
  const intelKnown = Promise.race([
    control.caughtUp.then(() => intel.settled()),
    delay(INTEL_WAIT_MS, undefined, { ref: false, signal: stop.signal }).catch(() => undefined),
  ])
  const streamTime = streamTimeHealth(metrics, log)
  const runHooks = { stage: () => standing(feeds, streamTime, hooks.stage), sink: pacing(pace, hooks.sink) }
  const running = Promise.all([
    intelKnown.then(() => intake.run({ ...books, control, stopsKnown: stops.known }, stop.signal)),
    // Events that waited while this process was away need the rules of their tenants as much as later ones.
    stops.known.then(() => runEntries(driver, judging(parts), runHooks, stop.signal)),
    stops.known.then(() => rules.settled()).then(() => runEntries(driver, joining(parts), runHooks, stop.signal)),
    appendTimeMarks(driver, TOPOLOGY.entries, time, stop.signal),
    runEntries(driver, storing(parts), runHooks, stop.signal),
  ])
  lagOf(driver, metrics)
  const text = async () => metrics.text(await intake.series())
  const telling = { text, contentType: metrics.contentType }
  const checks = {
    clickhouse: () => clickhouseAnswers(clickhouse),
    backbone: () => driver.bounds({ topic: TOPICS.securityEvents.name, partition: 0 }),
    ...streamTime.checks,
  }
  const server = statusServer(telling, log, checks, streamTime.figures)
  const fusion = statusServer(telling, log, fusionChecks(postgres, driver))
  await listening(config, 'fusion', (port, host) => listen(fusion, port, host))
  return {
    url: await listening(config, 'pipeline', (port, host) => listen(server, port, host)),
    failed: running.then(() => new Promise<never>(() => {})),
    async stop() {
      stop.abort()
      rules.close()
      server.close()
      fusion.close()
      await engine.close()
      await stops.close()
      await Promise.allSettled([running, following])
      await intel.close()
      await intake.close()
      await driver.close()
      await clickhouse.close()
      await postgres.end()
    },
  }
}

/** Fusion reads drafts and writes alerts: it needs neither the lake nor the events. */
function fusionChecks(postgres: Postgres, driver: Driver) {
  return {
    postgres: () => postgres.query('SELECT 1'),
    backbone: () => driver.bounds({ topic: TOPICS.alertDrafts.name, partition: 0 }),
  }
}

/** The feed positions and the stream time follow this stage's commits. */
function standing(feeds: FeedPositions, time: StreamTimeHealth, hooks: StageHooks): StageHooks {
  const committed: StageHooks['committed'] = (batch) => {
    hooks.committed?.(batch)
    feeds.saw(batch)
    time.saw(batch)
  }
  return { ...hooks, committed }
}

/** Rows that the lake has stored no longer count as ahead of it. */
function pacing(pace: Pace, hooks: SinkHooks): SinkHooks {
  const written: SinkHooks['written'] = (range) => {
    hooks.written?.(range)
    if (range.tp.topic === TOPICS.normalizedEvents.name) pace.stored(range.weight)
  }
  return { ...hooks, written }
}
