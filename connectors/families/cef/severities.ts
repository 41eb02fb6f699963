/**
 * OCSF severities of the numbers 0 to 10: 0 and 1 are informational, 2 and 3 low, 4 to 6 medium, 7 and 8 high, 9 and 10
 * critical.
 */
export const ZERO_TO_TEN: Readonly<Record<string, string>> = {
  ...Object.fromEntries([0, 1].map((n) => [n, 'Informational'])),
  ...Object.fromEntries([2, 3].map((n) => [n, 'Low'])),
  ...Object.fromEntries([4, 5, 6].map((n) => [n, 'Medium'])),
  ...Object.fromEntries([7, 8].map((n) => [n, 'High'])),
  ...Object.fromEntries([9, 10].map((n) => [n, 'Critical'])),
}
