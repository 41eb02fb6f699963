/** Routes of credentials for senders of events: minted here, shown once, presented to the ingest service. */

import { type Static, Type } from 'typebox'
import {
  type InboxTemplate,
  type InboxToken,
  inboxTemplates,
  mintInboxToken,
  revokeToken,
  templateById,
  tokensPage,
} from '../../../control/tokens/index.ts'
import { pageOfList, pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { pageOf, pageQuery } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'

const tokenId = Type.Object({ id: uuid })
const template_id = oneOf(inboxTemplates().map(({ id }) => id))
const mintBody = named(
  'InboxTokenMint',
  Type.Object(
    {
      template_id,
      label: plainText(200),
      hmac_secret: Type.Optional(plainText(512, 16)),
    },
    closed,
  ),
)
const token = { id: uuid, template_id: Type.String(), label: Type.String(), fingerprint: Type.String() }
const mintedSchema = named(
  'NewInboxToken',
  Type.Object({
    ...token,
    token: Type.String({ description: 'shown once' }),
    inbox_url: Type.String({ description: 'path on the ingest service; one that holds the token is a secret too' }),
  }),
)
const tokenSchema = named(
  'InboxToken',
  Type.Object({
    ...token,
    has_hmac_secret: Type.Boolean(),
    created_at: time,
    last_used_at: nullable(time),
    revoked_at: nullable(time),
  }),
)
const templateSchema = named(
  'InboxTemplate',
  Type.Object({
    id: Type.String(),
    vendor_name: Type.String(),
    product_name: Type.String(),
    source_format: Type.String({ description: 'auto: the event itself says' }),
    received_by: Type.String(),
  }),
)
const tags = ['ingest']

export const inboxTokenRoutes: Routes = (app, deps) => {
  app.get(
    '/inbox/templates',
    {
      config: { permission: 'connectors:read' },
      schema: {
        ...{ tags, summary: 'What a token can be minted for' },
        querystring: Type.Object(pageQuery),
        response: { 200: pageOf(templateSchema) },
      },
    },
    async (request) => pageOfList(inboxTemplates(), request.query, ({ id }) => id, templateView),
  )

  app.get(
    '/inbox/tokens',
    {
      config: { permission: 'connectors:read' },
      schema: {
        ...{ tags, summary: 'Tokens, newest first, revoked ones included' },
        ...{ querystring: Type.Object(pageQuery), response: { 200: pageOf(tokenSchema) } },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) =>
        pageOfPlaced(await tokensPage(tx, limit + 1, after), limit, tokenView),
      )
    },
  )

  app.post(
    '/inbox/tokens',
    {
      config: { permission: 'connectors:write', audit: 'inbox_token:minted' },
      schema: { tags, summary: 'Mint a token', body: mintBody, response: { 201: mintedSchema } },
    },
    async (request, reply) => {
      const { template_id, label, hmac_secret: hmacSecret } = request.body
      const { token, id, fingerprint } = await tenantWork(deps, request, async (tx, note) => {
        const minted = await mintInboxToken(tx, deps.sealer, { templateId: template_id, label, hmacSecret })
        const changes = {
          template_id,
          label,
          fingerprint: minted.fingerprint,
          has_hmac_secret: hmacSecret !== undefined,
        }
        note({ resource: 'inbox_token', resourceId: minted.id, changes })
        return minted
      })
      const inbox_url = inboxPath(template_id, token, principalOf(request).tenantId)
      reply.header('cache-control', 'no-store')
      return reply.code(201).send({ id, template_id, label, fingerprint, token, inbox_url })
    },
  )

  app.delete(
    '/inbox/tokens/:id',
    {
      config: { permission: 'connectors:write', audit: 'inbox_token:revoked', removes: 'access' },
      schema: { tags, summary: 'Revoke a token, for good', params: tokenId, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { id } = request.params
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'inbox_token', resourceId: id })
        await revokeToken(tx, id)
      })
      return reply.code(204).send(null)
    },
  )
}

/** The path at which ingest takes events of a template; only webhooks and mail carry the token in it. */
function inboxPath(templateId: string, token: string, tenant: TenantId): string {
  const paths = {
    push: '/v1/ingest/batch',
    webhook: `/v1/inbox/${token}`,
    email: `/v1/inbox/email/${token}`,
    cef: '/v1/inbox/cef',
    hec: '/v1/inbox/hec',
    k8s: `/v1/ingest/k8s-audit/${tenant}`,
  } as const
  return paths[templateById(templateId)?.receivedBy ?? 'push']
}

function tokenView(found: InboxToken): Static<typeof tokenSchema> {
  return {
    id: found.id,
    template_id: found.templateId,
    label: found.label,
    fingerprint: found.fingerprint,
    has_hmac_secret: found.hasHmacSecret,
    created_at: found.createdAt.toISOString(),
    last_used_at: found.lastUsedAt?.toISOString() ?? null,
    revoked_at: found.revokedAt?.toISOString() ?? null,
  }
}

function templateView(found: InboxTemplate): Static<typeof templateSchema> {
  return {
    id: found.id,
    vendor_name: found.vendorName,
    product_name: found.productName,
    source_format: found.sourceFormat,
    received_by: found.receivedBy,
  }
}
