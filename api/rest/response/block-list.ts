/** The list that devices pull. */
import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { BLOCK_KINDS, blockList } from '../../../control/respond/response/index.ts'
import { closed, named, oneOf } from '../../../schemas/wire.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import type { Routes } from '../api-app.ts'

const blockListText = named('BlockList', Type.String({ description: 'text/plain: a value a line' }))

export const blockListRoutes: Routes = (app, deps) => {
  app.get(
    '/response/block-list',
    {
      config: { permission: 'actions:read' },
      schema: {
        tags: ['response'],
        summary: 'The list that firewalls, proxies and resolvers pull: a value a line; 304 when it is as it was',
        querystring: Type.Object({ kind: Type.Optional(oneOf(BLOCK_KINDS)) }, closed),
        response: { 200: { content: { 'text/plain': { schema: blockListText } } }, 304: Type.Null() },
      },
    },
    async (request, reply) => {
      const { kind = null } = request.query
      const entries = await tenantWork(deps, request, (tx) => blockList(tx, kind))
      const text = entries.map(({ value }) => `${value}\n`).join('')
      const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
      reply.header('etag', etag).header('cache-control', 'no-cache')
      if (request.headers['if-none-match'] === etag) return reply.code(304).send(null)
      return reply.type('text/plain; charset=utf-8').send(text)
    },
  )
}
