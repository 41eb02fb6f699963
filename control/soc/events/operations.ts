/** Operations that answer questions about the stored events of a tenant. */
import { CAPACITY_OPERATIONS } from './capacity-operation.ts'
import { COUNT_OPERATIONS } from './count-operations.ts'
import { EVENT_OPERATIONS } from './event-operations.ts'
import { LAKE_QUERY_OPERATIONS } from './lake-query-operation.ts'
import { PROCESS_OPERATIONS } from './process-operation.ts'
import { SEARCH_EVENT_OPERATIONS } from './search-operation.ts'
import { TAIL_OPERATIONS } from './tail-operation.ts'

export const ALL_EVENT_OPERATIONS = [
  ...SEARCH_EVENT_OPERATIONS,
  ...COUNT_OPERATIONS,
  ...LAKE_QUERY_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...CAPACITY_OPERATIONS,
  ...PROCESS_OPERATIONS,
  ...TAIL_OPERATIONS,
]
