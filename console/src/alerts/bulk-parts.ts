/** A change of more alerts than one request may name, made in several requests and undone as one. */

/** The API changes this many in one request. */
const AT_ONCE = 500
export const BULK_MAX = 2_000

type Changed = {
  readonly bulk_id: string
  readonly changed: number
  readonly refused: readonly { readonly reason: string }[]
}
type Undone = { readonly restored: readonly unknown[]; readonly kept: readonly unknown[] }
export type BulkResult = {
  readonly parts: readonly Changed[]
  /** Why the remaining alerts were not changed; null: all parts were sent. */
  readonly fault: string | null
}

/** Throws if nothing was changed. A later failure keeps the parts that were, because they can be undone. */
export async function changeInParts(
  ids: readonly string[],
  send: (ids: readonly string[]) => Promise<Changed>,
): Promise<BulkResult> {
  const parts: Changed[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE)
    try {
      parts.push(await send(ids.slice(from, from + AT_ONCE)))
    } catch (error) {
      if (parts.length === 0) throw error
      return { parts, fault: error instanceof Error ? error.message : String(error) }
    }
  return { parts, fault: null }
}

/** The result in words. */
export function changedWords({ parts, fault }: BulkResult): string {
  const changed = parts.reduce((sum, part) => sum + part.changed, 0)
  const refused = parts.flatMap((part) => part.refused)
  const but = refused[0] === undefined ? '' : `, ${refused.length.toLocaleString()} not: ${refused[0].reason}`
  return `${changed.toLocaleString()} changed${but}${fault === null ? '' : `; the rest was not: ${fault}`}`
}

/** Undoes the last part first. */
export async function undoParts({ parts }: BulkResult, undo: (bulkId: string) => Promise<Undone>): Promise<string> {
  let [restored, kept] = [0, 0]
  for (const { bulk_id: id } of [...parts].reverse()) {
    const undone = await undo(id)
    restored += undone.restored.length
    kept += undone.kept.length
  }
  const but = kept > 0 ? `, ${kept.toLocaleString()} not, because they changed since` : ''
  return `${restored.toLocaleString()} restored${but}`
}
