/** All operations, in the order in which they are called. */
import { AGENTS } from './operations/agents.ts'
import type { Asked } from './operations/asked.ts'
import { CASES } from './operations/cases.ts'
import { DETECTION } from './operations/detection.ts'
import { GOVERNANCE } from './operations/governance.ts'
import { IDENTITY } from './operations/identity.ts'
import { INTEL } from './operations/intel.ts'

export const OPERATIONS: readonly Asked[] = [...IDENTITY, ...DETECTION, ...CASES, ...INTEL, ...GOVERNANCE, ...AGENTS]
