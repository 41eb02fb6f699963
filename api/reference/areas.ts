/** The operations of the API by their area. */
import { METHODS } from '../../control/platform/acting/index.ts'
import type { OpenApiDocument, OpenApiOperation } from '../../schemas/api-document.ts'

export type Documented = {
  readonly method: string
  readonly path: string
  readonly operation: OpenApiOperation
}

/** Operations by their area, areas by name. */
export function areasOf(document: OpenApiDocument): ReadonlyMap<string, readonly Documented[]> {
  const areas = new Map<string, Documented[]>()
  for (const [path, item] of Object.entries(document.paths)) {
    for (const name of METHODS) {
      const operation = item[name.toLowerCase()]
      if (!operation) continue
      const area = operation.tags?.[0] ?? 'other'
      areas.set(area, [...(areas.get(area) ?? []), { method: name, path, operation }])
    }
  }
  return new Map([...areas].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** An area as a part of an address. */
export const areaSlug = (area: string) => area.toLowerCase().replace(/[^a-z0-9]+/g, '-')
