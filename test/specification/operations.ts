/** All operations, in the order in which they are called. */
import { AGENTS } from './operations/agents.ts'
import { CASES } from './operations/cases.ts'
import { DETECTION } from './operations/detection.ts'
import { GOVERNANCE } from './operations/governance.ts'
import { IDENTITY } from './operations/identity.ts'
import { INTEL } from './operations/intel.ts'
import type { SpecifiedOperation } from './operations/specified-operation.ts'

export const OPERATIONS: readonly SpecifiedOperation[] = [
  ...IDENTITY,
  ...DETECTION,
  ...CASES,
  ...INTEL,
  ...GOVERNANCE,
  ...AGENTS,
]
