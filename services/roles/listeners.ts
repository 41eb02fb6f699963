/** Receives syslog and reads customers' Kafka, and pushes the events to the ingest service. */

import { ingestClient } from '../../control/platform/connectors/index.ts'
import { type KafkaCounts, readSource } from '../../ingest/kafka/read-source.ts'
import { kafkaSources } from '../../ingest/kafka/source-spec.ts'
import { openListeners, type TlsFiles } from '../../ingest/syslog/open-listeners.ts'
import { Outbox, type OutboxCounts } from '../../ingest/syslog/outbox.ts'
import { AppError } from '../../platform/errors.ts'
import { type Metrics, openMetrics } from '../../platform/metrics.ts'
import type { Config } from '../config.ts'
import { listen, statusServer } from '../health/status-server.ts'
import type { StartRole } from '../role.ts'
import { listening, reachedUrl } from '../settings/listening.ts'
import { settingFile } from '../settings/setting-file.ts'

export const startListeners: StartRole = async (config, log) => {
  const token = config.ingestServiceToken ?? config.serviceToken
  if (token === null)
    throw new AppError(
      'bad_config',
      'SVC_SERVICE_TOKEN: set it to the token of the ingest service, which receives these events',
    )
  const metrics = openMetrics('listeners')
  const pushed = metrics.counter('syslog_messages_pushed_total', 'Syslog messages accepted by the ingest service')
  const dropped = metrics.counter('syslog_messages_dropped_total', 'Syslog messages lost', ['reason'])
  const counts: OutboxCounts = {
    pushed: (messages) => pushed.inc(messages),
    dropped: (messages, reason) => dropped.inc(messages, { reason }),
  }
  const push = ingestClient(config.ingestBaseUrl ?? reachedUrl(config, 'ingest'), token)
  const outbox = new Outbox(push, counts, log)
  const sources = config.kafkaSources === null ? [] : kafkaSources(config.kafkaSources)
  metrics.observed('syslog_held_bytes', 'Bytes waiting for the ingest service', () => outbox.heldBytes)
  const { host, portOffset, syslogListeners: specs } = config
  const close = await openListeners({
    ...{ host, portOffset, specs, outbox, counts, log },
    tls: tlsFiles(config),
  }).catch((error) => {
    throw error instanceof AppError
      ? error
      : new AppError('bad_config', `SVC_SYSLOG_LISTENERS: ${(error as Error).message}`, { cause: error })
  })
  const ofKafka = kafkaCounts(metrics)
  const readers = sources.map((source) => readSource(source, { push, counts: ofKafka, log }))
  if (specs.length === 0 && sources.length === 0)
    log.info('SVC_SYSLOG_LISTENERS and SVC_KAFKA_SOURCES are empty: this role has nothing to do')
  const server = statusServer(metrics, log, {})
  return {
    url: await listening(config, 'listeners', (port, at) => listen(server, port, at)),
    async stop() {
      await close()
      await Promise.all([outbox.stop(), ...readers.map((end) => end())])
      server.close()
      server.closeAllConnections()
    },
  }
}

function kafkaCounts(metrics: Metrics): KafkaCounts {
  const acceptedMessages = metrics.counter(
    'kafka_source_messages_taken_total',
    "Messages of customers' topics that are in",
  )
  const refused = metrics.counter(
    'kafka_source_messages_refused_total',
    "Messages of customers' topics that the ingest service rejects",
  )
  return { accepted: (messages) => acceptedMessages.inc(messages), refused: (messages) => refused.inc(messages) }
}

function tlsFiles({ syslogCert, syslogKey, syslogCa }: Config): TlsFiles | null {
  if (syslogCert === null || syslogKey === null) return null
  return {
    cert: settingFile('SVC_SYSLOG_TLS_CERT', syslogCert),
    key: settingFile('SVC_SYSLOG_TLS_KEY', syslogKey),
    ca: syslogCa === null ? null : settingFile('SVC_SYSLOG_TLS_CA', syslogCa),
  }
}
