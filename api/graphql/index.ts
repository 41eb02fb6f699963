/**
 * The query interface: `POST /graphql` for queries and mutations, a WebSocket at the same path for subscriptions. Both
 * pass the same gate as every route. A refusal before the document is read is a problem as in REST; later ones are
 * GraphQL errors. Every signed-in caller may introspect the schema.
 */
import websocket from '@fastify/websocket'
import { handleProtocols } from 'graphql-ws'
import mercurius from 'mercurius'
import type { ApiDeps } from '../deps.ts'
import type { ApiApp } from '../rest/api-app.ts'
import { documentCache } from './document-cache.ts'
import { DOCUMENTS_KEPT, FAULTS_MAX, MESSAGE_BYTES_MAX, TOKENS_MAX } from './limits.ts'
import { postRoute } from './post-route.ts'
import { RESOLVERS } from './resolvers.ts'
import { executableSchema, type Fields, type Resolvers } from './schema.ts'
import type { SocketOptions } from './socket-options.ts'
import { socketRoute } from './socket-route.ts'

/** For tests: other resolvers, other permissions, smaller limits. */
export type GraphqlOptions = {
  readonly resolvers?: Resolvers
  readonly fields?: Fields
  readonly socket?: Partial<SocketOptions>
}

export async function graphqlRoutes(app: ApiApp, deps: ApiDeps, options: GraphqlOptions = {}): Promise<void> {
  const schema = executableSchema(options.resolvers ?? RESOLVERS, options.fields)
  await app.register(mercurius, {
    schema,
    routes: false, // its own routes have no permissions, and its sockets neither validate nor limit documents
    cache: DOCUMENTS_KEPT,
    graphql: { parseOptions: { maxTokens: TOKENS_MAX }, validateOptions: { maxErrors: FAULTS_MAX } },
    errorFormatter: (execution) => ({ statusCode: 200, response: execution as never }), // said in `answerOf`
  })
  await app.register(websocket, { options: { maxPayload: MESSAGE_BYTES_MAX, handleProtocols } })
  const read = documentCache(DOCUMENTS_KEPT)
  postRoute(app, deps, { schema, read })
  socketRoute(app, deps, { schema, read }, options.socket)
}
