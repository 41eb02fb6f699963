/** The API's words for alerts, in the order in which pages list them. */

/** The most severe first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const
export const VERDICTS = ['true_positive', 'benign_true_positive', 'false_positive', 'benign', 'escalate'] as const
