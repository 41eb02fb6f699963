/** The stages: intake and lake. */

import { INGEST_LIMITS } from '../../api/ingest/limits.ts'
import type { TenantDocument } from '../../control/tenants/index.ts'
import { intakeStage } from '../../pipeline/intake/stage.ts'
import { lakeSink } from '../../pipeline/lake/sink.ts'
import { ControlFeed } from '../../pipeline/runtime/control-feed.ts'
import { runSink, SINK_LIMITS } from '../../pipeline/runtime/run-sink.ts'
import { runStage } from '../../pipeline/runtime/run-stage.ts'
import { AppError } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { TOPICS } from '../../schemas/topics.ts'
import { insertNative, openClickhouse } from '../../stores/clickhouse/client.ts'
import { openBackbone } from '../backbone.ts'
import { PORTS } from '../config.ts'
import { lagOf, pipelineMetrics } from '../pipeline-metrics.ts'
import type { StartRole } from '../role.ts'
import { listen, statusServer } from '../status-server.ts'

export const startPipeline: StartRole = async (config, log) => {
  if (config.clickhouseUrl === null) throw new AppError('bad_config', 'CLICKHOUSE_URL: the lake is written there')
  const stop = new AbortController()
  const driver = await openBackbone(config, ['pipeline'], log)
  const clickhouse = openClickhouse({ url: config.clickhouseUrl })
  const metrics = openMetrics('pipeline')
  const hooks = pipelineMetrics(metrics, log)
  const control = new ControlFeed()
  const following = control.follow(driver, log, stop.signal)
  const intake = intakeStage({
    partitions: driver.partitions(TOPICS.normalizedEvents.name),
    eventBytesMax: INGEST_LIMITS.eventBytesMax,
  })
  const folder = config.clickhouseBodies === null ? {} : { folder: config.clickhouseBodies }
  const sink = lakeSink((insert) => insertNative(clickhouse, { ...insert, ...folder }))
  const weightOf = (tenant: string) => control.get<TenantDocument>('tenant', tenant)?.weight ?? 1
  const running = Promise.all([
    runStage(driver, intake, stop.signal, { ...hooks.stage, weightOf }),
    runSink(driver, sink, stop.signal, SINK_LIMITS, hooks.sink),
  ])
  lagOf(driver, metrics)
  const server = statusServer(metrics, { clickhouse: () => clickhouse.ping().then(refuseFailure) })
  const port = await listen(server, PORTS.pipeline + config.portOffset, config.host)
  return {
    url: `http://${config.host}:${port}`,
    failed: running.then(() => new Promise<never>(() => {})),
    async stop() {
      stop.abort()
      server.close()
      await Promise.allSettled([running, following])
      await driver.close()
      await clickhouse.close()
    },
  }
}

function refuseFailure(ping: { success: boolean; error?: Error }): void {
  if (!ping.success) throw ping.error ?? new Error('no answer')
}
