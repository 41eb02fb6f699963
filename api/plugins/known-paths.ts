/**
 * Finds the methods of a path, for the error to a request with an unsupported method. Routes hidden from the OpenAPI
 * document are left out: with another method they answer like an unknown path.
 * bound   the routes of the program, which are compared one after the other; the caller's rate limit applies before
 */
import type { RouteOptions } from 'fastify'
import { assert } from '../../platform/assert.ts'

export type KnownPaths = {
  note(route: Pick<RouteOptions, 'method' | 'url' | 'schema'>): void
  /** Sorted; empty for an unknown path. A literal path matches its own route only, even when it could be an id. */
  methodsOf(path: string): readonly string[]
  /** True when a route has this very path, with no parameter in it. */
  isFixed(path: string): boolean
}

/** A static part, or a parameter that is a whole part: the router knows more, the routes use no more. */
const PART = /^(:[a-z_]+|[A-Za-z0-9._-]*)$/

/** `parameterMax`: characters of a parameter, past which the router finds no route. */
export function openKnownPaths(parameterMax: number): KnownPaths {
  const routes = new Map<string, { readonly parts: readonly string[]; readonly methods: Set<string> }>()
  return {
    note({ method, url, schema }) {
      if (schema?.hide === true) return
      const parts = url.split('/')
      for (const part of parts) assert(PART.test(part), `${url} has parts that its refusals understand`)
      const known = routes.get(url) ?? { parts, methods: new Set() }
      for (const one of [method].flat()) known.methods.add(one)
      if (!known.methods.has('GET')) known.methods.delete('HEAD') // made of a GET that is hidden
      routes.set(url, known)
    },
    methodsOf(path) {
      const decodedPath = decoded(path)
      const isOf = (part: string, n: number) => {
        const value = decodedPath[n] ?? ''
        return part.startsWith(':') ? value !== '' && value.length <= parameterMax : part === value
      }
      const found = [...routes.values()].filter(({ parts }) => parts.length === decodedPath.length && parts.every(isOf))
      const fixed = found.find(({ parts }) => !parts.some((part) => part.startsWith(':')))
      if (fixed) return [...fixed.methods].sort()
      return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort()
    },
    isFixed: (path) => routes.has(path),
  }
}

/**
 * Decodes the parts of a path as the router does: an encoded slash does not separate parts. An undecodable path matches
 * no route.
 */
function decoded(path: string): readonly string[] {
  try {
    return path.split('/').map(decodeURIComponent)
  } catch {
    return []
  }
}
