/**
 * Logs of OpenTelemetry as its protocol carries them (OTLP 1, `opentelemetry/proto/logs/v1/logs.proto` and
 * `collector/logs/v1/logs_service.proto`; "OTLP Specification" for the JSON form). A record becomes an event of JSON: a
 * body of members is the event itself, any other is its `message`, and beside it stand the time, the severity and the
 * attributes of the record and of its resource under their own names, so that a line of syslog in a body is read as one.
 */
import { AppError } from '../../platform/errors.ts'
import { isMembers } from '../../platform/members.ts'
import { type Message, type ReadLimits, readProtobuf } from './protobuf.ts'

const ANY: Message = {
  1: { name: 'stringValue', kind: 'text' },
  2: { name: 'boolValue', kind: 'bool' },
  3: { name: 'intValue', kind: 'int64' },
  4: { name: 'doubleValue', kind: 'double' },
  5: { name: 'arrayValue', kind: () => ({ 1: { name: 'values', kind: () => ANY, isList: true } }) },
  6: { name: 'kvlistValue', kind: () => ({ 1: { name: 'values', kind: () => KEY_VALUE, isList: true } }) },
  7: { name: 'bytesValue', kind: 'bytes' },
}
const KEY_VALUE: Message = { 1: { name: 'key', kind: 'text' }, 2: { name: 'value', kind: () => ANY } }
const RECORD: Message = {
  1: { name: 'timeUnixNano', kind: 'fixed64' },
  2: { name: 'severityNumber', kind: 'uint32' },
  3: { name: 'severityText', kind: 'text' },
  5: { name: 'body', kind: () => ANY },
  6: { name: 'attributes', kind: () => KEY_VALUE, isList: true },
  9: { name: 'traceId', kind: 'hex' },
  10: { name: 'spanId', kind: 'hex' },
  11: { name: 'observedTimeUnixNano', kind: 'fixed64' },
  12: { name: 'eventName', kind: 'text' },
}
const SCOPE: Message = {
  1: { name: 'name', kind: 'text' },
  2: { name: 'version', kind: 'text' },
}
const SCOPE_LOGS: Message = {
  1: { name: 'scope', kind: () => SCOPE },
  2: { name: 'logRecords', kind: () => RECORD, isList: true },
}
const RESOURCE: Message = { 1: { name: 'attributes', kind: () => KEY_VALUE, isList: true } }
const RESOURCE_LOGS: Message = {
  1: { name: 'resource', kind: () => RESOURCE },
  2: { name: 'scopeLogs', kind: () => SCOPE_LOGS, isList: true },
}
const REQUEST: Message = { 1: { name: 'resourceLogs', kind: () => RESOURCE_LOGS, isList: true } }

/** Reads an ExportLogsServiceRequest in Protocol Buffers into its JSON form. Throws as `readProtobuf` does. */
export function readOtlp(body: Buffer, limits: ReadLimits): unknown {
  return readProtobuf(body, REQUEST, limits)
}

type Fields = Record<string, unknown>

/** The events of a request in its JSON form. A member that should be a list and is not contributes no events. */
export function* otlpEvents(request: unknown): Generator<Fields> {
  for (const ofResource of listIn(request, 'resourceLogs')) {
    const resource = attributesOf(isMembers(ofResource.resource) ? ofResource.resource : {})
    for (const ofScope of listIn(ofResource, 'scopeLogs')) {
      const scope = isMembers(ofScope.scope) ? ofScope.scope : {}
      for (const record of listIn(ofScope, 'logRecords')) yield eventOf(record, scope, resource)
    }
  }
}

function listIn(value: unknown, name: string): readonly Fields[] {
  const list = isMembers(value) ? value[name] : undefined
  return Array.isArray(list) ? list.filter(isMembers) : []
}

function eventOf(record: Fields, scope: Fields, resource: Fields): Fields {
  const plainBody = plainOf(record.body)
  const own = isMembers(plainBody)
    ? plainBody
    : plainBody === null
      ? {}
      : { message: typeof plainBody === 'string' ? plainBody : textOf(plainBody) }
  const event: Fields = { ...timesOf(record), agent: AGENT }
  for (const name of ['severityText', 'severityNumber', 'eventName', 'traceId', 'spanId'])
    if (isPresent(record[name])) event[name] = record[name]
  if (isPresent(scope.name)) event['otel.scope.name'] = scope.name
  // The nearer scope wins a repeated name, and the record's own fields win over all scopes.
  const host = resource['host.name'] ?? resource['k8s.node.name']
  return { ...event, ...(host === undefined ? {} : { host }), ...resource, ...attributesOf(record), ...own }
}

const VALUES_DEPTH_MAX = 32

/** Marks the event as a line from OpenTelemetry. */
const AGENT = { type: 'opentelemetry' }

/** False for defaults of Protocol Buffers, which mean no value. */
function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 0 && value !== '0'
}

function timesOf({ timeUnixNano, observedTimeUnixNano }: Fields): Fields {
  const time = isPresent(timeUnixNano) ? iso(timeUnixNano) : null
  if (time !== null) return { '@timestamp': time }
  return isPresent(observedTimeUnixNano) ? { observedTimeUnixNano } : {}
}

/**
 * The time with all nine digits. Null for a value that is not a number of nanoseconds, or is beyond the range of dates.
 */
function iso(nanoseconds: unknown): string | null {
  const digits = String(nanoseconds)
  if (!/^\d{1,20}$/.test(digits)) return null
  const date = new Date(Number(BigInt(digits) / 1_000_000n))
  if (Number.isNaN(date.getTime())) return null
  return `${date.toISOString().slice(0, 20)}${digits.slice(-9).padStart(9, '0')}Z`
}

function attributesOf({ attributes }: Fields): Fields {
  return Array.isArray(attributes) ? membersOf(attributes) : {}
}

function membersOf(pairs: readonly unknown[], depth = 0): Fields {
  const named = pairs.filter((pair) => isMembers(pair) && typeof pair.key === 'string') as Fields[]
  return Object.fromEntries(named.map(({ key, value }) => [key as string, plainOf(value, depth)]))
}

/** Whole numbers that JSON readers would round stay text. */
function plainOf(any: unknown, depth = 0): unknown {
  if (!isMembers(any)) return null
  if (depth > VALUES_DEPTH_MAX) throw new AppError('bad_body', `values are nested deeper than ${VALUES_DEPTH_MAX}`)
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } = any
  if (intValue !== undefined) return Number.isSafeInteger(Number(intValue)) ? Number(intValue) : intValue
  if (kvlistValue !== undefined) return membersOf(isMembers(kvlistValue) ? arrayIn(kvlistValue) : [], depth + 1)
  if (arrayValue !== undefined)
    return isMembers(arrayValue) ? arrayIn(arrayValue).map((one) => plainOf(one, depth + 1)) : []
  return stringValue ?? boolValue ?? doubleValue ?? bytesValue ?? null
}

function arrayIn({ values }: Fields): readonly unknown[] {
  return Array.isArray(values) ? values : []
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
