/** One change of several cases, as its form has it and as the API takes it. */
import type { Schemas } from '../api/client.ts'

export type BulkChange = Schemas['CaseBulkPreview']['change']

/** Values of the form; an empty one changes nothing. */
export type BulkValues = {
  readonly status: string
  readonly reason: string
  readonly severity: string
  readonly assignee: string
  readonly queue: string
  readonly tags: readonly string[]
}

export const NO_CHANGE: BulkValues = { status: '', reason: '', severity: '', assignee: '', queue: '', tags: [] }

/** Takes the owner or the queue away; it is no id. */
export const NONE = 'none'

export function changeOf({ status, reason, severity, assignee, queue, tags }: BulkValues): BulkChange {
  return {
    ...(status ? { status: status as NonNullable<BulkChange['status']> } : {}),
    ...(status && reason.trim() ? { reason: reason.trim() } : {}),
    ...(severity ? { severity: severity as NonNullable<BulkChange['severity']> } : {}),
    ...(assignee ? { assignee_id: assignee === NONE ? null : assignee } : {}),
    ...(queue ? { queue_id: queue === NONE ? null : queue } : {}),
    ...(tags.length > 0 ? { add_tags: [...tags] } : {}),
  }
}

/** Says in words how cases change; empty if they do not. */
export function changeWords({ status, severity, assignee, queue, tags }: BulkValues, nameOf: (id: string) => string) {
  return [
    status && `become ${status.replace('_', ' ')}`,
    severity && `get the severity ${severity}`,
    assignee && (assignee === NONE ? 'lose their owner' : `go to ${nameOf(assignee)}`),
    queue && (queue === NONE ? 'leave their queue' : `move to the queue ${nameOf(queue)}`),
    tags.length > 0 && `get the ${tags.length === 1 ? 'tag' : 'tags'} ${tags.join(', ')}`,
  ]
    .filter((part) => part)
    .join(', ')
}
