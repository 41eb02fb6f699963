/** The means of questions about events. */
import type { TenantId } from '../../../platform/tenant.ts'
import type { AskKql } from '../../../query/kql/kql-answer.ts'
import type { TimeSpan } from '../../../query/search/coverage.ts'
import type { RuleSearch } from '../../../query/search/search-by-rule.ts'
import type { FoundPage } from '../../../query/search/search-events.ts'
import type { ArchivedEvents } from '../../../stores/clickhouse/archived-events.ts'
import type { OutsideCall } from '../../platform/acting/index.ts'
import type { BothDeps } from '../../platform/archive/index.ts'

export type EventDeps = BothDeps & {
  /** Events that a rule's condition holds for, a page of them. */
  readonly searchByRule?:
    | ((
        tenant: TenantId,
        search: RuleSearch,
        gone: AbortSignal,
        archive: ArchivedEvents | undefined,
      ) => Promise<FoundPage>)
    | undefined
  /** Whole KQL queries, in a thread that can be ended. */
  readonly askKql?: AskKql | undefined
  /** Milliseconds in which a request with KQL is answered; then it goes on as a job. */
  readonly kqlAnswerMs?: number | undefined
}

export type EventCall = OutsideCall<EventDeps>

/** The tenant of the query, with the signal that aborts when the client disconnects. */
export const askerOf = ({ actor, gone }: Pick<EventCall, 'actor' | 'gone'>) => ({ tenantId: actor.tenantId, gone })

/** A span that excludes the archive. */
export const NEVER: TimeSpan = { fromMs: 0, toMs: 0 }

/** Times of events may be ahead of the clock. */
export const FUTURE_MS = 366 * 86_400_000
