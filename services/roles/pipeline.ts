/** The stages: intake, which matches the rules, correlate, and lake; and the scans of YARA beside them. */

import { SetScanner } from '../../detections/yara/set-scanner.ts'
import { FeedPositions } from '../../pipeline/correlate/feed-positions.ts'
import { MARK_MS, markTime } from '../../pipeline/correlate/mark-time.ts'
import { correlateStage } from '../../pipeline/correlate/stage.ts'
import { YaraTexts } from '../../pipeline/detect/yara-texts.ts'
import { INTAKE } from '../../pipeline/intake/stage.ts'
import { lakeSink } from '../../pipeline/lake/sink.ts'
import { systemClock } from '../../pipeline/runtime/clock.ts'
import { ControlFeed } from '../../pipeline/runtime/control-feed.ts'
import { Pace } from '../../pipeline/runtime/pace.ts'
import { runSink, SINK_LIMITS, type SinkHooks } from '../../pipeline/runtime/run-sink.ts'
import { runStage } from '../../pipeline/runtime/run-stage.ts'
import { CarefulScanner } from '../../pipeline/yara/careful-scanner.ts'
import { runScans } from '../../pipeline/yara/run-scans.ts'
import { AppError } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { lakePort } from '../../stores/clickhouse/lake-port.ts'
import { requireBackbone } from '../alone.ts'
import { clickhouseAnswers } from '../answers.ts'
import { openBackbone } from '../backbone.ts'
import { ruleMetrics, scansMetrics } from '../detect-metrics.ts'
import { openIntake } from '../intake/open-intake.ts'
import { listening } from '../listening.ts'
import { lagOf, pipelineMetrics } from '../pipeline-metrics.ts'
import type { StartRole } from '../role.ts'
import { followStops } from '../rule-stops.ts'
import { listen, statusServer } from '../status-server.ts'

/**
 * Of an insert without a word from the lake. One that goes on there unheard is harmless: its rows are looked for before
 * it is sent again.
 */
const LAKE_SILENT_MS_MAX = 30_000

export const startPipeline: StartRole = async (config, log) => {
  if (config.clickhouseUrl === null) throw new AppError('bad_config', 'CLICKHOUSE_URL: the lake is written there')
  requireBackbone(config)
  const stop = new AbortController()
  const driver = await openBackbone(config, ['pipeline'], log)
  const clickhouse = openClickhouse({ url: config.clickhouseUrl, timeoutMs: LAKE_SILENT_MS_MAX })
  const metrics = openMetrics('pipeline')
  const hooks = pipelineMetrics(metrics, log)
  const pace = new Pace()
  const feeds = new FeedPositions()
  const told = ruleMetrics(metrics, log)
  const intake = openIntake({
    ...{ config, driver, feeds, pace, metrics, log },
    ...{ stageHooks: hooks.stage, ruleHooks: told.rules },
  })
  const { rules } = intake
  const yara = new YaraTexts(told.yara)
  const engine = new SetScanner()
  const control = new ControlFeed((...change) => {
    rules.change(...change)
    yara.change(...change)
  })
  const following = control.follow(driver, log, stop.signal)
  const stops = followStops([rules, yara], control.caughtUp, config.clickhouseUrl, log)
  const correlate = correlateStage({
    book: rules,
    inputPartitions: driver.partitions(TOPICS.securityEvents.name),
    signalPartitions: driver.partitions(TOPICS.signals.name),
  })
  const time = {
    ...{ group: INTAKE, everyMs: MARK_MS, now: Date.now, clock: systemClock, feeds },
    refused: (err: unknown) => log.warn({ err }, 'windows are not told the time; trying again'),
  }
  const scans = {
    ...{ book: yara, scanner: new CarefulScanner(yara, engine, systemClock), hooks: scansMetrics(metrics, log) },
    signalPartitions: driver.partitions(TOPICS.signals.name),
  }
  const sink = lakeSink(lakePort(clickhouse, config.clickhouseBodies ?? undefined))
  const running = Promise.all([
    intake.run({ control, stopsKnown: stops.known }, stop.signal),
    // What waited while this process was away is for the rules of its tenants as much as what follows.
    stops.known.then(async () => {
      const correlating = rules.settled().then(() => runStage(driver, correlate, stop.signal, hooks.stage))
      await Promise.all([correlating, runScans(driver, scans, stop.signal)])
    }),
    markTime(driver, time, stop.signal),
    runSink(driver, sink, stop.signal, SINK_LIMITS, pacing(pace, hooks.sink)),
  ])
  lagOf(driver, metrics)
  const text = async () => metrics.text(await intake.series())
  const server = statusServer({ text, contentType: metrics.contentType }, log, {
    clickhouse: () => clickhouseAnswers(clickhouse),
    backbone: () => driver.bounds({ topic: TOPICS.securityEvents.name, partition: 0 }),
  })
  return {
    url: await listening(config, 'pipeline', (port, host) => listen(server, port, host)),
    failed: running.then(() => new Promise<never>(() => {})),
    async stop() {
      stop.abort()
      rules.close()
      server.close()
      await engine.close()
      await stops.close()
      await Promise.allSettled([running, following])
      await intake.close()
      await driver.close()
      await clickhouse.close()
    },
  }
}

/** Rows that the lake has are no longer ahead of it. */
function pacing(pace: Pace, hooks: SinkHooks): SinkHooks {
  const written: SinkHooks['written'] = (range) => {
    hooks.written?.(range)
    if (range.tp.topic === TOPICS.normalizedEvents.name) pace.stored(range.weight)
  }
  return { ...hooks, written }
}
