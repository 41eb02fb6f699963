import { complianceDashboard, type Dashboard } from '../../control/platform/compliance/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { GraphqlContext } from './context.ts'
import type { Resolvers } from './schema.ts'

type Shown = Dashboard & { readonly atMs: number }
type State = Dashboard['controls'][number]['state']

export const complianceResolvers: Resolvers = {
  'Query.complianceDashboard': async (
    _: unknown,
    { framework }: { readonly framework: string },
    { deps, read, principal: { tenantId } }: GraphqlContext,
  ): Promise<Shown> => {
    const { lake, retentionDays = null, log } = deps
    const nowMs = deps.nowMs()
    const reader = lake?.(tenantId) ?? null
    const dashboard = await complianceDashboard({ inTenant: read, reader, retentionDays, nowMs, log }, framework)
    return { ...dashboard, atMs: nowMs }
  },
  'ComplianceDashboard.framework': ({ framework: { id } }: Shown) => id,
  'ComplianceDashboard.overallScore': ({ score }: Shown) => {
    if (score === null) throw new AppError('conflict', 'no control of this framework passes or fails yet: no score')
    return Math.round(score * 10) / 10
  },
  'ComplianceDashboard.controlsPassing': controlsThatAre('passing'),
  'ComplianceDashboard.controlsFailing': controlsThatAre('failing'),
  'ComplianceDashboard.controlsInReview': controlsThatAre('in_review'),
  'ComplianceDashboard.lastUpdated': ({ atMs }: Shown) => new Date(atMs).toISOString(),
}

function controlsThatAre(wanted: State) {
  return ({ controls }: Shown) => controls.filter(({ state }) => state === wanted).length
}
