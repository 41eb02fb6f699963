/** Severities of alerts and of everything that is compared with them, the least first. Rules have `informational` for `info`. */
export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]
