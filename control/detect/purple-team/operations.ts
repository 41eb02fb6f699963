/** Operations of the purple team. */
import { COVERAGE_OPERATIONS } from './coverage-operations.ts'
import { EXECUTION_OPERATIONS } from './execution-operations.ts'
import { HOST_OPERATIONS } from './hosts/operations.ts'
import { SCHEDULE_OPERATIONS } from './schedules/operations.ts'
import { TABLETOP_OPERATIONS } from './tabletop-operations.ts'
import { TABLETOP_SCORE_OPERATIONS } from './tabletop-scores.ts'

/** Tests with their results, coverage and exercises. */
export const PURPLE_TEAM_OPERATIONS = [...EXECUTION_OPERATIONS, ...COVERAGE_OPERATIONS, ...TABLETOP_OPERATIONS]
export const PURPLE_OPERATIONS = [...HOST_OPERATIONS, ...SCHEDULE_OPERATIONS, ...TABLETOP_SCORE_OPERATIONS]
