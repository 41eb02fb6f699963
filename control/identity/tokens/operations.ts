/** Operations of credentials for senders of events: minted here, shown once, presented to the ingest service. */
import { Type } from 'typebox'
import type { Sealer } from '../../../platform/seal.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { named, oneOf, plainText, sent, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { INBOX_TOKENS, tokensPage } from './list-tokens.ts'
import { revokeToken } from './manage-tokens.ts'
import { mintInboxToken } from './mint-token.ts'
import { inboxTemplates, templateById } from './templates.ts'

/** Seals the tokens. */
type Deps = { readonly sealer: Sealer }

const operation = operationsOf<Deps>({ tag: 'ingest' })
const token = { id: uuid, template_id: Type.String(), label: Type.String(), fingerprint: Type.String() }

const templates = operation.list({
  name: 'inbox.templates',
  summary: 'Purposes of inbox tokens',
  permission: 'connectors:read',
  path: 'GET /inbox/templates',
  item: named(
    'InboxTemplate',
    Type.Object({
      id: Type.String(),
      vendor_name: Type.String(),
      product_name: Type.String(),
      source_format: Type.String({ description: 'auto: recognised from the event' }),
      received_by: Type.String(),
    }),
  ),
  run: async () => inboxTemplates(),
})

const list = operation.page({
  name: 'inbox.tokens',
  summary: 'Inbox tokens, newest first, including revoked ones',
  permission: 'connectors:read',
  path: 'GET /inbox/tokens',
  item: INBOX_TOKENS.schema,
  run: ({ tx }, _, { rows, after }) => tokensPage(tx, rows, after),
})

const mint = operation({
  name: 'inbox.mint_token',
  summary: 'Create an inbox token',
  permission: 'connectors:write',
  audit: 'inbox_token:minted',
  path: 'POST /inbox/tokens',
  status: 201,
  holdsSecret: true,
  body: sent('InboxTokenMint', {
    template_id: oneOf(inboxTemplates().map(({ id }) => id)),
    label: plainText(200),
    hmac_secret: Type.Optional(plainText(512, 16)),
  }),
  output: named(
    'NewInboxToken',
    Type.Object({
      ...token,
      token: Type.String({ description: 'shown only once' }),
      inbox_url: Type.String({
        description: 'path on the ingest service; a path that contains the token is secret too',
      }),
    }),
  ),
  async run({ tx, note, deps }, { template_id, label, hmac_secret: hmacSecret }) {
    const minted = await mintInboxToken(tx, deps.sealer, { templateId: template_id, label, hmacSecret })
    const { id, fingerprint } = minted
    const changes = { template_id, label, fingerprint, has_hmac_secret: hmacSecret !== undefined }
    note({ resource: 'inbox_token', resourceId: id, changes })
    const inbox_url = inboxPath(template_id, minted.token, tx.tenantId)
    return { id, template_id, label, fingerprint, token: minted.token, inbox_url }
  },
})

const revoke = operation({
  name: 'inbox.revoke_token',
  summary: 'Revoke an inbox token permanently',
  permission: 'connectors:write',
  audit: 'inbox_token:revoked',
  removes: 'access',
  path: 'DELETE /inbox/tokens/:id',
  async run({ tx, note }, { id }) {
    note((await revokeToken(tx, id)) ? { resource: 'inbox_token', resourceId: id } : null)
  },
})

export const INBOX_TOKEN_OPERATIONS = [templates, list, mint, revoke]

/** The ingest path for events of a template; only the paths of webhooks and mail contain the token. */
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
