/** Windows events in tables of Log Analytics. Only the spelling is Azure's: `../windows` has their meaning. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { newFields } from '../../formats/fields.ts'
import { decodeEntities } from '../../formats/xml.ts'
import { compileSource } from '../../mapping/source.ts'
import type { Field, RecordShape, SourceTable } from '../../mapping/table.ts'
import { WINDOWS } from '../windows/mapping.ts'
import { parseTexts } from './common.ts'

/** Columns of the tables, by the names that the Windows tables use. */
const HEADER: Readonly<Record<Field, readonly Field[]>> = {
  Channel: ['Channel', 'EventLog'],
  EventID: ['EventID'],
  Provider_Name: ['Provider', 'EventSourceName', 'Source'],
  Computer: ['Computer'],
  Hostname: ['Computer'],
  ComputerName: ['Computer'],
  EventCode: ['EventID'],
  SourceName: ['Provider', 'EventSourceName', 'Source'],
  TimeCreated: ['TimeCreated', 'TimeGenerated'],
  '@timestamp': ['TimeGenerated'],
  EventRecordID: ['EventRecordId', 'EventOriginId'],
  Level: ['EventLevel', 'Level', 'EventLevelName'],
  Keywords: ['Keywords'],
  Task: ['Task'],
  Message: ['RenderedDescription', 'Activity'],
  UserID: ['SystemUserId', 'UserName'],
  ExecutionProcessID: ['SystemProcessId'],
  ClearedChannel: ['EventData.Channel'],
}

const TABLES = new Set<unknown>(['SecurityEvent', 'WindowsEvent', 'Event'])

/** The event's own data as JSON text or as XML text in one column. */
const packed: RecordShape = {
  name: 'packed',
  is: (record) => isPacked(record.EventData) || isPacked(record.ParameterXml),
  under: 'EventData',
  namesAllBeside: true,
  names: HEADER,
  settle: (record) => {
    parseTexts(record, ['EventData'])
    const xml = typeof record.EventData === 'string' ? record.EventData : record.ParameterXml
    if (!isMembers(record.EventData)) record.EventData = typeof xml === 'string' ? dataOf(xml) : {}
  },
}

/** The event's own data as columns. */
const columns: RecordShape = { name: 'columns', is: () => true, names: HEADER }

export const WINDOWS_TABLES: SourceTable = {
  ...WINDOWS,
  id: 'azure-windows/1',
  shapes: [packed, columns],
  recognises: (record) => TABLES.has(record.Type) && 'TimeGenerated' in record && 'EventID' in record,
}

function isPacked(value: unknown): boolean {
  return isMembers(value) || (typeof value === 'string' && (value.startsWith('{') || value.startsWith('<')))
}

const DATA = /<Data Name="([\w .-]{1,128})"\s*(?:\/>|>([^<]*)<\/Data>)/g
const DATA_MAX = 500

/** `<Data Name="a">b</Data>` as members. */
function dataOf(xml: string): Members {
  const members = newFields()
  let left = DATA_MAX
  DATA.lastIndex = 0
  for (let found = DATA.exec(xml); found !== null && left-- > 0; found = DATA.exec(xml)) {
    const [, name = '', value = ''] = found
    members[name] = decodeEntities(value)
  }
  return members
}

export const windowsTables = compileSource(WINDOWS_TABLES)
