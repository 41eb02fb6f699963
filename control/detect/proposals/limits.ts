/** Bounds of proposed rules. */
export const PROPOSAL_LIMITS = {
  /**
   * Maximum proposals of a tenant that are neither rejected nor promoted.
   * @bound open proposals of detections of a tenant -> 409
   */
  open: 1000,
  /** @bound fixtures of a proposal; their bytes; its comments = {}; {fixtureBytes}; {comments} -> 422; 422; 409 */
  fixtures: 200,
  fixtureBytes: 1 << 20,
  comments: 500,
  commentChars: 4000,
  decisionChars: 2000,
  regressionPointsMax: 50,
  suites: 100,
} as const
