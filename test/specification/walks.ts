/** Lines of the specification that need more than one request. */
import { CASES } from './walks/cases.ts'
import { DIRECTORY } from './walks/directory.ts'
import { EVENTS } from './walks/events.ts'
import { GOVERNANCE } from './walks/governance.ts'
import { INGEST } from './walks/ingest.ts'
import { LIMITS } from './walks/limits.ts'
import { OTHER_SETTINGS } from './walks/other-settings.ts'
import { PEOPLE } from './walks/people.ts'
import { QUERIES } from './walks/queries.ts'
import { RECORDS } from './walks/records.ts'
import { SETTINGS } from './walks/settings.ts'
import { TENANTS } from './walks/tenants.ts'
import type { Walk } from './walks/walk.ts'

export const WALKS: readonly Walk[] = [
  ...INGEST,
  ...LIMITS,
  ...CASES,
  ...GOVERNANCE,
  ...TENANTS,
  ...DIRECTORY,
  ...PEOPLE,
  ...RECORDS,
  ...QUERIES,
  ...EVENTS,
  ...SETTINGS,
  ...OTHER_SETTINGS,
]
