/** Severities of alerts and of everything compared with them, lowest first. Rules say `informational` for `info`. */
export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]
