/**
 * Finds the log source of a record without mapping it: it decides which rules apply and where they find their fields.
 */
import type { SourceMapping } from '../../../connectors/mapping/source-mapping.ts'
import type { Routed } from '../../../detections/match/route-memo.ts'
import type { Members } from '../../../platform/members.ts'
import type { EventLogSource } from '../../../schemas/event-view.ts'

export type SourceRouted = Routed & { readonly source: SourceMapping | null }
export type SourceRoute = (record: Members) => SourceRouted

export class Routes {
  next: SourceRoute
  private readonly after: ((source: SourceMapping) => SourceRoute) | null
  /** All log sources that events can have; null when they are not known beforehand. */
  readonly logSources: readonly EventLogSource[] | null

  /** \`after\` gives the route of the event behind one of a source; null when all events have the first. */
  constructor(
    first: SourceRoute,
    after: ((source: SourceMapping) => SourceRoute) | null = null,
    logSources: readonly EventLogSource[] | null = null,
  ) {
    this.next = first
    this.after = after
    this.logSources = logSources
  }

  of(record: Members): SourceRouted {
    const routed = this.next(record)
    this.follow(routed)
    return routed
  }

  follow(routed: SourceRouted | null): void {
    if (this.after && routed?.source) this.next = this.after(routed.source)
  }
}

export function routeTo(source: SourceMapping): SourceRoute {
  return (record) => ({ logSource: source.logSourceOf(record), view: source.viewOf(record), source })
}
