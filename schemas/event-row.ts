/**
 * One normalised event on its way into columns: the frequently used fields of the OCSF event, each a column of
 * `events`. One row object is reused; a field that a mapping does not set keeps its empty value.
 */
export class EventRow {
  tenantId = ''
  source = ''
  sourceFormat = ''
  /** The header lines that are needed to read the raw text, where its form has any. */
  rawHeader = ''
  /** Name and version of the mapping that made the row; `ocsf` when the raw text is the OCSF event itself. */
  mapping = ''
  /** 128 bits, most significant word first. */
  readonly uid = new Uint32Array(4)
  timeMs = 0
  /** 1 when the event names no usable time, and `timeMs` is that of receipt. */
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
  /** Members of the OCSF event without a column, as JSON with placeholders and without the outer braces. */
  ocsfForm = ''
  /** The values for the form's placeholders; without a form, the members themselves. */
  ocsfRest = ''

  /** Empties everything that comes from the event; fields of the batch stay. */
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
