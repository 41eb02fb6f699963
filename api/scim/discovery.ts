/** Capabilities of this service, for directories that ask before they write (RFC 7644, section 4). */
import {
  GROUP_KIND,
  PAGE_MAX,
  type ResourceKind,
  type Schema,
  USER_KIND,
} from '../../control/identity/accounts/index.ts'
import { requireFound } from '../../platform/errors.ts'
import type { Routes } from '../rest/api-app.ts'
import { listResponse } from './list-request.ts'
import { answers, credential, document, list, resourceId } from './route-schema.ts'
import { sendScim } from './scim-error.ts'
import { baseOf } from './views.ts'

const CORE = 'urn:ietf:params:scim:schemas:core:2.0'
const KINDS: readonly ResourceKind[] = [USER_KIND, GROUP_KIND]
const tags = ['directory']
const config = { permission: 'signed_in', credential } as const

export const scimDiscoveryRoutes: Routes = (app) => {
  app.get(
    '/ServiceProviderConfig',
    { config, schema: { tags, summary: 'SCIM features of the service', response: answers({ 200: document }) } },
    (request, reply) => sendScim(reply, providerConfig(baseOf(request))),
  )

  app.get(
    '/ResourceTypes',
    { config, schema: { tags, summary: 'Kinds of resources', response: answers({ 200: list }) } },
    (request, reply) => {
      const base = baseOf(request)
      const types = KINDS.map((kind) => typeView(kind, base))
      return sendScim(reply, listResponse(types.length, 0, types))
    },
  )

  app.get(
    '/ResourceTypes/:id',
    {
      config,
      schema: { tags, summary: 'One kind of resource', params: resourceId, response: answers({ 200: document }) },
    },
    (request, reply) => {
      const kind = requireFound(
        KINDS.find(({ name }) => name === request.params.id),
        'resource type',
      )
      return sendScim(reply, typeView(kind, baseOf(request)))
    },
  )

  app.get(
    '/Schemas',
    { config, schema: { tags, summary: 'Attributes of all resources', response: answers({ 200: list }) } },
    (request, reply) => {
      const schemas = KINDS.flatMap((kind) => schemasOf(kind, baseOf(request)))
      return sendScim(reply, listResponse(schemas.length, 0, schemas))
    },
  )

  app.get(
    '/Schemas/:id',
    { config, schema: { tags, summary: 'One schema', params: resourceId, response: answers({ 200: document }) } },
    (request, reply) => {
      const schemas = KINDS.flatMap((kind) => schemasOf(kind, baseOf(request)))
      const found = requireFound(
        schemas.find(({ id }) => id === request.params.id),
        'schema',
      )
      return sendScim(reply, found)
    },
  )
}

function providerConfig(base: string) {
  return {
    schemas: [`${CORE}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: PAGE_MAX },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Provisioning token',
        description: 'A token of one tenant, in the Authorization header.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

function typeView({ name, endpoint, schema, extensions }: ResourceKind, base: string) {
  return {
    schemas: [`${CORE}:ResourceType`],
    id: name,
    name,
    endpoint,
    description: schema.description,
    schema: schema.id,
    schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }
}

function schemasOf({ schema, extensions }: ResourceKind, base: string) {
  return [schema, ...extensions].map((one: Schema) => ({
    schemas: [`${CORE}:Schema`],
    ...one,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${one.id}` },
  }))
}
