/** Schemas that the directory routes share in the OpenAPI document. */
import { type TSchema, Type } from 'typebox'
import { CORE_USER, SVC_GROUP } from '../../control/identity/accounts/index.ts'
import { named } from '../plugins/named-schemas.ts'
import { ERROR, SCIM_JSON } from './scim-error.ts'

/**
 * Bytes of a body. A group of ten thousand members fits.
 * @bound body of a SCIM request = {:bytes} -> 413
 */
export const bodyLimit = 2 * 1024 * 1024
export const credential = 'provisioning_token'

const error = named(
  'ScimError',
  Type.Object({
    schemas: Type.Array(Type.Literal(ERROR)),
    status: Type.String(),
    scimType: Type.Optional(Type.String()),
    detail: Type.String(),
  }),
)

export const resource = named(
  'ScimResource',
  Type.Object(
    { schemas: Type.Array(Type.String()), id: Type.String() },
    {
      additionalProperties: true,
      description: `resource as described by /scim/v2/Schemas: ${CORE_USER}, or a Group with ${SVC_GROUP}`,
    },
  ),
)
export const document = named(
  'ScimDocument',
  Type.Object({ schemas: Type.Array(Type.String()) }, { additionalProperties: true }),
)
export const list = named(
  'ScimList',
  Type.Object({
    schemas: Type.Array(Type.String()),
    totalResults: Type.Integer(),
    startIndex: Type.Integer(),
    itemsPerPage: Type.Integer(),
    Resources: Type.Array(resource),
  }),
)

/** Names of members come in any case, and values as the directories write them: they are read by the use case. */
export const resourceBody = named(
  'ScimResourceBody',
  Type.Object({}, { additionalProperties: true, description: 'resource as described by /scim/v2/Schemas' }),
)
export const patchBody = named(
  'ScimPatch',
  Type.Object({}, { additionalProperties: true, description: 'schemas and Operations, as in RFC 7644, section 3.5.2' }),
)
export const resourceId = Type.Object({ id: Type.String({ maxLength: 200 }) })

/** Beside the successes of a route, the refusals in the form of the protocol. */
export function answers(success: Readonly<Record<number, TSchema>>): Record<string, unknown> {
  const all = Object.entries({ ...success, '4XX': error, '5XX': error })
  return { ...Object.fromEntries(all.map(([status, schema]) => [status, answer(status, schema)])), 431: tooLarge }
}

/** The server refuses a large body while reading it, outside this scope. */
const tooLarge = {
  description: 'The URL and the headers are larger than 16 KiB together.',
  content: { 'application/problem+json': { schema: Type.Object({}, { additionalProperties: true }) } },
}

function answer(status: string, schema: TSchema) {
  const description = status === '4XX' ? 'Rejected.' : status === '5XX' ? 'Temporarily unavailable.' : 'Success.'
  return status === '204' ? { description, type: 'null' } : { description, content: { [SCIM_JSON]: { schema } } }
}
