/**
 * The generic profile: any JSON object becomes an OCSF event. What it knows by name goes to its OCSF place, the whole
 * record stays in `unmapped` (derived from the raw text when read), so nothing is dropped.
 */

import { parseEventTime } from '../../../platform/event-time.ts'
import { plainAddress } from '../../../platform/ip-address.ts'
import type { EventRow } from '../../../schemas/event-row.ts'
import { severityNumber } from '../../mapping/severity.ts'
import type { Mapping, Refusal } from '../../mapping/source-mapping.ts'
import { textOf } from '../../mapping/text-of.ts'
import { ip, jsonText, known } from '../../mapping/transforms.ts'
import { vendorIdOf } from '../../mapping/vendor-id.ts'
import { collect, found } from './collect.ts'
import { type Level, levelOfNumber, levelOfOtel, levelOfWord } from './levels.ts'

const BASE_EVENT = 0
/** Unix seconds of 2001: a smaller number is a day written as one, or counts something. */
const UNIX_TIME_MIN = 1e9
const DETECTION_FINDING = 2004
const CREATE = 1
const APPLICATION_ERROR = 6008
const GENERAL_ERROR = 1
const HIGH = 4
const TEXT_MAX = 32_768
const TECHNIQUE = /^T\d{4}(\.\d{3})?$/

export const generic: Mapping = {
  id: 'generic/1',

  fill(record, row): Refusal | null {
    if (!collect(record)) return 'too_deep'
    row.timeMs = parseEventTime(found('time') ?? dateOf(found('timeNumber')) ?? dayAndClock())
    row.eventCode = text(found('code'))
    row.user = known(found('user'))
    row.targetUser = known(found('targetUser'))
    const host = known(found('host'))
    row.host = plainAddress(host) === '' ? host : ''
    row.processName = text(found('process'))
    row.parentName = text(found('parent'))
    row.cmdLine = text(found('commandLine'))
    row.pid = integer(found('pid'), 0xffff_ffff)
    row.srcIp = remote(found('srcIp'))
    row.dstIp = remote(found('dstIp'))
    row.srcPort = integer(found('srcPort'), 0xffff)
    row.dstPort = integer(found('dstPort'), 0xffff)
    row.domain = text(found('domain'))
    row.url = text(found('url'))
    row.filePath = text(found('file'))
    row.fileHash = text(found('hash'))
    row.regPath = text(found('registry'))
    classify(row)
    return null
  },

  /**
   * `external_id` and Splunk's `_cd` are identities. Under `id` and `event_id` senders also write codes and names that
   * many events share ("4688", "user.login"): there only what was clearly generated counts, everything else is told
   * apart by its content. To take a code for an identity would drop events.
   */
  vendorId(record) {
    const sure = record.external_id ?? record._cd
    if (sure !== undefined) return vendorIdOf(sure)
    const id = vendorIdOf(record.event_id ?? record.id)
    return GENERATED.test(id) ? id : ''
  },
}

/** A UUID, a run of 16 hex digits or more, a ULID. */
const GENERATED = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,128}|[0-9A-HJKMNP-TV-Z]{26})$/i

/**
 * A titled event with a severity is a finding of whoever sent it. What a logger writes is what an application says of
 * itself, an error of it where the level is one; everything else is a plain event.
 */
function classify(row: EventRow): void {
  const message = text(found('message'))
  const level = levelOf(message !== '')
  row.severityId = level.severityId || severityNumber(found('severityNumber'))
  const isLog = level.isLoggers && message !== ''
  // `name` beside a level and a message is that of the logger.
  const title = text(found('title')) || (isLog ? '' : text(found('name')))
  const isFinding = title !== '' && row.severityId > 0
  const isError = isLog && !isFinding && row.severityId >= HIGH
  row.classUid = isFinding ? DETECTION_FINDING : isError ? APPLICATION_ERROR : BASE_EVENT
  row.activityId = isFinding ? CREATE : isError ? GENERAL_ERROR : 0
  row.message = message || title || text(found('description'))
  const members: string[] = []
  if (isFinding) members.push(`"finding_info":{"title":${jsonText(title)}}`)
  const techniques = listOf(found('technique')).filter((id) => TECHNIQUE.test(id))
  if (techniques.length > 0)
    members.push(`"attacks":[${techniques.map((uid) => `{"technique":{"uid":"${uid}"}}`).join(',')}]`)
  row.ocsfRest = members.join(',')
}

/** Numbers are levels beside a message only: pino's record is `{"level":50,"time":...,"msg":"..."}`. */
function levelOf(hasMessage: boolean): Level {
  const severity = levelOfWord(found('severity'), false)
  if (severity.severityId > 0) return severity
  const word = levelOfWord(found('level'), true)
  if (word.severityId > 0 || !hasMessage) return word
  const number = levelOfNumber(found('level'), found('gelf') !== undefined)
  return number.severityId > 0 ? number : levelOfOtel(found('otelSeverity'))
}

function text(value: unknown): string {
  const whole = textOf(value)
  return whole.length > TEXT_MAX ? whole.slice(0, TEXT_MAX) : whole
}

function integer(value: unknown, max: number): number {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= max ? number : 0
}

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string')
}

function dayAndClock(): string | undefined {
  const [day, clock] = [found('day'), found('clock')]
  return typeof day === 'string' && typeof clock === 'string' ? `${day} ${clock}` : undefined
}

/** A moment, in a number or in words. */
function dateOf(value: unknown): number | string | undefined {
  if (typeof value === 'string') return !value.includes(':') || Number.isNaN(parseEventTime(value)) ? undefined : value
  return typeof value === 'number' && value >= UNIX_TIME_MIN ? value : undefined
}

/** Not the machine's own loop: it is everybody's, and nobody's. */
const LOOPBACK = /^(?:127\.|::1$)/

function remote(value: unknown): string {
  const address = ip(value)
  return LOOPBACK.test(address) ? '' : address
}
