import { Type } from 'typebox'
import { latestHead, proveConsistency, publicSigningKeys } from '../../../control/audit/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOfList } from '../../../platform/paging.ts'
import { pageOf, pageQuery } from '../../../schemas/wire.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { uuid } from '../views.ts'
import { auditLogOf, readerOf } from './reader.ts'
import {
  consistencySchema,
  consistencyView,
  headSchema,
  headView,
  inclusionSchema,
  inclusionView,
  keySchema,
  keyView,
  tags,
} from './views.ts'

const size = Type.Integer({ minimum: 1, description: 'of a signed head' })
const read = { permission: 'audit_log:read' } as const

/** Heads, keys and proofs between heads say nothing of an entry, so that only a proof of one is recorded as a read. */
export const proofRoutes: Routes = (app, deps) => {
  app.get(
    '/audit/head',
    {
      config: read,
      schema: {
        ...{
          tags,
          summary: 'The latest signed head: keep it elsewhere, and nothing before it can be rewritten unseen',
        },
        response: { 200: headSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const head = await latestHead(tx)
        if (head === null) throw new AppError('not_found', 'no head of this log was signed yet')
        return headView(head)
      }),
  )

  app.get(
    '/audit/keys',
    {
      config: read,
      schema: {
        ...{ tags, summary: 'Public keys that heads are and were signed with, oldest first' },
        querystring: Type.Object(pageQuery),
        response: { 200: pageOf(keySchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await publicSigningKeys(tx), request.query, ({ keyId }) => keyId, keyView),
      ),
  )

  app.get(
    '/audit/entries/:id/proof',
    {
      config: read,
      schema: {
        tags,
        summary: 'That an entry is in the log that the latest head speaks of (RFC 6962, 2.1.1)',
        params: Type.Object({ id: uuid }),
        response: { 200: inclusionSchema },
      },
    },
    async (request) => {
      const { tenantId } = principalOf(request)
      return inclusionView(await auditLogOf(deps).proveEntry(tenantId, readerOf(request), request.params.id))
    },
  )

  app.get(
    '/audit/consistency',
    {
      config: read,
      schema: {
        tags,
        summary: 'That the log was only added to between two signed heads (RFC 6962, 2.1.2)',
        querystring: Type.Object({ older: size, newer: size }, closed),
        response: { 200: consistencySchema },
      },
    },
    (request) => {
      const { older, newer } = request.query
      return tenantWork(deps, request, async (tx) => consistencyView(await proveConsistency(tx, older, newer)))
    },
  )
}
