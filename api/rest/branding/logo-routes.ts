import multipart from '@fastify/multipart'
import { Type } from 'typebox'
import {
  LOGO_BYTES_MAX,
  prepareLogo,
  removeLogo,
  setLogo,
  shownLogo,
} from '../../../control/identity/branding/index.ts'
import { LOGO_URL } from '../../../control/identity/branding/operations.ts'
import { formFile } from '../../plugins/form-file.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import type { ApiApp, Routes } from '../api-app.ts'
import { logoFileSchema, tags, uploadBody, uploadSchema } from './views.ts'

/** One file and nothing beside it. */
const UPLOAD_LIMITS = { fileSize: LOGO_BYTES_MAX, files: 1, fields: 0, parts: 1, fieldNameSize: 100, headerPairs: 20 }
/** Lets no image run or load anything, also when a browser opens it as a page of its own. */
const LOGO_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

export const logoRoutes: Routes = (app, deps) => {
  // A scope of its own: no other route takes multipart bodies.
  app.register(async (scope: ApiApp) => {
    await scope.register(multipart, { limits: UPLOAD_LIMITS })
    scope.post(
      LOGO_URL,
      {
        config: { permission: 'settings:write', audit: 'branding:logo_uploaded', removes: 'records' },
        validatorCompiler: () => () => true,
        schema: {
          ...{ tags, summary: 'Upload a logo: SVG, PNG, JPEG or WebP of at most 256 KB; an SVG is written anew' },
          ...{ consumes: ['multipart/form-data'], body: uploadBody, response: { 200: uploadSchema } },
        },
      },
      async (request) => {
        const { logo, removed } = prepareLogo((await formFile(request, 'a logo')).bytes)
        const { type: content_type, digest: sha256 } = logo
        await tenantWork(deps, request, async (tx, note) => {
          await setLogo(tx, logo)
          note({ resource: 'branding', resourceId: tx.tenantId, changes: { content_type, sha256, removed } })
        })
        const [elements, attributes] = [[...removed.elements], [...removed.attributes]]
        const was_sanitized = elements.length + attributes.length > 0
        const size_bytes = logo.bytes.length
        return { was_sanitized, removed: { elements, attributes }, content_type, size_bytes, sha256 }
      },
    )
  })

  app.get(
    LOGO_URL,
    {
      config: { permission: 'signed_in' },
      schema: {
        ...{ tags, summary: 'The logo of this tenant or its organisation' },
        response: { 200: logoFileSchema, 304: Type.Null({ description: 'the same as If-None-Match names' }) },
      },
    },
    async (request, reply) => {
      const { type, bytes, digest } = await tenantWork(deps, request, shownLogo)
      const tag = `"${digest}"`
      reply.headers({
        ...{ etag: tag, 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' },
        ...{ 'content-security-policy': LOGO_POLICY, 'content-disposition': 'inline; filename="logo"' },
      })
      if (request.headers['if-none-match'] === tag) return reply.code(304).send(null)
      return reply.type(type).send(bytes)
    },
  )

  app.delete(
    LOGO_URL,
    {
      config: { permission: 'settings:write', audit: 'branding:logo_removed', removes: 'records' },
      schema: { tags, summary: 'Remove the logo of this tenant', response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'branding', resourceId: tx.tenantId })
        await removeLogo(tx)
      })
      return reply.code(204).send(null)
    },
  )
}
