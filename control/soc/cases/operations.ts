/** Operations of cases. */
import { BULK_OPERATIONS } from './bulk-operations.ts'
import { RECORD_OPERATIONS } from './case-operations.ts'
import { SLA_POLICY_OPERATIONS } from './clocks/operations.ts'
import { ESCALATION_POLICY_OPERATIONS } from './escalation/operations.ts'
import { FILE_OPERATIONS } from './file-operations.ts'
import { MOVE_OPERATIONS } from './move-operations.ts'
import { QUEUE_OPERATIONS } from './queues/operations.ts'
import { REPORT_OPERATIONS } from './report/operations.ts'
import { SHIFT_OPERATIONS } from './shift-operations.ts'
import { SLA_OPERATIONS } from './sla/operations.ts'
import { TASK_OPERATIONS } from './task-operations.ts'
import { TEMPLATE_OPERATIONS } from './template-operations.ts'
import { WORK_OPERATIONS } from './work-operations.ts'

export const CASE_OPERATIONS = [
  ...RECORD_OPERATIONS,
  ...WORK_OPERATIONS,
  ...FILE_OPERATIONS,
  ...REPORT_OPERATIONS,
  ...MOVE_OPERATIONS,
  ...BULK_OPERATIONS,
  ...SHIFT_OPERATIONS,
  ...TASK_OPERATIONS,
  ...TEMPLATE_OPERATIONS,
  ...SLA_OPERATIONS,
  ...SLA_POLICY_OPERATIONS,
  ...QUEUE_OPERATIONS,
  ...ESCALATION_POLICY_OPERATIONS,
]
