import { type Static, Type } from 'typebox'
import { PAGE_MAX, ScimFault } from '../../control/identity/accounts/index.ts'
import { named } from '../plugins/named-schemas.ts'

export const LIST_RESPONSE = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

const names = Type.Optional(Type.String({ maxLength: 2_000, description: 'names of attributes, separated by commas' }))

/** Selects the attributes of the answer (RFC 7644, section 3.9). */
export const shownQuery = { attributes: names, excludedAttributes: names }

export const listQuery = {
  filter: Type.Optional(Type.String({ maxLength: 4_096, description: 'one comparison: attribute eq "value"' })),
  startIndex: Type.Optional(Type.String({ maxLength: 20, description: 'position of the first resource, from 1' })),
  count: Type.Optional(Type.String({ maxLength: 20, description: `number of resources, at most ${PAGE_MAX}` })),
  ...shownQuery,
}

const SEARCH_REQUEST = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'
const namesOfBody = Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 }))

/**
 * Parameters of a list in a body, for filters that must not stand in addresses and their logs (RFC 7644, section
 * 3.4.3).
 */
export const searchBody = named(
  'ScimSearch',
  Type.Object(
    {
      schemas: Type.Optional(Type.Array(Type.Literal(SEARCH_REQUEST), { minItems: 1, maxItems: 1 })),
      ...{ attributes: namesOfBody, excludedAttributes: namesOfBody },
      filter: Type.Optional(Type.String({ maxLength: 4_096 })),
      ...{ startIndex: Type.Optional(Type.Integer()), count: Type.Optional(Type.Integer()) },
    },
    { additionalProperties: true },
  ),
)

/** A search as the query of a list. */
export function queryOfSearch({
  attributes,
  excludedAttributes,
  filter,
  startIndex,
  count,
}: Static<typeof searchBody>) {
  return {
    ...(filter === undefined ? {} : { filter }),
    ...(startIndex === undefined ? {} : { startIndex: String(startIndex) }),
    ...(count === undefined ? {} : { count: String(count) }),
    ...(attributes === undefined ? {} : { attributes: attributes.join(',') }),
    ...(excludedAttributes === undefined ? {} : { excludedAttributes: excludedAttributes.join(',') }),
  }
}

/** Largest body of a search. */
export const SEARCH_BYTES_MAX = 64 * 1024

export type ListQuery = Sent & { readonly attributes?: string; readonly excludedAttributes?: string }

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

/** `itemsPerPage` is the number in this answer, which may be fewer than requested. */
export function listResponse(total: number, offset: number, resources: readonly unknown[]) {
  return {
    schemas: [LIST_RESPONSE],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}
