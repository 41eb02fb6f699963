/** What a record says about a finding of its sender beside title and severity: its id, its state, the page about it. */

import { textOf } from '../../mapping/text-of.ts'
import { jsonText } from '../../mapping/transforms.ts'
import type { Read } from './read-names.ts'

const TEXT_MAX = 256
const CREATE = 1
const UPDATE = 2
const CLOSE = 3
const NEW = 1
const IN_PROGRESS = 2
const SUPPRESSED = 3
const RESOLVED = 4

export type FindingState = { readonly statusId: number; readonly activityId: number }

/** The words of vendors for the states of a finding, without blanks and marks. */
const STATES: ReadonlyMap<string, FindingState> = new Map([
  ...listed('new open opened created unresolved active triggered firing detected pending unassigned', NEW, CREATE),
  ...listed(
    'inprogress acknowledged ack assigned investigating underinvestigation triaged escalated reopened onhold review',
    IN_PROGRESS,
    UPDATE,
  ),
  ...listed(
    'closed close resolved resolve fixed remediated mitigated done completed cleared inactive',
    RESOLVED,
    CLOSE,
  ),
  ...listed('suppressed dismissed falsepositive ignored muted benign archived', SUPPRESSED, CLOSE),
])

function listed(words: string, statusId: number, activityId: number): [string, FindingState][] {
  return words.split(' ').map((word) => [word, { statusId, activityId }])
}

const NONE: FindingState = { statusId: 0, activityId: CREATE }

export function findingState({ outcome }: Read): FindingState {
  if (typeof outcome !== 'string' || outcome.length > 32) return NONE
  return STATES.get(outcome.toLowerCase().replace(/[^a-z]/g, '')) ?? NONE
}

/** The member of the event. `id` is used where no member is called the id of an alert. */
export function findingInfo(title: string, read: Read, id: unknown = undefined): string {
  const uid = (textOf(read.alertId) || textOf(id)).slice(0, TEXT_MAX)
  const info = [`"title":${jsonText(title)}`]
  if (uid !== '') info.push(`"uid":${jsonText(uid)}`)
  if (typeof read.link === 'string') info.push(`"src_url":${jsonText(read.link)}`)
  return `"finding_info":{${info.join(',')}}`
}
