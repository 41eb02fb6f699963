/** What a merge changes of the two cases beside their alerts, and what taking it back restores. */
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { checkedTags, type Severity, severityRank } from '../alerts/index.ts'
import { type Case, caseNumber } from './case.ts'
import type { CaseState } from './case-store.ts'
import { retargeted } from './change-case.ts'
import type { CaseStatus } from './words.ts'

/** Kept with the move as JSON: times are ISO 8601. */
export type Joined = {
  /** Of the case that was merged away, as it was before. */
  readonly from: {
    readonly status: CaseStatus
    readonly acknowledgedAt: string | null
    readonly resolvedAt: string | null
    readonly closedAt: string | null
  }
  /** Of the case that is worked on: null where the merge did not raise it. */
  readonly severity: { readonly from: Severity; readonly to: Severity } | null
  readonly tags: readonly string[]
  /** What was added to its description; empty for nothing. */
  readonly description: string
}

type Change = { readonly joined: Joined; readonly from: Partial<CaseState>; readonly into: Partial<CaseState> }

/**
 * The case that is worked on takes the higher severity, with the terms of that severity, the tags of both, and the
 * other's description under its number. The other one is closed. Throws 422 when both together have too many tags.
 */
export async function joinCases(tx: TenantTx, from: Case, into: Case, nowMs: number): Promise<Change> {
  const severity = severityRank(from.severity) > severityRank(into.severity) ? from.severity : into.severity
  const tags = checkedTags([...into.tags, ...from.tags])
  const gap = into.description === null || into.description === '' ? '' : '\n\n'
  const description = from.description ? `${gap}${caseNumber(from.number)}: ${from.description}` : ''
  const now = new Date(nowMs)
  return {
    joined: {
      from: {
        status: from.status,
        acknowledgedAt: from.acknowledgedAt?.toISOString() ?? null,
        resolvedAt: from.resolvedAt?.toISOString() ?? null,
        closedAt: from.closedAt?.toISOString() ?? null,
      },
      severity: severity === into.severity ? null : { from: into.severity, to: severity },
      tags: tags.filter((tag) => !into.tags.includes(tag)),
      description,
    },
    from: {
      status: 'closed',
      acknowledgedAt: from.acknowledgedAt ?? now,
      resolvedAt: from.resolvedAt ?? now,
      closedAt: from.closedAt ?? now,
    },
    into: {
      ...{ tags, severity },
      ...(description === '' ? {} : { description: `${into.description ?? ''}${description}` }),
      ...(await retargeted(tx, into, { severity })),
    },
  }
}

/** Gives back what a merge took, where nobody has changed it since. */
export async function partCases(
  tx: TenantTx,
  { from, severity, tags, description }: Joined,
  into: Case,
): Promise<{ readonly from: Partial<CaseState>; readonly into: Partial<CaseState> }> {
  const before = severity !== null && into.severity === severity.to ? severity.from : into.severity
  const isOurs = description !== '' && into.description?.endsWith(description) === true
  const rest = isOurs ? (into.description ?? '').slice(0, -description.length) : into.description
  return {
    from: {
      status: from.status,
      acknowledgedAt: dateOf(from.acknowledgedAt),
      resolvedAt: dateOf(from.resolvedAt),
      closedAt: dateOf(from.closedAt),
    },
    into: {
      ...{ tags: into.tags.filter((tag) => !tags.includes(tag)), severity: before },
      description: rest === '' ? null : rest,
      ...(await retargeted(tx, into, { severity: before })),
    },
  }
}

function dateOf(iso: string | null): Date | null {
  return iso === null ? null : new Date(iso)
}
