/** The interface of playbooks to the API and the services. */
export { cancelRun } from './cancel-run.ts'
export { checked, type Problem } from './check.ts'
export type { PlaybookDocument } from './document.ts'
export { createHook, deleteHook, hooksOf, type PlaybookHook, startByHook, tenantOfHook } from './hooks.ts'
export { PLAYBOOK_LIMITS } from './limits.ts'
export {
  changePlaybook,
  createPlaybook,
  deletePlaybook,
  getPlaybook,
  requireDocument,
  rollBackPlaybook,
} from './manage-playbooks.ts'
export { type Playbook, type PlaybookVersion, playbooksOf, versionsOf } from './playbook-store.ts'
export { PLAYBOOK_RUN_STATUSES, type PlaybookRun } from './run.ts'
export { type PlaybooksDeps, playbookWorkers, startDue, workOnNext } from './run-playbooks.ts'
export { type RunStep, runOf, runsPage, stepsOfRun } from './run-store.ts'
export { deletePlaybookSecret, type PlaybookSecret, playbookSecrets, putPlaybookSecret } from './secrets.ts'
export { triggerOf } from './start-by-alerts.ts'
export { type BegunSlots, startByClock } from './start-by-clock.ts'
export { startRun } from './start-run.ts'
