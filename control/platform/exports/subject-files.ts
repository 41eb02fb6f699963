/** Files outside of the stores that may name an erased subject, for the proof: those of the archive and of exports. */
import { withTenant } from '../../../stores/postgres/pool.ts'
import { archiveFiles, rowsOfSubject } from '../archive/index.ts'
import { patternsOf, type SubjectFile, type SubjectFiles } from '../governance/index.ts'
import { type ErasedExportDeps, exportsWithFiles, rowsNaming } from './erase-exports.ts'
import { exportFolder } from './export-job.ts'

type Deps = Omit<ErasedExportDeps, 'record'>

export function subjectFiles(deps: Deps): SubjectFiles {
  return {
    async list(tenant) {
      const { archived, jobs, lost } = await withTenant(deps.pool, tenant, async (tx) => ({
        ...(await archiveFiles(tx)),
        jobs: await exportsWithFiles(tx),
      }))
      const files: SubjectFile[] = archived.map(({ path, bytes, isHeld }) => {
        return { where: 'archive', key: path, bytes, isHeld, count: countInArchive(deps, path) }
      })
      for (const job of jobs)
        for await (const { path } of deps.store.list(exportFolder(tenant, job.id))) {
          const bytes = (await deps.store.size(path)) ?? 0
          const count: SubjectFile['count'] = (subject) => rowsNaming(deps, path, job, subject)
          files.push({ where: 'files of exports', key: path, bytes, isHeld: false, count })
        }
      return { files: files.sort((a, b) => (a.key < b.key ? -1 : 1)), lost }
    },
  }
}

function countInArchive(deps: Deps, path: string): SubjectFile['count'] {
  return ({ kind, value }, held) =>
    rowsOfSubject(deps, path, {
      ...{ kind, value, text: patternsOf({ value }).inEvents },
      held: held.map((one) => patternsOf({ value: one }).inEvents).join('|'),
    })
}
