/**
 * The generic profile: any JSON object becomes an OCSF event. Values under known names go to their OCSF places, and the
 * whole record stays in `unmapped` (derived from the raw text when read), so nothing is lost.
 */
import { isMembers } from '../../../platform/members.ts'
import { isUnreadText } from '../../formats/any-text.ts'
import type { Mapping, Refusal } from '../../mapping/source-mapping.ts'
import { vendorIdOf } from '../../mapping/vendor-id.ts'
import { collect } from './collect.ts'
import { fillKnown, fillRead } from './fill.ts'
import { fillLine } from './read-line.ts'

export const generic: Mapping = {
  id: 'generic/2',

  fill(record, row): Refusal | null {
    if (isMembers(record.syslog) || isUnreadText(record)) return fillLine(record, row)
    if (!collect(record, row.receivedMs)) return 'too_deep'
    fillKnown(row)
    fillRead(record, row)
    return null
  },

  /**
   * `external_id` and Splunk's `_cd` are identities. Under `id` and `event_id` senders also write codes and names that
   * many events share ("4688", "user.login"): there only clearly generated values count, and other events are
   * identified by their content. Taking a code for an identity would drop events.
   */
  vendorId(record) {
    const sure = record.external_id ?? record._cd
    if (sure === undefined && isStateful(record)) return ''
    if (sure !== undefined) return vendorIdOf(sure)
    const id = vendorIdOf(record.event_id ?? record.id)
    return GENERATED.test(id) ? id : ''
  },
}

/** A finding keeps its id when it is changed: each of its states is an event. */
const isStateful = (record: Readonly<Record<string, unknown>>): boolean =>
  (record.severity ?? record.priority) !== undefined && (record.status ?? record.state) !== undefined

/** A UUID, a run of 16 hex digits or more, a ULID. */
const GENERATED = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,128}|[0-9A-HJKMNP-TV-Z]{26})$/i
