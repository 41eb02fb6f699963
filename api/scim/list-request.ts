import { Type } from 'typebox'
import { PAGE_MAX, ScimFault } from '../../control/identity/index.ts'

export const LIST_RESPONSE = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

const names = Type.Optional(Type.String({ maxLength: 2_000, description: 'names of attributes, with commas between' }))

/** Which attributes the answer shows (RFC 7644, section 3.9). */
export const shownQuery = { attributes: names, excludedAttributes: names }

export const listQuery = {
  filter: Type.Optional(Type.String({ maxLength: 4_096, description: 'one comparison: attribute eq "value"' })),
  startIndex: Type.Optional(Type.String({ maxLength: 20, description: 'of the first resource, from 1' })),
  count: Type.Optional(Type.String({ maxLength: 20, description: `resources wanted, at most ${PAGE_MAX} are given` })),
  ...shownQuery,
}

type Sent = { readonly filter?: string; readonly startIndex?: string; readonly count?: string }

/** Past it there is nothing: Postgres counts with 63 bits, JavaScript with 53. */
const INDEX_MAX = 2 ** 31

/** RFC 7644, section 3.4.2.4: an index below 1 is 1, a count below 0 is 0. Throws `invalidValue` for no whole number. */
export function readList({ filter, startIndex, count }: Sent) {
  const start = Math.max(1, wholeNumber('startIndex', startIndex, 1))
  const limit = Math.min(PAGE_MAX, Math.max(0, wholeNumber('count', count, PAGE_MAX)))
  return { filter: filter ?? null, offset: Math.min(start, INDEX_MAX) - 1, limit }
}

function wholeNumber(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^-?\d{1,15}$/.test(text)) throw new ScimFault('invalidValue', `${name} is a whole number`)
  return Number(text)
}

/** `itemsPerPage` says how many there are in this answer, which may be fewer than were asked for. */
export function listResponse(total: number, offset: number, resources: readonly unknown[]) {
  return {
    schemas: [LIST_RESPONSE],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}
