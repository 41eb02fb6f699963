/**
 * Finds the log source of a record without mapping it: it decides which rules apply and where they find their fields.
 */

import { isOcsf } from '../../../connectors/families/ocsf/mapping.ts'
import { intakeOf } from '../../../connectors/index.ts'
import type { SourceMapping } from '../../../connectors/mapping/source-mapping.ts'
import { genericLogSource, genericView } from '../../../connectors/mapping/views/generic.ts'
import { ocsfLogSource, ocsfView } from '../../../connectors/mapping/views/ocsf.ts'
import { detectSource } from '../../../connectors/registry.ts'
import type { Routed } from '../../../detections/match/route-memo.ts'
import type { Members } from '../../../platform/members.ts'

type SourceRouted = Routed & { readonly source: SourceMapping | null }
type SourceRoute = (record: Members) => SourceRouted

/**
 * Routes a record by the source that its format names, to OCSF or to no source where the format says so, and otherwise
 * by the shape of the record. Neighbouring records are alike, so the source of the last one is tried first. Each source
 * has one route.
 */
export class Routes {
  next: SourceRoute
  private readonly isDetected: boolean
  private readonly guessing = new Map<SourceMapping | null, SourceRoute>()

  constructor(format: string) {
    const intake = intakeOf(format)
    this.isDetected = intake === 'detect'
    if (intake === null || intake === 'detect') this.next = this.after(null)
    else if ('viewOf' in intake) this.next = (record) => toSource(intake as SourceMapping, record)
    else this.next = intake.id === 'ocsf' ? toOcsf : toNone
  }

  of(record: Members): SourceRouted {
    const routed = this.next(record)
    this.follow(routed)
    return routed
  }

  follow(routed: SourceRouted | null): void {
    if (this.isDetected && routed?.source) this.next = this.after(routed.source)
  }

  private after(guess: SourceMapping | null): SourceRoute {
    const known = this.guessing.get(guess)
    if (known) return known
    const route = (record: Members): SourceRouted => {
      if (isOcsf(record)) return toOcsf(record)
      const source = detectSource(record, guess)
      return source === null ? toNone() : toSource(source, record)
    }
    this.guessing.set(guess, route)
    return route
  }
}

function toSource(source: SourceMapping, record: Members): SourceRouted {
  return { logSource: source.logSourceOf(record), view: source.viewOf(record), source }
}

function toOcsf(record: Members): SourceRouted {
  return { logSource: ocsfLogSource(record), view: ocsfView, source: null }
}

function toNone(): SourceRouted {
  return { logSource: genericLogSource, view: genericView, source: null }
}
