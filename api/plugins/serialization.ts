import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type BuildSerializer = NonNullable<Factories['buildSerializer']>

const build = SerializerSelector() as BuildSerializer

/**
 * The writer of a route's answer is compiled when the route first answers. All of them took four fifths of the API's
 * start, and most are never needed by one process.
 */
export const lazySerializers: BuildSerializer = (schemas, options) => {
  const compile = build(schemas, options)
  return (route) => {
    let write: ((data: unknown) => string) | undefined
    return (data) => {
      write ??= compile(route)
      return write(data)
    }
  }
}
