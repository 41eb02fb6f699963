/** Routes of all formats. It loads the tables of all sources. */
import { isOcsf } from '../../../connectors/families/ocsf/mapping.ts'
import { intakeOf } from '../../../connectors/index.ts'
import type { SourceMapping } from '../../../connectors/mapping/source-mapping.ts'
import { genericLogSource, genericView } from '../../../connectors/mapping/views/generic.ts'
import { ocsfLogSource, ocsfView } from '../../../connectors/mapping/views/ocsf.ts'
import { detectSource } from '../../../connectors/registry.ts'
import type { Members } from '../../../platform/members.ts'
import { Routes, routeTo, type SourceRoute, type SourceRouted } from './routes.ts'

/** By the source that the format names, to OCSF or to no source where it says so, and otherwise by the record's shape. */
export function routesOf(format: string): Routes {
  const intake = intakeOf(format)
  if (intake === null || intake === 'detect') return detectingRoutes()
  if ('viewOf' in intake) return new Routes(routeTo(intake as SourceMapping))
  return new Routes(intake.id === 'ocsf' ? toOcsf : toNone)
}

/** Neighbouring records are alike, so the source of the last one is tried first. Each source has one route. */
function detectingRoutes(): Routes {
  const known = new Map<SourceMapping | null, SourceRoute>()
  const after = (guess: SourceMapping | null): SourceRoute => {
    const route = known.get(guess) ?? detecting(guess)
    known.set(guess, route)
    return route
  }
  return new Routes(after(null), after)
}

function detecting(guess: SourceMapping | null): SourceRoute {
  return (record) => {
    if (isOcsf(record)) return toOcsf(record)
    const source = detectSource(record, guess)
    return source === null ? toNone() : routeTo(source)(record)
  }
}

function toOcsf(record: Members): SourceRouted {
  return { logSource: ocsfLogSource(record), view: ocsfView, source: null }
}

function toNone(): SourceRouted {
  return { logSource: genericLogSource, view: genericView, source: null }
}
