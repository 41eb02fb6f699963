/** For tests: sends bodies through the real intake into a real lake, and records which rules matched. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { Rule } from '../detections/plan/plan.ts'
import { CompiledRules } from '../detections/tenant/compiled-rules.ts'
import { RuleEvent } from '../detections/tenant/rule-event.ts'
import { formatUid } from '../pipeline/signal-id.ts'
import { lakeSink } from '../pipeline/sinks/lake/sink.ts'
import { intakeStage } from '../pipeline/stages/intake/stage.ts'
import { tenantId } from '../platform/tenant.ts'
import { encodeEventBatch, type Framing } from '../schemas/event-batch.ts'
import { TOPICS } from '../schemas/topics.ts'
import { engineAway } from '../stores/clickhouse/engine-calls.ts'
import { lakePort } from '../stores/clickhouse/lake-port.ts'

export type Sent = {
  readonly tenant: string
  readonly format: string
  readonly framing?: Framing
  readonly body: string | Buffer
  /** Time of receipt. */
  readonly receivedMs: number
}

/** `rule uid` for each match of the stream, in order. */
export type Matches = readonly string[]

let offset = 0

/** Rejects when the engine refuses. */
export async function takeIn(client: ClickHouseClient, sent: Sent, rules: readonly Rule[] = []): Promise<Matches> {
  const { matches, values } = through(sent, rules)
  const topic = TOPICS.normalizedEvents.name
  const sink = lakeSink(lakePort(client))
  const records = values.map((value, at) => {
    return { topic, partition: 0, offset: at, timestampMs: sent.receivedMs, key: '', value }
  })
  const token = `test ${offset}`
  // Repeated with its token when the connection broke, as the pipeline's sink does.
  if (records.length > 0)
    await sink.write(records, token, false).catch((error: unknown) => {
      if (engineAway(error) === null) throw error
      return sink.write(records, token, true)
    })
  return matches
}

function through(sent: Sent, rules: readonly Rule[]): { matches: Matches; values: readonly Buffer[] } {
  const matches: string[] = []
  const compiled = new CompiledRules(rules, (rule, error) => {
    throw new Error(`${rule.id}: ${error.message}`)
  })
  const event = new RuleEvent()
  const detector: Parameters<typeof intakeStage>[0]['detector'] = {
    detect(value) {
      event.load(value)
      for (const number of compiled.match(event))
        matches.push(`${compiled.rule(number).rule.id} ${formatUid(value.row.uid)}`)
    },
  }
  const task = intakeStage({ partitions: 1, eventBytesMax: 1 << 20, detector }).open(0)
  const { tenant, format, framing = 'lines', body, receivedMs } = sent
  const [connectorId, connectorType, requestId] = ['source', 'test', 'request']
  const header = { tenantId: tenantId(tenant), connectorId, connectorType, requestId, sourceFormat: format }
  const value = encodeEventBatch({ ...header, receivedMs, framing, events: 1 }, Buffer.from(body))
  const topic = TOPICS.securityEvents.name
  offset++
  task.step({ topic, partition: 0, offset, timestampMs: receivedMs, key: '', value: Buffer.concat(value) })
  const { outputs } = task.flush()
  const values = outputs.filter((output) => output.topic === TOPICS.normalizedEvents.name)
  return { matches, values: values.map((output) => Buffer.concat(output.value)) }
}
