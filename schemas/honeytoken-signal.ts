/** Signals of decoys whose values stand in an event: the rule's id names the decoy. */
const PREFIX = 'honeytoken:'

export const HONEYTOKEN_RULE = {
  language: 'honeytoken',
  idOf: (honeytoken: string): string => `${PREFIX}${honeytoken}`,
  /** Null for a signal of something else. */
  honeytokenOf: (ruleId: string): string | null => (ruleId.startsWith(PREFIX) ? ruleId.slice(PREFIX.length) : null),
} as const
