/** Operations of the purple team. */
import { HOST_OPERATIONS } from './hosts/operations.ts'

export const PURPLE_OPERATIONS = [...HOST_OPERATIONS]
