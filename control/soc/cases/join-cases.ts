/** Changes that a merge makes to the two cases beside their alerts, and their restoring when it is undone. */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { checkedTags, type Severity, severityRank } from '../alerts/index.ts'
import { type Case, caseNumber } from './case.ts'
import type { CaseState } from './case-store.ts'
import { retargeted } from './change-case.ts'
import type { CaseStatus } from './words.ts'

/** Kept with the move as JSON: times are ISO 8601. */
export type Joined = {
  /** State of the case that was merged away, before the merge. */
  readonly from: {
    readonly status: CaseStatus
    readonly acknowledgedAt: string | null
    readonly resolvedAt: string | null
    readonly closedAt: string | null
  }
  /** Severity of the remaining case: null where the merge did not raise it. */
  readonly severity: { readonly from: Severity; readonly to: Severity } | null
  readonly tags: readonly string[]
  /** Text that was added to its description; empty for none. */
  readonly description: string
  /** Null when the description is not set. */
  readonly blank?: '' | null
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
      blank: into.description === '' ? '' : null,
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

/** A later merge into the same case that is still in force, with the case that it merged. */
export type LaterMerge = { readonly id: string; readonly joined: Joined; readonly from: Case }

type Parted = {
  readonly from: Partial<CaseState>
  readonly into: Partial<CaseState>
  /** Recomputes the joins of later merges, now that this one is gone. */
  readonly later: readonly Pick<LaterMerge, 'id' | 'joined'>[]
}

/**
 * Undoes a merge, except for fields changed since. Values that a later merge would also have brought stay and belong to
 * that merge: in whatever order merges are undone, the case ends as it was before all of them.
 */
export async function partCases(
  tx: TenantTx,
  joined: Joined,
  into: Case,
  later: readonly LaterMerge[],
): Promise<Parted> {
  const { severity, raises } = loweredSeverity(joined, into, later)
  const text = withoutText(joined, into.description, later)
  const heirs = new Map<string, string>()
  for (const tag of joined.tags) {
    const heir = later.find(({ from }) => from.tags.includes(tag))
    if (heir !== undefined) heirs.set(tag, heir.id)
  }
  const { status, acknowledgedAt, resolvedAt, closedAt } = joined.from
  return {
    from: {
      ...{ status, acknowledgedAt: dateOf(acknowledgedAt), resolvedAt: dateOf(resolvedAt), closedAt: dateOf(closedAt) },
    },
    into: {
      ...{ tags: into.tags.filter((tag) => !joined.tags.includes(tag) || heirs.has(tag)), severity },
      description: text.description,
      ...(await retargeted(tx, into, { severity })),
    },
    later: later.map(({ id, joined: own }, at) => ({
      id,
      joined: {
        ...own,
        severity: raises[at] ?? null,
        tags: [...own.tags, ...[...heirs].flatMap(([tag, heir]) => (heir === id ? [tag] : []))],
        ...text.later[at],
      },
    })),
  }
}

/**
 * The severity after the undo: each remaining merge raises it in turn, and a severity that somebody set in between
 * stays.
 */
function loweredSeverity({ severity }: Joined, into: Case, later: readonly LaterMerge[]) {
  const raises = later.map(({ joined }) => joined.severity)
  if (severity === null) return { severity: into.severity, raises }
  let [was, is]: [Severity, Severity] = [severity.to, severity.from]
  for (const [at, { joined, from }] of later.entries()) {
    const raise = joined.severity
    if (raise !== null && raise.from !== was) return { severity: into.severity, raises }
    const to = raise === null ? from.severity : raise.to
    if (raise !== null) was = raise.to
    raises[at] = severityRank(to) > severityRank(is) ? { from: is, to } : null
    if (raises[at] !== null) is = to
  }
  return { severity: into.severity === was ? is : into.severity, raises }
}

/** Removes the text that a merge added, also from the middle, and the blank line before the remaining start. */
function withoutText(
  { description: added, blank = null }: Joined,
  present: string | null,
  later: readonly LaterMerge[],
) {
  const texts = later.map(({ joined: { description, blank: own = null } }) => ({ description, blank: own }))
  const at = added === '' || present === null ? -1 : present.lastIndexOf(added)
  if (present === null || at < 0) return { description: present, later: texts }
  const [before, behind] = [present.slice(0, at), present.slice(at + added.length)]
  if (before !== '') return { description: before + behind, later: texts }
  const first = texts.findIndex(({ description: text }) => text !== '' && behind.startsWith(text))
  const description = first < 0 ? behind : behind.trimStart()
  return {
    description: description === '' ? blank : description,
    later: texts.map((text, place) => (place === first ? { description: text.description.trimStart(), blank } : text)),
  }
}

function dateOf(iso: string | null): Date | null {
  return iso === null ? null : new Date(iso)
}
