/**
 * A query parameter that a route does not know is refused: a mistyped filter would look as if it had worked. Routes are
 * closed here, so that none has to say it.
 */
import type { RouteOptions } from 'fastify'
import { Type } from 'typebox'
import { assert } from '../../platform/assert.ts'
import { closed } from '../../schemas/wire.ts'

type QuerySchema = { readonly type?: unknown; readonly properties?: Parameters<typeof Type.Object>[0] }

/** For an `onRoute` hook. */
export function closeQuery(route: RouteOptions): void {
  if (route.config?.anyQuery === true) return
  const { type = 'object', properties = {}, ...rest } = (route.schema?.querystring ?? {}) as QuerySchema
  assert(type === 'object', `the query of ${route.url} is an object`)
  route.schema = { ...route.schema, querystring: Type.Object(properties, { ...rest, ...closed }) }
}
