/** Permission and audit action of each operation that a chat offers, from its declaration. */
import type { Action, Operation } from '../../../control/platform/acting/index.ts'
import { INVESTIGATION_OPERATIONS } from '../../../control/respond/agents/operations.ts'
import { ACTION_OPERATIONS, APPROVAL_OPERATIONS } from '../../../control/respond/response/operations.ts'
import { ALERT_OPERATIONS } from '../../../control/soc/alerts/operations.ts'
import { CASE_OPERATIONS } from '../../../control/soc/cases/operations.ts'
import { CHAT_OPERATIONS, type ChatDeps, type ChatOperation } from '../../../control/soc/chat/index.ts'
import { NOTIFY_OPERATIONS } from '../../../control/soc/notify/operations.ts'
import { assert } from '../../../platform/assert.ts'

const DECLARED: readonly Operation<never>[] = [
  ...[...CASE_OPERATIONS, ...NOTIFY_OPERATIONS, ...ALERT_OPERATIONS],
  ...[...INVESTIGATION_OPERATIONS, ...ACTION_OPERATIONS, ...APPROVAL_OPERATIONS],
]
export const CHAT_ACTIONS = Object.fromEntries(
  CHAT_OPERATIONS.map((name) => [name, actionOf(name)]),
) as ChatDeps['operations']

function actionOf(name: ChatOperation): Action {
  const declared = DECLARED.find((operation) => operation.name === name)
  assert(declared !== undefined, `${name} is a declared operation`)
  return { needs: declared.permission, records: declared.audit }
}
