/** The file of a decoy. */
import { Type } from 'typebox'
import { DECOY_FILES, decoyFile, requireHoneytoken, TRACK_PATH } from '../../../control/detect/honeytokens/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { closed, oneOf, uuid } from '../../../schemas/wire.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import type { Routes } from '../api-app.ts'

const tags = ['honeytokens']
const params = Type.Object({ id: uuid })

export const decoyFileRoute: Routes = (app, deps) => {
  const publicUrl = deps.sso?.publicUrl ?? null
  app.get(
    '/honeytokens/:id/file',
    {
      config: { permission: 'settings:write' },
      schema: {
        ...{ tags, summary: 'A file to lay out, which leads to the decoy when it is opened or used', params },
        description:
          'A document, credentials of a cluster or of a database (metadata.user), or a script for a web site that tells of copies of it (metadata.site); a docx without `format`. 409 without SVC_PUBLIC_URL.',
        querystring: Type.Object({ format: Type.Optional(oneOf(DECOY_FILES)) }, closed),
        response: {
          200: {
            content: {
              'application/octet-stream': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const token = await tenantWork(deps, request, (tx) => requireHoneytoken(tx, request.params.id))
      if (publicUrl === null) throw new AppError('conflict', 'SVC_PUBLIC_URL is not set: the file would lead nowhere')
      const made = decoyFile(request.query.format ?? 'docx', token, `${publicUrl}${TRACK_PATH}/${token.id}`)
      return reply.header('content-disposition', `attachment; filename="${made.name}"`).type(made.type).send(made.bytes)
    },
  )
}
