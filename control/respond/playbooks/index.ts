/** Playbooks: steps that run on an alert or a case, wait for people, and survive a restart. */
export { checked } from './check.ts'

export type { PlaybookDocument } from './document.ts'
export { startByHook, tenantOfHook } from './hooks.ts'
export { PLAYBOOK_LIMITS } from './limits.ts'
export { changePlaybook, createPlaybook, deletePlaybook, getPlaybook, requireDocument } from './manage-playbooks.ts'
export { type Playbook, playbooksOf } from './playbook-store.ts'

export type { PlaybookRun } from './run.ts'
export { playbookWorkers, startDue, workOnNext } from './run-playbooks.ts'
export { runsPage } from './run-store.ts'
export { type BegunSlots, startByClock } from './start-by-clock.ts'
export { startRun } from './start-run.ts'
