/**
 * One normalised event on its way into columns: the hot leaves of the OCSF event, each a column of `events`. One row
 * object is filled again and again; what a mapping does not set keeps the empty value.
 */
export class EventRow {
  tenantId = ''
  source = ''
  sourceFormat = ''
  /** The header lines by which the text is read, where its form has any. */
  rawHeader = ''
  /** Which mapping made it, with its version; `ocsf` when the raw text is the OCSF event itself. */
  mapping = ''
  /** 128 bits, most significant word first. */
  readonly uid = new Uint32Array(4)
  timeMs = 0
  /** 1: the event names no usable time, and `timeMs` is that of receipt. */
  timeMissing = 0
  receivedMs = 0
  classUid = 0
  activityId = 0
  severityId = 0
  statusId = 0
  eventCode = ''
  host = ''
  user = ''
  targetUser = ''
  processName = ''
  parentName = ''
  domain = ''
  srcIp = ''
  dstIp = ''
  srcPort = 0
  dstPort = 0
  pid = 0
  cmdLine = ''
  filePath = ''
  fileHash = ''
  url = ''
  regPath = ''
  message = ''
  /** Members of the OCSF event that no column holds, as JSON with holes and without the outer braces. */
  ocsfForm = ''
  /** The values for the form's holes; without a form, the members themselves. */
  ocsfRest = ''

  /** Everything that comes from the event is emptied; what the batch set stays. */
  clear(): void {
    this.timeMs = 0
    this.timeMissing = 0
    this.classUid = 0
    this.activityId = 0
    this.severityId = 0
    this.statusId = 0
    this.eventCode = ''
    this.host = ''
    this.user = ''
    this.targetUser = ''
    this.processName = ''
    this.parentName = ''
    this.domain = ''
    this.srcIp = ''
    this.dstIp = ''
    this.srcPort = 0
    this.dstPort = 0
    this.pid = 0
    this.cmdLine = ''
    this.filePath = ''
    this.fileHash = ''
    this.url = ''
    this.regPath = ''
    this.message = ''
    this.ocsfForm = ''
    this.ocsfRest = ''
  }
}
