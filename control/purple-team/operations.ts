/** Operations of the purple team. */
import { HOST_OPERATIONS } from './hosts/operations.ts'
import { SCHEDULE_OPERATIONS } from './schedules/operations.ts'

export const PURPLE_OPERATIONS = [...HOST_OPERATIONS, ...SCHEDULE_OPERATIONS]
