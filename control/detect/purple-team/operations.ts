/** Operations of the purple team. */
import { HOST_OPERATIONS } from './hosts/operations.ts'
import { SCHEDULE_OPERATIONS } from './schedules/operations.ts'
import { TABLETOP_OPERATIONS } from './tabletop-scores.ts'

export const PURPLE_OPERATIONS = [...HOST_OPERATIONS, ...SCHEDULE_OPERATIONS, ...TABLETOP_OPERATIONS]
