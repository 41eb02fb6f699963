/** The columns of `events` as layout `events/4` of `svc.normalized_events`. A changed column is a new layout. */
import type { EventRow } from './event-row.ts'
import { Addresses, type Column, Dictionary, Fixed, Milliseconds, nativeBlock, Text, Uuid } from './native-columns.ts'

export const EVENTS_LAYOUT = 'events/4'
/**
 * Layouts that may still be in the log. `events/1` has no forms, `events/1` and `events/2` have no header lines, and
 * only `events/4` records whether the time is missing. The lake accepts rows of all of them.
 */
export const EVENTS_LAYOUTS: ReadonlySet<string> = new Set([EVENTS_LAYOUT, 'events/3', 'events/2', 'events/1'])

export class EventsBlock {
  rows = 0
  readonly #tenantId = new Dictionary()
  readonly #uid = new Uuid()
  readonly #time = new Milliseconds()
  readonly #received = new Milliseconds()
  readonly #classUid = new Fixed('UInt32')
  readonly #activityId = new Fixed('UInt8')
  readonly #severityId = new Fixed('UInt8')
  readonly #statusId = new Fixed('UInt8')
  readonly #source = new Dictionary()
  readonly #sourceFormat = new Dictionary()
  readonly #eventCode = new Dictionary()
  readonly #host = new Dictionary()
  readonly #user = new Dictionary()
  readonly #targetUser = new Dictionary()
  readonly #processName = new Dictionary()
  readonly #parentName = new Dictionary()
  readonly #domain = new Dictionary()
  readonly #srcIp = new Addresses()
  readonly #dstIp = new Addresses()
  readonly #srcPort = new Fixed('UInt16')
  readonly #dstPort = new Fixed('UInt16')
  readonly #pid = new Fixed('UInt32')
  readonly #cmdLine = new Text()
  readonly #filePath = new Text()
  readonly #fileHash = new Text()
  readonly #url = new Text()
  readonly #regPath = new Text()
  readonly #message = new Text()
  readonly #mapping = new Dictionary()
  readonly #ocsfForm = new Dictionary()
  readonly #ocsfRest = new Text()
  readonly #rawHeader = new Dictionary()
  readonly #timeMissing = new Fixed('UInt8')
  readonly #raw = new Text()

  /** Adds a row with its text as received, a range of the batch's body. */
  push(row: EventRow, body: Buffer, rawStart: number, rawEnd: number): void {
    this.rows++
    this.#tenantId.push(row.tenantId)
    this.#uid.push(row.uid)
    this.#time.push(row.timeMs)
    this.#received.push(row.receivedMs)
    this.#classUid.push(row.classUid)
    this.#activityId.push(row.activityId)
    this.#severityId.push(row.severityId)
    this.#statusId.push(row.statusId)
    this.#source.push(row.source)
    this.#sourceFormat.push(row.sourceFormat)
    this.#eventCode.push(row.eventCode)
    this.#host.push(row.host)
    this.#user.push(row.user)
    this.#targetUser.push(row.targetUser)
    this.#processName.push(row.processName)
    this.#parentName.push(row.parentName)
    this.#domain.push(row.domain)
    this.#srcIp.push(row.srcIp)
    this.#dstIp.push(row.dstIp)
    this.#srcPort.push(row.srcPort)
    this.#dstPort.push(row.dstPort)
    this.#pid.push(row.pid)
    this.#cmdLine.push(row.cmdLine)
    this.#filePath.push(row.filePath)
    this.#fileHash.push(row.fileHash)
    this.#url.push(row.url)
    this.#regPath.push(row.regPath)
    this.#message.push(row.message)
    this.#mapping.push(row.mapping)
    this.#ocsfForm.push(row.ocsfForm)
    this.#ocsfRest.push(row.ocsfRest)
    this.#rawHeader.push(row.rawHeader)
    this.#timeMissing.push(row.timeMissing)
    this.#raw.pushBytes(body, rawStart, rawEnd)
  }

  /** The rows as one Native block; the block is empty afterwards. */
  drain(): Buffer[] {
    const rows = this.rows
    this.rows = 0
    return nativeBlock(this.#columns(), rows)
  }

  #columns(): [string, Column][] {
    return [
      ['tenant_id', this.#tenantId],
      ['event_uid', this.#uid],
      ['time', this.#time],
      ['ingest_time', this.#received],
      ['class_uid', this.#classUid],
      ['activity_id', this.#activityId],
      ['severity_id', this.#severityId],
      ['status_id', this.#statusId],
      ['source', this.#source],
      ['source_format', this.#sourceFormat],
      ['event_code', this.#eventCode],
      ['host', this.#host],
      ['user', this.#user],
      ['target_user', this.#targetUser],
      ['process_name', this.#processName],
      ['parent_name', this.#parentName],
      ['domain', this.#domain],
      ['src_ip', this.#srcIp],
      ['dst_ip', this.#dstIp],
      ['src_port', this.#srcPort],
      ['dst_port', this.#dstPort],
      ['pid', this.#pid],
      ['cmd_line', this.#cmdLine],
      ['file_path', this.#filePath],
      ['file_hash', this.#fileHash],
      ['url', this.#url],
      ['reg_path', this.#regPath],
      ['message', this.#message],
      ['mapping', this.#mapping],
      ['ocsf_form', this.#ocsfForm],
      ['ocsf_rest', this.#ocsfRest],
      ['raw_header', this.#rawHeader],
      ['time_missing', this.#timeMissing],
      ['raw', this.#raw],
    ]
  }
}
