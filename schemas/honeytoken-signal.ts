/** Signals of decoys whose values occur in an event: the rule's id contains the decoy's id. */
const PREFIX = 'honeytoken:'

export const HONEYTOKEN_RULE = {
  language: 'honeytoken',
  idOf: (honeytoken: string): string => `${PREFIX}${honeytoken}`,
  /** The decoy's id; null for a signal of another rule. */
  honeytokenOf: (ruleId: string): string | null => (ruleId.startsWith(PREFIX) ? ruleId.slice(PREFIX.length) : null),
} as const
