export type VerdictUndo = {
  readonly undoChange: (changeId: string) => Promise<unknown>
  readonly undoVerdict: (alertId: string, verdictId: string) => Promise<{ readonly restored: readonly string[] }>
}

/**
 * Undoes a verdict, its copies on similar alerts, and the change that closed the alert. The alert is reopened first: if
 * the API refuses that, the verdict stays. Returns the ids of the restored alerts.
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
