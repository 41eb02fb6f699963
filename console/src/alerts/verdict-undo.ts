export type VerdictUndo = {
  readonly undoChange: (changeId: string) => Promise<unknown>
  readonly undoVerdict: (alertId: string, verdictId: string) => Promise<{ readonly restored: readonly string[] }>
}

/**
 * Takes a verdict back, with those that repeat it on look-alikes and the change that closed the alert with it. The alert
 * is opened first: if that is refused, the verdict stands as well. Gives the ids of the alerts that are as before.
 */
export async function takeVerdictBack(
  { undoChange, undoVerdict }: VerdictUndo,
  alertId: string,
  verdictId: string,
  closedBy?: string,
): Promise<readonly string[]> {
  if (closedBy !== undefined) await undoChange(closedBy)
  return (await undoVerdict(alertId, verdictId)).restored
}
