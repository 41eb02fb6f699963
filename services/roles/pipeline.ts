/** The stages: intake, which matches the rules, correlate, and lake; and the scans of YARA beside them. */

import { INGEST_LIMITS } from '../../api/ingest/limits.ts'
import type { TenantDocument } from '../../control/tenants/index.ts'
import { builtInRules } from '../../detections/content/load.ts'
import { SetScanner } from '../../detections/yara/set-scanner.ts'
import { FeedPositions } from '../../pipeline/correlate/feed-positions.ts'
import { MARK_MS, markTime } from '../../pipeline/correlate/mark-time.ts'
import { correlateStage } from '../../pipeline/correlate/stage.ts'
import { RuleBook } from '../../pipeline/detect/rule-book.ts'
import { YaraTexts } from '../../pipeline/detect/yara-texts.ts'
import { intakeStage } from '../../pipeline/intake/stage.ts'
import { lakeSink } from '../../pipeline/lake/sink.ts'
import { systemClock } from '../../pipeline/runtime/clock.ts'
import { ControlFeed } from '../../pipeline/runtime/control-feed.ts'
import { Pace } from '../../pipeline/runtime/pace.ts'
import { runSink, SINK_LIMITS, type SinkHooks } from '../../pipeline/runtime/run-sink.ts'
import { runStage, type StageHooks } from '../../pipeline/runtime/run-stage.ts'
import { CarefulScanner } from '../../pipeline/yara/careful-scanner.ts'
import { runScans } from '../../pipeline/yara/run-scans.ts'
import { AppError } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { insertNative, openClickhouse } from '../../stores/clickhouse/client.ts'
import { clickhouseAnswers } from '../answers.ts'
import { openBackbone } from '../backbone.ts'
import { PORTS } from '../config.ts'
import { figuresOf, ruleMetrics, scansMetrics } from '../detect-metrics.ts'
import { lagOf, type PipelineHooks, pipelineMetrics } from '../pipeline-metrics.ts'
import type { StartRole } from '../role.ts'
import { listen, statusServer } from '../status-server.ts'

export const startPipeline: StartRole = async (config, log) => {
  if (config.clickhouseUrl === null) throw new AppError('bad_config', 'CLICKHOUSE_URL: the lake is written there')
  const stop = new AbortController()
  const driver = await openBackbone(config, ['pipeline'], log)
  const clickhouse = openClickhouse({ url: config.clickhouseUrl })
  const metrics = openMetrics('pipeline')
  const hooks = pipelineMetrics(metrics, log)
  const told = ruleMetrics(metrics, log)
  const rules = new RuleBook(config.builtInRules === 1 ? builtInRules() : [], told.rules)
  const yara = new YaraTexts(told.yara)
  const engine = new SetScanner()
  const control = new ControlFeed((...change) => {
    rules.change(...change)
    yara.change(...change)
  })
  const following = control.follow(driver, log, stop.signal)
  const intake = intakeStage({
    partitions: driver.partitions(TOPICS.normalizedEvents.name),
    eventBytesMax: INGEST_LIMITS.eventBytesMax,
    detector: rules,
    signalPartitions: driver.partitions(TOPICS.signals.name),
    matchPartitions: driver.partitions(TOPICS.ruleMatches.name),
  })
  const correlate = correlateStage({
    book: rules,
    inputPartitions: driver.partitions(TOPICS.securityEvents.name),
    signalPartitions: driver.partitions(TOPICS.signals.name),
  })
  const feeds = new FeedPositions()
  const time = {
    ...{ group: intake.name, everyMs: MARK_MS, now: Date.now, clock: systemClock, feeds },
    refused: (err: unknown) => log.warn({ err }, 'windows are not told the time; trying again'),
  }
  const scans = {
    ...{ book: yara, scanner: new CarefulScanner(yara, engine, systemClock), hooks: scansMetrics(metrics, log) },
    signalPartitions: driver.partitions(TOPICS.signals.name),
  }
  const folder = config.clickhouseBodies === null ? {} : { folder: config.clickhouseBodies }
  const sink = lakeSink((insert) => insertNative(clickhouse, { ...insert, ...folder }))
  const weightOf = (tenant: string) => control.get<TenantDocument>(tenant, 'tenant', tenant)?.weight ?? 1
  const paced = pacedBy(new Pace(), hooks, feeds)
  // On Kafka the rows may be stored by another replica: there the lag is the operator's to watch.
  const room = driver.name === 'embedded' ? { room: paced.room } : {}
  const running = Promise.all([
    // Events that waited while this process was away are for the rules of their tenants as much as those that follow.
    control.caughtUp
      .then(() => rules.settled())
      .then(() =>
        Promise.all([
          runStage(driver, intake, stop.signal, { ...paced.stage, ...room, weightOf }),
          runStage(driver, correlate, stop.signal, hooks.stage),
          runScans(driver, scans, stop.signal),
        ]),
      ),
    markTime(driver, time, stop.signal),
    runSink(driver, sink, stop.signal, SINK_LIMITS, paced.sink),
  ])
  lagOf(driver, metrics)
  figuresOf(rules, metrics)
  const server = statusServer(metrics, log, {
    clickhouse: () => clickhouseAnswers(clickhouse),
    backbone: () => driver.bounds({ topic: TOPICS.securityEvents.name, partition: 0 }),
  })
  const port = await listen(server, PORTS.pipeline + config.portOffset, config.host)
  return {
    url: `http://${config.host}:${port}`,
    failed: running.then(() => new Promise<never>(() => {})),
    async stop() {
      stop.abort()
      rules.close()
      server.close()
      await engine.close()
      await Promise.allSettled([running, following])
      await driver.close()
      await clickhouse.close()
    },
  }
}

/** Rows are counted where intake commits them, with where its feed stands, and where the lake has them. */
function pacedBy(pace: Pace, hooks: PipelineHooks, feeds: FeedPositions) {
  const stage: StageHooks = {
    committed(batch) {
      hooks.stage.committed?.(batch)
      pace.handedOn(batch.figures.rows)
      feeds.saw(batch)
    },
  }
  const sink: SinkHooks = {
    ...hooks.sink,
    written(range) {
      hooks.sink.written?.(range)
      if (range.tp.topic === TOPICS.normalizedEvents.name) pace.stored(range.weight)
    },
  }
  return { stage, sink, room: (lost: AbortSignal) => pace.room(lost) }
}
