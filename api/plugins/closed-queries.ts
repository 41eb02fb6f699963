/**
 * Refuses unknown query parameters: a mistyped filter would otherwise seem to work. Applied to every route here, so
 * that no route has to declare it.
 */
import type { RouteOptions } from 'fastify'
import { Type } from 'typebox'
import { assert } from '../../platform/assert.ts'
import { closed } from '../../schemas/wire.ts'

type QuerySchema = { readonly type?: unknown; readonly properties?: Parameters<typeof Type.Object>[0] }

/** An `onRoute` hook. */
export function closeQuery(route: RouteOptions): void {
  if (route.config?.anyQuery === true) return
  const { type = 'object', properties = {}, ...rest } = (route.schema?.querystring ?? {}) as QuerySchema
  assert(type === 'object', `the query of ${route.url} is an object`)
  route.schema = { ...route.schema, querystring: Type.Object(properties, { ...rest, ...closed }) }
}
