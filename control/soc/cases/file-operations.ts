/** Operations of the files of a case. They are given back as downloads only, whatever they are. */
import { Type } from 'typebox'
import type { Sealer } from '../../../platform/seal.ts'
import { named, nullable, time, uuid } from '../../../schemas/wire.ts'
import { downloadAnswer, operationsOf } from '../../platform/acting/index.ts'
import { type Names, namesOf } from './actor-names.ts'
import {
  ATTACHMENT_BYTES_MAX,
  ATTACHMENTS_MAX,
  type Attachment,
  addAttachment,
  attachmentsPage,
  readAttachment,
  removeAttachment,
} from './attachments.ts'
import { caseActor } from './case-actor.ts'
import { ofCase } from './pages.ts'
import { caseParams, caseRef } from './wire.ts'

const operation = operationsOf<{ readonly sealer: Sealer }>()

const fileParams = Type.Object({ id: caseRef, attachment_id: uuid })
const fileSchema = named(
  'CaseAttachment',
  Type.Object({
    ...{ id: uuid, case_id: uuid, name: Type.String(), size_bytes: Type.Integer() },
    sha256: Type.String({ description: 'SHA-256 of the uploaded bytes' }),
    ...{ added_by: nullable(Type.String()), created_at: time },
  }),
)

function shownFile({ at, addedBy, ...file }: Attachment, names: Names) {
  return { ...file, addedBy: names(addedBy), createdAt: at }
}

const list = operation.page({
  name: 'cases.files',
  summary: 'Files of a case, newest first',
  permission: 'cases:read',
  path: 'GET /cases/:id/attachments',
  params: caseParams,
  item: fileSchema,
  run: ofCase(attachmentsPage, ({ addedBy }) => addedBy, shownFile),
})

const add = operation.upload({
  name: 'cases.add_file',
  summary: `Add a file of at most 5 MiB, at most ${ATTACHMENTS_MAX} per case; it is stored encrypted`,
  permission: 'cases:write',
  audit: 'case:file_added',
  path: 'POST /cases/:id/attachments',
  status: 201,
  params: caseParams,
  body: Type.Object({ file: Type.String({ format: 'binary', description: 'the file' }) }),
  upload: { what: 'a file', bytesMax: ATTACHMENT_BYTES_MAX },
  output: fileSchema,
  run: ({ work, actor, deps, nowMs }, { id, file }) =>
    work(async (tx, note) => {
      const added = await addAttachment(tx, deps.sealer, caseActor(actor), id, file, nowMs)
      const { name, sizeBytes, sha256 } = added
      note({ resource: 'case', resourceId: added.caseId, changes: { name, size_bytes: sizeBytes, sha256 } })
      return shownFile(added, await namesOf(tx, [added.addedBy]))
    }),
})

const download = operation.file({
  name: 'cases.file',
  summary: 'Download a file; the download is recorded',
  permission: 'cases:read',
  audit: 'case:file_read',
  path: 'GET /cases/:id/attachments/:attachment_id',
  params: fileParams,
  file: {
    description: 'bytes as they were uploaded',
    content: { 'application/octet-stream': { schema: Type.String({ format: 'binary' }) } },
  },
  async run({ work, deps }, { id, attachment_id }) {
    const { attachment, bytes } = await work(async (tx, note) => {
      const found = await readAttachment(tx, deps.sealer, id, attachment_id)
      note({ resource: 'case', resourceId: found.attachment.caseId, changes: { sha256: found.attachment.sha256 } })
      return found
    })
    return downloadAnswer(attachment.name, bytes)
  },
})

const remove = operation({
  name: 'cases.remove_file',
  summary: 'Remove a file; its hash stays in the timeline',
  permission: 'cases:write',
  audit: 'case:file_removed',
  removes: 'records',
  path: 'DELETE /cases/:id/attachments/:attachment_id',
  params: fileParams,
  async run({ tx, note, actor, nowMs }, { id, attachment_id }) {
    const gone = await removeAttachment(tx, caseActor(actor), id, attachment_id, nowMs)
    note({ resource: 'case', resourceId: gone.caseId, changes: { name: gone.name, sha256: gone.sha256 } })
  },
})

export const FILE_OPERATIONS = [list, add, download, remove]
