/** CrowdStrike Falcon: the data replicator, event streams, detections. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { FORWARDED, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import type { SourceTable } from '../../mapping/table.ts'
import { CONSOLE } from './console.ts'
import { SENSOR } from './sensor.ts'
import { CROWDSTRIKE_SHAPES } from './shapes.ts'

/** An event of the stream, even if a forwarder removed its customer id. */
const isStreamed = ({ metadata, event }: Readonly<Members>): boolean =>
  isMembers(metadata) &&
  isMembers(event) &&
  metadata.eventCreationTime !== undefined &&
  /(?:DetectionSummary|Audit|RemoteResponseSession\w+|Incident\w*|Xdr\w*)Event$/.test(String(metadata.eventType))

export const CROWDSTRIKE: SourceTable = {
  id: 'crowdstrike/1',
  shapes: CROWDSTRIKE_SHAPES,
  select: ['kind', 'event_platform', 'OperationName'],
  rows: product('CrowdStrike', 'Falcon'),
  vendorId: 'id',
  recognises: (record) =>
    record.event_simpleName !== undefined ||
    (record.composite_id !== undefined &&
      (record.cid !== undefined || record.falcon_host_link !== undefined || record.created_timestamp !== undefined)) ||
    isStreamed(record) ||
    record.event_simplename !== undefined ||
    record.fdr_event_type !== undefined ||
    (isMembers(record.metadata) && record.metadata.customerIDString !== undefined) ||
    (record.EventType === 'Event_ExternalApiEvent' && record.ExternalApiType !== undefined) ||
    (isMembers(record.unknown_payload) && record.unknown_payload.CustomerIdString !== undefined) ||
    (record.PatternDispositionValue !== undefined && record.cid !== undefined) ||
    (isMembers(record.event) && record.event.event_simpleName !== undefined),
  renderings: FORWARDED,
  chapters: [SENSOR, CONSOLE],
}

export const crowdstrike = compileSource(CROWDSTRIKE)
