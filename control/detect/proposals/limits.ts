/** Bounds of proposed rules. */
export const PROPOSAL_LIMITS = {
  /** Maximum proposals of a tenant that are neither rejected nor promoted. */
  open: 1000,
  fixtures: 200,
  fixtureBytes: 1 << 20,
  comments: 500,
  commentChars: 4000,
  decisionChars: 2000,
  regressionPointsMax: 50,
  suites: 100,
} as const
