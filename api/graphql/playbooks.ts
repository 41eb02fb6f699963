import { requesterOf } from '../../control/platform/acting/index.ts'
import { type PlaybookRun, startRun } from '../../control/respond/playbooks/index.ts'
import { getCase } from '../../control/soc/cases/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { GraphqlContext } from './context.ts'
import type { Resolve, Resolvers } from './schema.ts'

export const playbookResolvers: Resolvers = {
  'Mutation.executePlaybook': executePlaybook,
  'PlaybookRun.startedAt': ({ startedAt }: PlaybookRun) => startedAt.toISOString(),
  'PlaybookRun.completedAt': ({ completedAt }: PlaybookRun) => completedAt?.toISOString() ?? null,
}

type Args = { readonly playbookId: string; readonly caseId?: string | null }

function executePlaybook(
  _: unknown,
  { playbookId, caseId }: Args,
  { change, principal }: GraphqlContext,
  info: Parameters<Resolve>[3],
): Promise<PlaybookRun> {
  return change(info, async (tx, note) => {
    const about = caseId == null ? null : await getCase(tx, caseId)
    const run = await startRun(tx, {
      ...{ playbookId, kind: 'manual', key: null, dryRun: false, alertId: null, parentRunId: null, depth: 0 },
      trigger: about === null ? {} : { case: { id: about.id, title: about.title, severity: about.severity } },
      ...{ requester: requesterOf({ ...principal, personId: principal.userId }), caseId: about?.id ?? null },
    })
    if (run === null) throw new AppError('conflict', 'it was started already')
    note({ resource: 'playbook', resourceId: run.playbookId, changes: { run_id: run.id } })
    return run
  })
}
