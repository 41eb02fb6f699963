/** Files of a case. The API returns them as downloads only, whatever they are. */

import multipart from '@fastify/multipart'
import { type Static, Type } from 'typebox'
import {
  ATTACHMENT_BYTES_MAX,
  ATTACHMENTS_MAX,
  type Attachment,
  addAttachment,
  attachmentsPage,
  caseActorOf,
  type Names,
  namesOf,
  readAttachment,
  removeAttachment,
} from '../../../control/soc/cases/index.ts'
import { pageOf } from '../../../schemas/wire.ts'
import { formFile } from '../../plugins/form-file.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { validatorCompiler } from '../../plugins/validation.ts'
import { principalOf } from '../../route-config.ts'
import type { ApiApp, Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'
import { childList } from './child-list.ts'
import { caseParams, caseRef, caseTags as tags } from './inputs.ts'

/** One file and nothing beside it. */
const UPLOAD_LIMITS = {
  fileSize: ATTACHMENT_BYTES_MAX,
  files: 1,
  fields: 0,
  parts: 1,
  fieldNameSize: 100,
  headerPairs: 20,
}
/** Size of the whole form: the file and the form around it. */
const FORM_BYTES_MAX = ATTACHMENT_BYTES_MAX + 16_384
const SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const uploadBody = Type.Object({ file: Type.String({ format: 'binary', description: 'the file' }) })
const fileParams = Type.Object({ id: caseRef, attachment_id: uuid })
const fileSchema = named(
  'CaseAttachment',
  Type.Object({
    ...{ id: uuid, case_id: uuid, name: Type.String(), size_bytes: Type.Integer() },
    sha256: Type.String({ description: 'of the bytes as they were sent' }),
    ...{ added_by: nullable(Type.String()), created_at: time },
  }),
)
const bytesSchema = {
  description: 'the bytes as they were sent',
  content: { 'application/octet-stream': { schema: Type.String({ format: 'binary' }) } },
}

export const fileRoutes: Routes = (app, deps) => {
  childList(app, deps, {
    ...{ path: 'attachments', summary: 'Files of a case, newest first', answer: pageOf(fileSchema) },
    ...{ load: attachmentsPage, actorOf: ({ addedBy }: Attachment) => addedBy, view: fileView },
  })

  // A scope of its own: no other route takes multipart bodies.
  app.register(async (scope: ApiApp) => {
    await scope.register(multipart, { limits: UPLOAD_LIMITS })
    scope.post(
      '/cases/:id/attachments',
      {
        config: { permission: 'cases:write', audit: 'case:file_added' },
        bodyLimit: FORM_BYTES_MAX,
        validatorCompiler: (part) =>
          part.httpPart === 'body' ? () => true : (validatorCompiler(part as never) as never),
        schema: {
          ...{ tags, summary: `Add a file of at most 5 MiB, ${ATTACHMENTS_MAX} a case; it is stored sealed` },
          ...{ params: caseParams, consumes: ['multipart/form-data'], body: uploadBody, response: { 201: fileSchema } },
        },
      },
      async (request, reply) => {
        const file = await formFile(request, 'a file')
        const { id } = request.params as Static<typeof caseParams>
        const view = await tenantWork(deps, request, async (tx, note) => {
          const actor = caseActorOf(principalOf(request))
          const added = await addAttachment(tx, deps.sealer, actor, id, file, deps.nowMs())
          const { name, sizeBytes, sha256 } = added
          note({ resource: 'case', resourceId: added.caseId, changes: { name, size_bytes: sizeBytes, sha256 } })
          return fileView(added, await namesOf(tx, [added.addedBy]))
        })
        return reply.code(201).send(view)
      },
    )
  })

  app.get(
    '/cases/:id/attachments/:attachment_id',
    {
      config: { permission: 'cases:read', audit: 'case:file_read' },
      schema: {
        tags,
        summary: 'Download a file; who does is recorded',
        params: fileParams,
        response: { 200: bytesSchema },
      },
    },
    async (request, reply) => {
      const { id, attachment_id } = request.params
      const { attachment, bytes } = await tenantWork(deps, request, async (tx, note) => {
        const found = await readAttachment(tx, deps.sealer, id, attachment_id)
        note({ resource: 'case', resourceId: found.attachment.caseId, changes: { sha256: found.attachment.sha256 } })
        return found
      })
      return reply
        .headers({
          ...{ 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' },
          'content-security-policy': SANDBOX,
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(attachment.name)}`,
        })
        .type('application/octet-stream')
        .send(bytes as never)
    },
  )

  app.delete(
    '/cases/:id/attachments/:attachment_id',
    {
      config: { permission: 'cases:write', audit: 'case:file_removed', removes: 'records' },
      schema: {
        tags,
        summary: 'Remove a file; its hash stays in the timeline',
        params: fileParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { id, attachment_id } = request.params
      await tenantWork(deps, request, async (tx, note) => {
        const gone = await removeAttachment(tx, caseActorOf(principalOf(request)), id, attachment_id, deps.nowMs())
        note({ resource: 'case', resourceId: gone.caseId, changes: { name: gone.name, sha256: gone.sha256 } })
      })
      return reply.code(204).send(null)
    },
  )
}

function fileView(file: Attachment, names: Names): Static<typeof fileSchema> {
  return {
    id: file.id,
    case_id: file.caseId,
    name: file.name,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    added_by: names(file.addedBy),
    created_at: file.at.toISOString(),
  }
}
