import { assert } from '../../../platform/assert.ts'
import { AppError, requireFound } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { publishChanges, type Requester } from '../../platform/acting/index.ts'
import { requireReferences } from '../../platform/references/index.ts'
import type { PlaybookDocument } from './document.ts'
import { PLAYBOOK_LIMITS } from './limits.ts'
import { playbookById } from './playbook-store.ts'
import type { PlaybookRun, TriggerKind } from './run.ts'
import { insertRun, openRuns } from './run-store.ts'

export type Start = {
  readonly playbookId: string
  readonly kind: TriggerKind
  /** One run of the playbook for each. */
  readonly key: string | null
  readonly trigger: Readonly<Record<string, unknown>>
  readonly dryRun: boolean
  readonly requester: Requester
  readonly caseId: string | null
  readonly alertId: string | null
  readonly parentRunId: string | null
  readonly depth: number
}

/**
 * Returns null when a run was started for this key before. Throws 422 for an unknown case or alert, `not_found`,
 * `conflict` for a disabled playbook, `rate_limited`.
 */
export async function startRun(tx: TenantTx, start: Start): Promise<PlaybookRun | null> {
  const playbook = await playbookById(tx, start.playbookId)
  if (playbook === null) throw new AppError('not_found', `there is no playbook ${start.playbookId}`)
  if (!playbook.enabled && !start.dryRun) throw new AppError('conflict', 'this playbook is switched off')
  return addRun(tx, start, playbook)
}

/** The id of the playbook in dry runs of a draft that was never saved. */
export const DRAFT = 'draft'
/** Saved versions are counted from 1. */
const DRAFT_VERSION = 0

/**
 * Starts a dry run of a document that need not be saved. `playbookId` is the playbook that it is a draft of; null for a
 * new one. Throws 422 for an unknown case or alert, `not_found`, `rate_limited`.
 */
export async function rehearse(
  tx: TenantTx,
  document: PlaybookDocument,
  start: Omit<Start, 'playbookId' | 'kind' | 'key' | 'dryRun' | 'parentRunId' | 'depth'> & {
    readonly playbookId: string | null
  },
): Promise<PlaybookRun> {
  const playbookId =
    start.playbookId === null ? DRAFT : requireFound(await playbookById(tx, start.playbookId), 'playbook').id
  const rehearsal = { ...start, playbookId, key: null, dryRun: true, parentRunId: null, depth: 0 }
  const run = await addRun(tx, { ...rehearsal, kind: 'manual' }, { version: DRAFT_VERSION, document })
  assert(run !== null, 'a run without a key is always new')
  return run
}

async function addRun(
  tx: TenantTx,
  start: Start,
  { version, document }: Pick<PlaybookRun, 'version' | 'document'>,
): Promise<PlaybookRun | null> {
  // Every other starter of runs passes on ids of rows that it read.
  if (start.kind === 'manual')
    await requireReferences(tx, [
      { member: 'case_id', kind: 'case', ids: [start.caseId] },
      { member: 'alert_id', kind: 'alert', ids: [start.alertId] },
    ])
  if ((await openRuns(tx)) >= PLAYBOOK_LIMITS.openRuns)
    throw new AppError('rate_limited', `${PLAYBOOK_LIMITS.openRuns} runs of playbooks have not ended`, {
      retryAfterSeconds: 60,
    })
  const { kind: triggerKind, key: triggerKey, requester, ...rest } = start
  const run = await insertRun(tx, {
    ...rest,
    ...{ requestedBy: requester.by, requestedByPerson: requester.person },
    triggerKind,
    triggerKey,
    version,
    document,
  })
  if (run !== null) await publishRun(tx, run)
  return run
}

/** A playbook that begins by itself: no person is behind the run. */
export function byItself(name: string): Requester {
  return { by: `playbook/${name}`.slice(0, 120), person: null }
}

export function publishRun(tx: TenantTx, run: PlaybookRun): Promise<void> {
  const { id, playbookId, status, stepsExecuted, stepsTotal, state, error, caseId, alertId } = run
  const refs = { case_id: caseId, alert_id: alertId }
  const place = { step: state.at, steps_executed: stepsExecuted, steps_total: stepsTotal }
  return publishChanges(tx, 'playbook_run', [{ id, playbook_id: playbookId, status, error, ...place, ...refs }])
}
