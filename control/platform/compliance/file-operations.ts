/** Operations of the files of evidence. They are answered as downloads only, whatever they are. */
import { Type } from 'typebox'
import type { Sealer } from '../../../platform/seal.ts'
import { uuid } from '../../../schemas/wire.ts'
import { downloadAnswer, operationsOf } from '../acting/index.ts'
import { addEvidenceFile, readEvidenceFile } from './evidence-files.ts'
import { evidenceSchema, evidenceView } from './evidence-view.ts'
import { COMPLIANCE_LIMITS } from './limits.ts'

const operation = operationsOf<{ readonly sealer: Sealer }>()

const add = operation.upload({
  name: 'compliance.add_evidence_file',
  summary: `Add a file of at most 5 MiB to evidence that waits for its review, at most ${COMPLIANCE_LIMITS.files} for each`,
  description:
    'Only the person who attached the evidence adds files. A file is stored encrypted, cannot be changed or removed, and its SHA-256 is an entry of the chain of evidence.',
  permission: 'reports:write',
  audit: 'compliance:evidence_file_added',
  path: 'POST /compliance/evidence/:evidence_id/files',
  status: 201,
  params: Type.Object({ evidence_id: uuid }),
  body: Type.Object({ file: Type.String({ format: 'binary', description: 'the file' }) }),
  upload: { what: 'a file', bytesMax: COMPLIANCE_LIMITS.fileBytes },
  output: evidenceSchema,
  run: ({ work, actor, deps, nowMs }, { evidence_id: id, file }) =>
    work(async (tx, note) => {
      const evidence = await addEvidenceFile(tx, deps.sealer, actor, id, file, nowMs)
      const added = evidence.files.at(-1)
      const changes = { name: added?.name, size_bytes: added?.sizeBytes, sha256: added?.sha256 }
      note({ resource: 'compliance_evidence', resourceId: id, changes })
      return evidenceView(evidence)
    }),
})

const download = operation.file({
  name: 'compliance.evidence_file',
  summary: 'Download a file of evidence; the download is recorded',
  permission: 'reports:read',
  audit: 'compliance:evidence_file_read',
  path: 'GET /compliance/evidence/:evidence_id/files/:file_id',
  params: Type.Object({ evidence_id: uuid, file_id: uuid }),
  file: {
    description: 'bytes as they were uploaded',
    content: { 'application/octet-stream': { schema: Type.String({ format: 'binary' }) } },
  },
  async run({ work, deps }, { evidence_id: id, file_id }) {
    const { name, bytes } = await work(async (tx, note) => {
      const found = await readEvidenceFile(tx, deps.sealer, id, file_id)
      note({ resource: 'compliance_evidence', resourceId: id, changes: { sha256: found.sha256 } })
      return found
    })
    return downloadAnswer(name, bytes)
  },
})

export const EVIDENCE_FILE_OPERATIONS = [add, download]
