/** Operations of signatures of exports. */
import { AppError, requireFound } from '../../../platform/errors.ts'
import { operationsOf } from '../acting/index.ts'
import { EVENT_FILE_OPERATIONS } from './event-file-operation.ts'
import { cancelExportJob, EXPORT_JOBS, exportJobs, requireExportJob } from './export-job.ts'
import { detachedSchema, EXPORT_SIGNATURES } from './export-signature.ts'
import { EXPORT_FILE_OPERATIONS } from './file-operations.ts'
import { exportSignature, exportSignaturesPage } from './sign-export.ts'
import { EXPORT_START_OPERATIONS } from './start-operation.ts'

const operation = operationsOf<unknown>()

const list = operation.page({
  name: 'export_signatures.list',
  summary: 'Signatures of exports, newest first',
  permission: 'settings:read',
  path: 'GET /governance/export-signatures',
  item: EXPORT_SIGNATURES.schema,
  run: ({ tx }, _, { rows, after }) => exportSignaturesPage(tx, rows, after),
})

const get = operation({
  name: 'export_signatures.get',
  summary: 'The detached signature of an export, with its public key',
  description: '`svc exports verify FILE --signature SIGNATURE` checks a file with it, without this installation.',
  permission: 'settings:read',
  path: 'GET /governance/export-signatures/:id',
  output: detachedSchema,
  async run({ tx }, { id }) {
    return requireFound(await exportSignature(tx, id), 'signature of an export', id)
  },
})

const jobs = operation.list({
  name: 'exports.list',
  summary: 'Exports of the last day, newest first',
  permission: 'lake:query',
  path: 'GET /exports/jobs',
  item: EXPORT_JOBS.schema,
  run: ({ tx }) => exportJobs(tx),
})

const job = operation({
  name: 'exports.get',
  summary: 'One export with its progress and files',
  permission: 'lake:query',
  path: 'GET /exports/jobs/:id',
  output: EXPORT_JOBS.schema,
  run: ({ tx }, { id }) => requireExportJob(tx, id),
})

const cancel = operation({
  name: 'exports.cancel',
  summary: 'Cancel a running export; its files are deleted within a day',
  permission: 'lake:query',
  audit: 'export:cancelled',
  path: 'POST /exports/jobs/:id/cancel',
  output: EXPORT_JOBS.schema,
  async run({ tx, note }, { id }) {
    const cancelled = await cancelExportJob(tx, id)
    if (cancelled === null) {
      const { state } = await requireExportJob(tx, id)
      throw new AppError('conflict', `the export is ${state} already`)
    }
    note({ resource: 'export_job', resourceId: id, changes: { rows: cancelled.rows } })
    return cancelled
  },
})

export const EXPORT_OPERATIONS = [
  list,
  get,
  ...EXPORT_START_OPERATIONS,
  jobs,
  job,
  cancel,
  ...EXPORT_FILE_OPERATIONS,
  ...EVENT_FILE_OPERATIONS,
]
